"""Signs behind which dear patterns are tried: one stands in whatever such a pattern matches."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.analyzer.observations.tables import table

_RULES, _ANSWER = table("constraints"), table("tools")["answer"]
CASES = [
    *((pattern, _RULES["lift_signs"]) for pattern in _RULES["lift_patterns"]),
    *((pattern, _RULES["changed_signs"]) for pattern in _RULES["changed_patterns"]),
    *((pattern, _ANSWER["cut_signs"]) for pattern in (*_ANSWER["elided"], *_ANSWER["cut_head"])),
]
ODD = "\u0130\u0131\u017f\u212a"
"""Letters that are a plain one to a pattern that takes no note of case, and not in lower case."""


@pytest.mark.parametrize(("pattern", "signs"), CASES)
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_no_match_is_passed_over(pattern: str, signs: list[str], data: st.DataObject) -> None:
    """However it is spelled."""
    letters = st.characters(exclude_characters=ODD)
    drawn = data.draw(st.from_regex(re.compile(pattern), alphabet=letters))
    assert any(sign in drawn.casefold() for sign in signs)
