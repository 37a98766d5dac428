"""What people say to each other."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed
from uagent_memory import compress_context_sync
from uagent_memory.generator.assembly import assemble
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor
from uagent_memory.generator.compressors.pending_tasks import PendingTasksCompressor
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
    turns[:0] = [("Bob", about), ("Ann", f"Bo: {about}"), ("Bob", f"乙：{about}")]
    said = talk(("Ann", aside), *turns)
    worths = {c.text: _worth(c) for c in said}
    assert worths[aside] < worths[about]


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
        ("Leopold!", "Leopold keeps the spare keys of the kiln."),
        ("哎呀，钥匙！", "备用的钥匙由利奥波德保管。"),
    ],
)
def test_a_word_alone_tells_little(tiny: str, told: str) -> None:
    """However rare it is: it counts less than in a sentence."""
    short, full = talk(("Ann", tiny), ("Bob", told))
    shared = short.targets.keys() & full.targets.keys()
    assert shared
    assert all(short.targets[word] < full.targets[word] for word in shared)


@pytest.mark.parametrize(
    ("often", "twice"),
    [
        ("The kiln needs bricks.", "The lathe needs knives."),
        ("窑炉需要耐火砖。", "车床需要刨子刀。"),
    ],
)
def test_what_is_said_again_and_again_is_what_a_talk_is_about(often: str, twice: str) -> None:
    """Its words count more than those that only come a second time."""
    turns = [
        ("Ann" if n % 2 else "Bob", f"{chr(97 + n % 26) * 4}{n}{chr(20000 + n) * 3}.")
        for n in range(50)
    ]
    turns += [("Ann" if n % 2 else "Bob", f"{chr(97 + n) * 3}: {often}") for n in range(12)]
    turns += [("Bob", f"Bo: {twice}"), ("Ann", f"Al: {twice}")]
    said = talk(*turns, ("Ann", often), ("Bob", twice))
    covered = {
        c.text: sum(w for word, w in c.targets.items() if word.startswith("w:")) for c in said
    }
    assert covered[twice] < covered[often]


@pytest.mark.parametrize(
    ("kiln", "lathe", "loom"),
    [
        ("The kiln needs bricks and clay.", "Our lathe turns bowls.", "The loom weaves wool."),
        ("利兹的窑炉需要耐火砖头。", "赫尔的车床加工木碗。", "约克的织机纺织羊毛。"),
    ],
)
def test_something_is_told_of_every_speaker(kiln: str, lathe: str, loom: str) -> None:
    """What anybody says covers something besides its words, once."""
    said = talk(("Ann", kiln), ("Bob", lathe), ("Ann", loom))
    voices = [{name for name in c.targets if name.startswith("voice:")} for c in said]
    assert voices == [{"voice:Ann"}, {"voice:Bob"}, {"voice:Ann"}]


def _worth(candidate: Candidate) -> float:
    """Of each word that it covers."""
    words = [worth for name, worth in candidate.targets.items() if name.startswith("w:")]
    return sum(words) / len(words)


@pytest.mark.parametrize(
    ("plain", "telling"),
    [
        ("The kiln melts glaze.", "The kiln melts forty kilos."),
        ("The lathe came in May 2019.", "The lathe weighs 2,400 pounds."),
        ("The 2nd kiln melts glaze.", "The kiln melts 2 tons."),
        ("We fire the kiln in Leeds.", "This kiln is called Leeds."),
        ("The kiln cools within hours.", "The reason is damp bricks."),
        ("窑炉里烧着釉料和陶土。", "窑炉里烧着四十斤陶土。"),
        ("2019 年 5 月车床运到工坊。", "车床买来花了 5 万块钱。"),
        ("我们在利兹烧这个窑炉。", "这种窑炉叫做利兹窑炉。"),
        ("窑炉几个小时冷却下来。", "原因在于砖头受潮开裂。"),
    ],
)
def test_figures_names_and_reasons_tell_more(plain: str, telling: str) -> None:
    """A date or a place in a row is no such figure."""
    one, other = talk(("Ann", plain), ("Bob", telling))
    assert 1.5 * _worth(one) < _worth(other)


@pytest.mark.parametrize(
    "sentences",
    [
        ["Kilns melt glaze.", "Lathes turn bowls.", "Looms weave wool.", "Ovens bake bread."],
        ["窑炉烧制釉料。", "车床加工木碗。", "织机纺织羊毛。", "烤箱烘焙面包。"],
    ],
)
def test_a_turn_ends_with_what_it_comes_to(sentences: list[str]) -> None:
    """Its last two sentences tell more; of a short turn none does."""
    first, second, third, fourth = talk(("Ann", " ".join(sentences)), ("Bob", "Fine. 行。" * 9))[:4]
    assert max(_worth(first), _worth(second)) < 0.8 * min(_worth(third), _worth(fourth))
    one, other = talk(("Ann", " ".join(sentences[:2])), ("Bob", "Fine. 行。" * 9))[:2]
    assert _worth(one) == pytest.approx(_worth(other), rel=0.4)


@pytest.mark.parametrize("said", ["The kiln melts glaze for {}.", "窑炉烧制釉料给{}用。"])
def test_the_end_of_a_talk_tells_more(said: str) -> None:
    """Where it was left is where it goes on."""
    turns = [("Ann" if n % 2 else "Bob", said.format(chr(97 + n) * 6)) for n in range(20)]
    first, *_, half, last = (c for n, c in enumerate(talk(*turns)) if n in (0, 10, 19))
    assert _worth(half) == pytest.approx(_worth(first))
    assert 2 * _worth(half) < _worth(last)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (
            "What does the second kiln in Leeds need for the winter?",
            "The second kiln in Leeds needs bricks for the winter.",
        ),
        ("利兹的第二个窑炉过冬需要什么材料？", "利兹的第二个窑炉过冬需要耐火砖头。"),
    ],
)
def test_a_question_that_its_speaker_answers_tells_less(asked: str, answer: str) -> None:
    """One that is left to others tells as much as any sentence."""
    own, _ = talk(("Ann", f"{asked} {answer}"))
    _, left = talk(("Ann", f"{answer} {asked}"))
    assert own.text == left.text
    shared = [word for word in own.targets.keys() & left.targets.keys() if word.startswith("w:")]
    assert shared
    assert all(own.targets[word] < 0.6 * left.targets[word] for word in shared)


@pytest.mark.parametrize(
    "words",
    ["Let me hand it over to Ines, who built the kiln.", "窑炉的事我就把话筒转给伊内斯老师。"],
)
def test_who_passes_the_floor_hands_no_work_over(words: str) -> None:
    """What is said stands among the words of the talk."""
    s = SessionBuilder()
    s.user("Which kiln do we fire on Tuesday? 我们周二烧哪个窑炉？", agent="Ann")
    s.user(words, agent="Bob")
    s.user("The second one, with the cheaper bricks. 第二个，用便宜的砖。", agent="Ines")
    assert not proposed(CurrentWorkCompressor(), s.messages)


@pytest.mark.parametrize(
    "last",
    [
        "Good, that is all for today. Who brings the bricks to the workshop in Leeds?",
        "今天就到这里。利兹工坊第二个窑炉的耐火砖头、釉料和陶土，究竟会给台下的各位听众带来什么样的收获和启发呢？",
    ],
)
def test_a_talk_leaves_no_question_to_the_reader(last: str) -> None:
    """Its last words stand once, under their speaker."""
    s = SessionBuilder()
    s.user("Which kiln do we fire on Tuesday? 我们周二烧哪个窑炉？", agent="Ann")
    s.user("The second one, with the cheaper bricks. 第二个，用便宜的砖。", agent="Bob")
    s.user(last, agent="Ann")
    assert not proposed(PendingTasksCompressor(), s.messages)
