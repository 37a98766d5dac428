"""The first look before a slower one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uagent_memory.holding import holds_any


@given(st.text("ab -", max_size=8), st.lists(st.text("ab -", max_size=3), max_size=4))
def test_one_of_the_marks_stands_in_the_text(text: str, marks: list[str]) -> None:
    """As `in` says it of each."""
    assert holds_any(text, marks) == any(mark in text for mark in marks)
