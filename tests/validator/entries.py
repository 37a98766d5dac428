"""Builders of segments for the validator's tests."""

from __future__ import annotations

from uagent_memory.entry_kind import EntryKind
from uagent_memory.messages import Span
from uagent_memory.segments import Entry, Segment, SegmentName


def entry(
    text: str,
    *,
    kind: str = "statement",
    message: str = "m1",
    start: int = 0,
    children: tuple[Entry, ...] = (),
) -> Entry:
    span = Span(message, "text", start, start + len(text))
    return Entry(text=text, sources=(span,), kind=EntryKind(kind), children=children)


def segment(*entries: Entry | str, name: SegmentName = SegmentName.PROBLEM_SOLVING) -> Segment:
    """Plain texts become statements, each of a message of its own."""
    made = tuple(
        entry(item, message=f"{name.name}{index}") if isinstance(item, str) else item
        for index, item in enumerate(entries)
    )
    return Segment(name=name, entries=made)
