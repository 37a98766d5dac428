"""Offers and what they are of."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, view_of
from uagent_memory.generator.compressors.agents_words import propose_statement
from uagent_memory.generator.compressors.pending_tasks import PendingTasksCompressor
from uagent_memory.generator.compressors.primary_request import PrimaryRequestCompressor
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.messages import Message
from uagent_memory.segments import SegmentName

ENGLISH = (
    "The berth moves to N-9, at 12.50 a day.",
    "Would you like to proceed with this change?",
    "Yes, go ahead please.",
)
CHINESE = ("泊位改到 N-9，每天 12.50 元。", "请问是否办理？", "可以，办吧。")
Talk = tuple[str, str, str]


def talk(words: Talk, *, again: str = "") -> SessionBuilder:
    said, offer, yes = words
    s = SessionBuilder()
    s.user("Another berth for my boat, please. 请给我的船换个泊位。")
    if again:
        s.agent(f"{again} {offer}")
        s.user("Not that one, nearer the gate. 不是那个，要离门近的。")
    s.agent(f"{said} {offer}")
    s.user(yes)
    return s


def worth(messages: Sequence[Message], text: str) -> float:
    """Of what an agent said."""
    view, pool = view_of(messages), CandidatePool()
    for statement in view.statements:
        propose_statement(view, pool, statement, segment=SegmentName.CURRENT_WORK)
    return next(c.value for c in pool.candidates if c.text == text)


@pytest.mark.parametrize("words", [ENGLISH, CHINESE])
def test_what_was_agreed_to_says_what_it_is(words: Talk) -> None:
    """And its sentence counts little besides."""
    messages = talk(words).messages
    (line,) = proposed(PendingTasksCompressor(), messages)
    assert f"{words[0]} {words[1]}" in line.text
    alone = talk((words[0], "", words[2])).messages
    assert worth(messages, words[0]) < worth(alone, words[0])


@pytest.mark.parametrize(
    ("words", "before"), [(ENGLISH, "The berth moves to S-2."), (CHINESE, "泊位改到 S-2。")]
)
def test_an_offer_that_was_made_again_is_of_what_was_said_last(words: Talk, before: str) -> None:
    (line,) = proposed(PendingTasksCompressor(), talk(words, again=before).messages)
    assert "N-9" in line.text
    assert "S-2" not in line.text


@pytest.mark.parametrize("words", [ENGLISH, CHINESE])
def test_a_word_of_assent_is_not_said_as_the_newest_ask(words: Talk) -> None:
    """The line of what was agreed to says it, and the message itself."""
    messages = talk(words).messages
    texts = [c.text for c in proposed(PrimaryRequestCompressor(), messages)]
    assert not any(words[2] in text for text in texts)


def test_a_question_that_the_latest_message_puts_stands_there() -> None:
    s = SessionBuilder()
    s.user("Another berth, please.")
    s.agent("It is done.")
    s.user("What is the gate code? 门禁密码是多少？")
    assert not proposed(PendingTasksCompressor(), s.messages)
    assert view_of(s.messages).offered == frozenset()
