"""Numbers that printed lines stand behind."""

from __future__ import annotations

import pytest

from uagent_memory.analyzer.observations.files.printed_lines import numbered_lines
from uagent_memory.facts import TextSpan
from uagent_memory.messages import Span


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3→limit = 1\n4→上限 = 2\n9→end", [3, 4, 9]),
        ("2024-01-15 boot\n404: not found", []),
        ("12: 错误\n12: 错误", []),
    ],
)
def test_numbers_that_do_not_rise_are_the_lines_own(text: str, numbers: list[int]) -> None:
    def quote(start: int, end: int) -> TextSpan:
        return TextSpan(text[start:end], Span("m1", "text", start, end))

    assert list(numbered_lines(text, quote)) == numbers
