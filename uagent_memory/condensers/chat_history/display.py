"""Items for user interfaces: a history folded or unfolded, each with its state (section 9.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from uagent_memory.condensers.chat_history.record import ChatMessage, MessageState, Record

__all__ = ["DisplayItem", "display_items"]


@dataclass(frozen=True, slots=True)
class DisplayItem:
    seq: int
    state: MessageState
    message: ChatMessage
    """A copy of its own."""
    compression_id: str = ""
    """Of a summary, or of the summary under which an unfolded original stands."""
    can_unfold: bool = False
    under_review: bool = False


def display_items(
    records: Iterable[Record], held: frozenset[int], *, unfolded: bool
) -> Iterator[DisplayItem]:
    """The items in order; unfolded, the originals stand where they arrived.

    A summary comes before the first of its originals; messages that stayed whole while those around
    them were compressed keep their place between them.
    """
    items = (item for record in records for item in _items(record, held, unfolded=unfolded))
    yield from sorted(items, key=lambda item: item.seq)


def _items(record: Record, held: frozenset[int], *, unfolded: bool) -> Iterator[DisplayItem]:
    own = record.compression
    originals = own.originals if own is not None else None
    name = own.id if own is not None else ""
    yield DisplayItem(
        seq=record.seq,
        state=record.state,
        message=record.message,
        compression_id=name,
        can_unfold=originals is not None,
        under_review=record.seq in held,
    )
    for original in originals if unfolded and originals is not None else ():
        yield DisplayItem(original.seq, original.state, original.message, name)
