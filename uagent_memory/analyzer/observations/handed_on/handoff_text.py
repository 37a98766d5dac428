"""The text of a hand-off of ours, taken apart as it was rendered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.prose import REFERENCE
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.messages import Message, ToolCall
from uagent_memory.render.marks import heading_line
from uagent_memory.segments import SegmentName

__all__ = ["HandoffLine", "as_exchange", "lines_of", "segment_stretch"]

_LINE = re.compile(r"^- (?P<body>[^\n]+)$", re.MULTILINE)
_NAME = re.compile(r"(?:[\w.-]+/)?m\d+")


class HandoffLine(NamedTuple):
    """An entry that stands on one line."""

    body: str
    """Without its bullet and its references."""
    start: int
    """Where the body begins in the hand-off."""
    references: tuple[str, ...]
    """The messages that it cites, as it names them."""


def segment_stretch(text: str, name: SegmentName) -> tuple[int, int] | None:
    """From the end of a segment's heading to the next heading; None if the segment is not there."""
    heading = "\n" + heading_line(name)
    at = text.find(heading)
    if at < 0:
        return None
    start = at + len(heading)
    end = text.find("\n## ", start)
    return start, len(text) if end < 0 else end


def lines_of(text: str, name: SegmentName | None = None) -> Iterator[HandoffLine]:
    """The one-line entries of a segment, or of the whole hand-off."""
    stretch = (0, len(text)) if name is None else segment_stretch(text, name)
    for found in _LINE.finditer(text, *stretch) if stretch else ():
        cited = REFERENCE.search(found["body"])
        body = found["body"][: cited.start()] if cited else found["body"]
        names = _NAME.findall(cited.group()) if cited else ()
        yield HandoffLine(body.rstrip(), found.start("body"), tuple(names))


def as_exchange(message: Message) -> Exchange:
    """The hand-off as if a call had printed it, so that what it says can be cited."""
    return Exchange(ToolCall(id="", name=""), message, "text", message)
