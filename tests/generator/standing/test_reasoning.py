"""Steps of a long train of thought, and what it came to."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.standing.reasoning import reasoned_steps

LEAST = 4
LAST = 6


def steps(*thoughts: str, answered: bool = False) -> set[str]:
    s = SessionBuilder()
    s.user("The cache returns old rows. 缓存返回旧数据。")
    s.agent("\n\n".join(thoughts))
    if answered:
        s.user("Go on.")
    s.agent("Now the next file.")
    by_id = {message.id: message for message in s.messages}
    found = reasoned_steps(view_of(s.messages).statements, LEAST, LAST)
    return {by_id[span.message_id].quote(span) for span in found}


ENGLISH = (
    "So each row holds the tenant.",
    "`load` reads the key first.",
    "But it may be read too late.",
    "We use the newer key instead, it is safer.",
    "So the rows of `load` stay old.",
)
CHINESE = (
    "所以键里有租户。",
    "`load` 先读键。",
    "但它可能读得太晚。",
    "决定改用新的键，这样更安全。",
    "因此 `load` 的数据是旧的。",
)


@pytest.mark.parametrize(
    ("thoughts", "expected"),
    [(ENGLISH, {ENGLISH[0], ENGLISH[2]}), (CHINESE, {CHINESE[0], CHINESE[2]})],
)
def test_what_leans_on_the_sentence_before_is_a_step(
    thoughts: tuple[str, ...], expected: set[str]
) -> None:
    """What is decided is none, nor what stands by itself, nor the last conclusion."""
    assert steps(*thoughts) == expected


def test_an_answer_to_the_user_is_no_train_of_thought() -> None:
    """The user has read every sentence of it."""
    assert steps(*ENGLISH, answered=True) == set()


def test_few_sentences_are_no_train_of_thought() -> None:
    """They are read as they stand."""
    assert steps(*ENGLISH[:3]) == set()


@pytest.mark.parametrize(
    ("step", "end"),
    [
        ("It turns out that `load` reads row {} once more.", "Nothing else reads it."),
        ("这说明 `load` 又读了第 {} 行。", "别的都不读它。"),
    ],
)
def test_of_many_findings_on_the_way_the_last_stand(step: str, end: str) -> None:
    """What leans on the sentence before, and was found before these, has gone into them."""
    thoughts = [step.format(number) for number in range(12)]
    assert steps(*thoughts, end) == set(thoughts[:-LAST])
