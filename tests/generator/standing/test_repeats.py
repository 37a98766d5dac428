"""Statements that a later one says again."""

from __future__ import annotations

import pytest

from uagent_memory.analyzer.terms import content_words
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.standing.repeats import Said, said_again
from uagent_memory.messages import Span

SETTINGS = GeneratorSettings.load().repeats


def repeated(*texts: str) -> list[int]:
    spans = [Span(f"m{n}", "text", 0, len(text)) for n, text in enumerate(texts)]
    said = [
        Said.of(span, text, content_words(text)) for span, text in zip(spans, texts, strict=True)
    ]
    found = said_again(said, {}, SETTINGS)
    return [n for n, span in enumerate(spans) if span in found]


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("The parser drops the header row.", "So the parser drops the header row!"),
        ("解析器会丢掉表头那一行。", "解析器会丢掉表头那一行！"),
        (
            "A signing queue sometimes delays large night releases, especially under load.",
            "A signing queue delays large night releases, especially under zealous load.",
        ),
    ],
)
def test_the_newest_says_it_for_all(first: str, again: str) -> None:
    """Of nearly the same words the last are left."""
    assert repeated(first, "Something else was said here.", again, again) == [0, 2]


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("The suite has 3 failures left.", "The suite has 2 failures left."),
        ("测试还剩 3 个失败。", "测试还剩 2 个失败。"),
        ("The parser drops the header row.", "The writer keeps the header row and its footer."),
        ("", ""),
    ],
)
def test_what_differs_is_no_repeat(first: str, other: str) -> None:
    """In its figures or in its words; and what has no words repeats nothing."""
    assert repeated(first, other) == []
