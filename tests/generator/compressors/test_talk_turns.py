"""What people say to each other."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed
from uagent_memory import compress_context_sync
from uagent_memory.generator.assembly import assemble
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor
from uagent_memory.generator.compressors.user_messages import UserMessagesCompressor


def talk(*turns: tuple[str, str]) -> tuple[Candidate, ...]:
    s = SessionBuilder()
    for name, words in turns:
        s.user(words, agent=name)
    s.user("Bye. 再见。", agent="Zoe")
    return proposed(UserMessagesCompressor(), s.messages)


@pytest.mark.parametrize(
    ("first", "nod", "second"),
    [
        ("The kiln reaches nine hundred degrees", "Mm - hmm .", "and cools within two hours."),
        ("这个窑能烧到九百度，", "嗯嗯。", "两个小时就能冷却下来。"),
    ],
)
def test_a_nod_parts_no_speech(first: str, nod: str, second: str) -> None:
    """What somebody says before and after it is one entry; a question begins a new one."""
    said = talk(("Ann", first), ("Bob", nod), ("Ann", second))
    assert all(c.text in words for c, words in zip(said, (first, second), strict=True))
    assert len({c.joins for c in said}) == 1
    asked = talk(("Ann", first), ("Bob", "Which kiln, the 窑炉 in Leeds?"), ("Ann", second))
    assert len({c.joins for c in asked}) == 3


def test_a_turn_that_goes_on_is_marked_where_it_was_parted() -> None:
    """No sentence is put together of two turns."""
    s = SessionBuilder()
    s.user("The kiln reaches nine hundred degrees", agent="Ann")
    s.user("Mm - hmm .", agent="Bob")
    s.user("and cools within two hours.", agent="Ann")
    s.user("Good, order it then for the Leeds workshop.", agent="Bob")
    text = compress_context_sync(s.messages, budget=400).markdown
    assert "degrees and cools" not in text


@pytest.mark.parametrize(
    "words",
    [
        "Uh {pause} the {disfmarker} the glaze costs {pause} four hundred pounds .",
        "呃，釉料一共{停顿}要四百块钱。",
    ],
)
def test_notes_of_the_transcriber_take_no_room(words: str) -> None:
    """The words stand without them."""
    (said,) = talk(("Bob", words))
    assert "{" not in said.text
    assert "four hundred" in said.text or "四百" in said.text


@pytest.mark.parametrize(
    ("about", "aside"),
    [
        ("The kiln needs bricks.", "A penguin ate popcorn."),
        ("窑炉需要耐火砖头。", "企鹅偷吃爆米花糖。"),
    ],
)
def test_what_a_long_talk_is_about_comes_again(about: str, aside: str) -> None:
    """A word said once counts less than one that is said again."""
    turns = [
        ("Ann" if n % 2 else "Bob", f"{chr(97 + n % 26) * 4}{n}{chr(20000 + n) * 3}.")
        for n in range(50)
    ]
    turns += [("Bob", about), ("Ann", f"Bo: {about}"), ("Bob", f"乙：{about}")]
    said = talk(*turns, ("Ann", aside))
    covered = {c.text: sum(c.targets.values()) for c in said}
    assert covered[aside] < covered[about]


@pytest.mark.parametrize(
    "words",
    [
        "We decided to fire the second kiln on Tuesday with the cheaper bricks.",
        "我们决定周二用便宜的耐火砖头来烧第二个窑炉。",
    ],
)
def test_a_decision_names_who_told_it(words: str) -> None:
    """In segment 5 as in segment 6."""
    s = SessionBuilder()
    s.user("Which kiln do we fire? 烧哪个窑？", agent="Ann")
    s.user(words, agent="Bob")
    s.user("Good. 好的。", agent="Ann")
    (decided,) = proposed(ProblemSolvingCompressor(), s.messages)
    assert decided.speaker.startswith("Bob")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "The kiln reaches nine hundred degrees. So the glaze melts at seven hundred.",
            "hundred degrees. So the glaze",
        ),
        (
            "The kiln reaches nine hundred degrees {pause} . {cough} Then the glaze melts.",
            "hundred degrees [...] Then the glaze",
        ),
        ("这个窑最高能烧到 900 度。那么釉料在 700 度就会熔化成玻璃。", "900 度。 那么釉料"),
    ],
)
def test_nothing_is_left_out_unmarked_within_what_somebody_said(words: str, told: str) -> None:
    """Words with which a sentence only begins go at the start of an entry alone."""
    s = SessionBuilder()
    s.user(words, agent="Ann")
    s.user("Good, order it then for the Leeds workshop.", agent="Zoe")
    said = proposed(UserMessagesCompressor(), s.messages)
    (segment,) = assemble(said, {message.id: message for message in s.messages})
    assert told in segment.entries[0].text


@pytest.mark.parametrize(
    ("tiny", "told"),
    [
        ("Achoo, Leopold!", "Leopold keeps the spare keys of the kiln in the workshop."),
        ("哎呀，利奥波德！", "备用钥匙由利奥波德保管，放在工坊的窑炉旁边。"),
    ],
)
def test_a_few_words_alone_tell_little(tiny: str, told: str) -> None:
    """However rare they are: what they cover counts less than in a sentence."""
    short, full = talk(("Ann", tiny), ("Bob", told))
    shared = short.targets.keys() & full.targets.keys()
    assert shared
    assert all(short.targets[word] < full.targets[word] / 2 for word in shared)
