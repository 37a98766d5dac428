"""The condensed view: first events, the summary's event, kept events in their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from uagent_memory.messages import Author, Message, MessageKind, Role
from uagent_memory.render.marks import END_MARK, REFERENCE_ONLY
from uagent_memory.render.quote import guarded

__all__ = ["assembled", "summary_event"]

NOTICE = f"[CONTEXT SUMMARY] {REFERENCE_ONLY}"
"""Every reader of messages knows the first words as those of a summary."""


def summary_event(summary: str, forgotten: Sequence[Message]) -> Message:
    """The event that stands for others: reference data in the user's role, never a system word.

    Its id is made of the newest event's that it stands for, so equal input gives equal ids.
    """
    newest = forgotten[-1]
    return Message(
        id=f"{newest.id}.summary",
        seq=newest.seq,
        item=newest.item,
        role=Role.USER,
        author=Author.SUMMARY,
        kind=MessageKind.SUMMARY,
        text=f"{NOTICE}\n{guarded(summary)}\n{END_MARK}",
        timestamp=newest.timestamp,
        meta={"event": "AgentCondensationObservation"},
    )


def assembled(
    events: Sequence[Message],
    stays: Iterable[int],
    *,
    head: int,
    summary: Message | None,
    replaced: Mapping[int, Message] | None = None,
) -> tuple[Message, ...]:
    """The events that stay, in order, with the summary behind the first `head`.

    Args:
        events: the view's.
        stays: indices of those that stay behind the head.
        head: events at the start, all of which stay.
        summary: None for none.
        replaced: shortened events by index.
    """
    short = replaced or {}
    rest = (short.get(index, events[index]) for index in sorted(stays) if index >= head)
    middle = (summary,) if summary is not None else ()
    return (*events[:head], *middle, *rest)
