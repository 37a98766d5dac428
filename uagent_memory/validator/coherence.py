"""Semantic coherence: the share of entries that neither hang on a lost sentence nor break off."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.segments import Entry, Segment
from uagent_memory.validator.settings import ValidatorSettings
from uagent_memory.validator.wording import begins_with_reference, breaks_off

__all__ = ["coherence_of", "coherence_of_text"]


def coherence_of(segments: Sequence[Segment]) -> float:
    """1 minus the share of entries that begin with an unresolved reference or break off.

    The users' own words and lines that are no sentences count as whole.
    """
    settings = ValidatorSettings.load().readability
    total = faults = 0
    for segment in segments:
        before: Entry | None = None
        verbatim = segment.name in settings.verbatim_segments
        for entry in segment.entries:
            total += 1
            if not verbatim and entry.kind in settings.prose_kinds:
                asked = entry.kind in settings.asked_kinds
                faults += breaks_off(entry.text, goes_on=bool(entry.children)) or (
                    not asked and _hangs(entry, before)
                )
            before = entry
    return 1.0 - faults / total if total else 1.0


def coherence_of_text(text: str) -> float:
    """The same for a plain text, each line an entry and each line before it its context."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return 1.0
    faults = sum(breaks_off(line, goes_on=line is not lines[-1]) for line in lines)
    faults += begins_with_reference(lines[0])
    return max(1.0 - faults / len(lines), 0.0)


def _hangs(entry: Entry, before: Entry | None) -> bool:
    """It begins with a reference that the entry before does not resolve."""
    return begins_with_reference(entry.text) and not _follows(entry, before)


def _follows(entry: Entry, before: Entry | None) -> bool:
    """The entry before is what stood before it in the same message."""
    if before is None or not before.sources or not entry.sources:
        return False
    last, first = before.sources[-1], entry.sources[0]
    return (last.message_id, last.part) == (first.message_id, first.part) and (
        last.start <= first.start
    )
