"""What the newest hand-off of ours in a history says of checks and commits.

Such a line held when it was made. It is never passed on as it stands, but counted in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from uagent_memory.analyzer.observations.handed_on.handoff_text import segment_stretch
from uagent_memory.analyzer.observations.handed_on.passed_on import is_own_handoff
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.messages import Message, Span
from uagent_memory.segments import SegmentName

__all__ = ["PassedOnNotes", "note_stretches"]

_LINE = re.compile(r"^- (?P<said>.+?)(?: \([^()\n]*\))?$", re.MULTILINE)
_NAME = re.compile(r"`([^`]+)`")
KINDS = ("unchecked", "never_checked", "uncommitted", "nothing_committed", "last_step")


class PassedOnNotes:
    """Of one history; empty where no hand-off of ours opens or joins it."""

    def __init__(self, messages: Sequence[MessageAnalysis]) -> None:
        handoffs = [m.message for m in messages if is_own_handoff(m.message)]
        self._newest = handoffs[-1] if handoffs else None
        self._found = dict(_notes(self._newest)) if self._newest else {}

    @property
    def any_handoff(self) -> bool:
        return self._newest is not None

    @property
    def never_checked(self) -> bool:
        """Files were changed before it, and nothing tested, linted or built them."""
        return "never_checked" in self._found

    @property
    def nothing_committed(self) -> bool:
        return "nothing_committed" in self._found

    @property
    def uses_commits(self) -> bool:
        """It says of something that it is not committed."""
        return self.nothing_committed or "uncommitted" in self._found

    @property
    def unchecked_since(self) -> str:
        """The last check before it, after which files were changed; "" if none were."""
        found = self._found.get("unchecked")
        return found["command"] if found else ""

    @property
    def last_step(self) -> str:
        """How the work is handed in, where the sender had not done so; "" otherwise."""
        found = self._found.get("last_step")
        return found["text"] if found else ""

    def span(self, kind: str) -> tuple[Span, ...]:
        """Where it says so."""
        found = self._found.get(kind)
        if found is None or self._newest is None:
            return ()
        return (Span(self._newest.id, "text", *found.span()),)

    def names(self, kind: str, path: str) -> bool:
        """Whether the note of a kind names a file."""
        found = self._found.get(kind)
        named = _NAME.findall(found["paths"]) if found else ()
        return any(f"/{path}".endswith(f"/{name}") for name in named)


def note_stretches(analysis: MessageAnalysis) -> Iterator[tuple[int, int]]:
    """Where a hand-off of ours says such things, or to whom it goes."""
    message = analysis.message
    for _, found in _notes(message):
        yield found.span()
    route = re.search(table("earlier")["handoff"]["route"], message.text)
    stretch = segment_stretch(message.text, SegmentName.CURRENT_WORK)
    if route is not None and stretch is not None:
        handed = _handed(route["receiver"])
        for unit in analysis.units:
            if stretch[0] <= unit.span.start < stretch[1] and handed.search(unit.text):
                yield unit.span[2:]


def _notes(message: Message) -> Iterator[tuple[str, re.Match[str]]]:
    stretch = segment_stretch(message.text, SegmentName.CURRENT_WORK)
    if stretch is None:
        return
    for line in _LINE.finditer(message.text, *stretch):
        for kind in KINDS:
            found = _pattern(kind).fullmatch(message.text, *line.span("said"))
            if found is not None:
                yield kind, found


@cache
def _handed(receiver: str) -> re.Pattern[str]:
    name = re.escape(receiver)
    return either(p.replace("RECEIVER", name) for p in table("earlier")["notes"]["handed"])


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    return re.compile(table("earlier")["notes"][kind])
