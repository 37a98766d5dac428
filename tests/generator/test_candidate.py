"""Candidates are told apart by which they are, not by what they say."""

from __future__ import annotations

from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate
from uagent_memory.segments import SegmentName


def said() -> Candidate:
    text = "A bucket holds tokens. 桶里有令牌。"
    return Candidate(0, SegmentName.CONCEPTS, text, (), (1,), EntryKind.STATEMENT)


def test_two_that_say_the_same_are_two() -> None:
    """By every way of comparing them, and as keys."""
    one, other = said(), said()
    assert tuple(one) == tuple(other)
    assert one != other
    assert not one == other  # noqa: SIM201 - it is another method than the one above
    assert other not in (one, said())
    assert len({one, other}) > 1


def test_a_candidate_is_itself() -> None:
    """A copy under another number is not."""
    one = said()
    assert one in (said(), one)
    assert not one != one  # noqa: SIM202, PLR0124 - it is another method than `==`
    assert one._replace(id=1) != one
