"""The frame of our own hand-offs: what it says of itself is no content to be passed on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from uagent_memory.analyzer.observations.conversation.prose import REFERENCE
from uagent_memory.analyzer.observations.handed_on.passed_on import is_own_handoff
from uagent_memory.analyzer.types import Unit
from uagent_memory.messages import Message
from uagent_memory.render.marks import METADATA_HEADING

__all__ = ["without_frame"]


def without_frame(message: Message, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units of a message; of a hand-off of ours those of its segments, without references.

    Left out are the notice, the earlier receiver's contract, the metadata and the end mark. The
    title stays: it says who handed over.
    """
    return tuple(_without_frame(message, units)) if is_own_handoff(message) else units


def _without_frame(message: Message, units: Iterable[Unit]) -> Iterator[Unit]:
    text = message.text
    title = text.find("\n", len(text) - len(text.lstrip()))
    first = text.find("\n## ")
    last = text.rfind(f"\n## {METADATA_HEADING}\n")
    for unit in units:
        start = unit.span.start
        if title < start <= first or (last >= 0 and start > last):
            continue
        reference = REFERENCE.search(unit.text)
        kept = unit.text[: reference.start()].rstrip() if reference else unit.text
        if kept:
            yield unit._replace(text=kept, span=unit.span._replace(end=start + len(kept)))
