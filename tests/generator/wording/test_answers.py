"""Short answers stand beside their question."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.generator.compressors.base import newest_ask
from uagent_memory.generator.compressors.concepts import ConceptsCompressor
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor


class Chat(NamedTuple):
    wish: str
    offer: str
    question: str
    answer: str
    thanks: str


EN = Chat(
    "Please find me a hotel near the old harbour.",
    "I recommend the Anchor Hotel, it is next to the old harbour.",
    "What does a double room cost?",
    "It costs 351 dollars a night.",
    "Thanks.",
)
ZH = Chat(
    "请帮我找一家老港口附近的酒店。",
    "推荐您去锚地酒店，就在老港口旁边。",
    "双人间的价格是多少？",
    "价格是351元。",
    "好的，谢谢。",
)
both = pytest.mark.parametrize("chat", [EN, ZH], ids=["en", "zh"])


def session(chat: Chat, *, turns: int) -> SessionBuilder:
    s = SessionBuilder()
    for at, text in enumerate(chat[:turns]):
        (s.agent if at % 2 else s.user)(text)
    return s


def told(s: SessionBuilder) -> list[str]:
    compressors = (ConceptsCompressor(), ProblemSolvingCompressor())
    return [text for c in compressors for text in texts_of(proposed(c, s.messages))]


@both
def test_an_answer_that_names_no_subject_stands_behind_its_question(chat: Chat) -> None:
    assert f"{chat.question} {chat.answer}" in told(session(chat, turns=5))


@both
def test_an_answer_that_says_enough_stands_alone(chat: Chat) -> None:
    long = chat.answer + chat.offer * 3
    assert not any(
        chat.question in text for text in told(session(chat._replace(answer=long), turns=5))
    )


@both
def test_a_wish_is_no_longer_the_newest_once_a_later_question_is_answered(chat: Chat) -> None:
    asked = newest_ask(view_of(session(chat, turns=2).messages))
    assert asked is not None
    assert newest_ask(view_of(session(chat, turns=5).messages)) is None
