"""ReadabilityChecker: are the entries whole units that a reader can take in one by one?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from uagent_memory.segments import Entry, Segment, SegmentName
from uagent_memory.validator.repeats import find_repeats
from uagent_memory.validator.settings import ReadabilitySettings, ValidatorSettings
from uagent_memory.validator.wording import begins_inside, breaks_off, has_words, is_listing

__all__ = ["Fault", "Offence", "Readability", "ReadabilityChecker"]


class Fault(StrEnum):
    EMPTY = "empty"
    FRAGMENT = "fragment"  # begins in the middle of a sentence
    HALF_LINE = "half_line"  # breaks off
    LISTING_PREFIX = "listing_prefix"  # "  12→"
    ONLY_IDENTIFIERS = "only_identifiers"
    REPEAT = "repeat"


@dataclass(frozen=True, slots=True)
class Offence:
    """An entry that is no whole unit, and the first reason."""

    segment: SegmentName
    index: int
    """Of the entry in its segment."""
    text: str
    fault: Fault

    def __str__(self) -> str:
        return f"{self.segment}: {self.text}"


@dataclass(frozen=True, slots=True)
class Readability:
    """Share of entries that are whole units (1 where there are none), and the others."""

    score: float
    offences: tuple[Offence, ...]

    @property
    def offending(self) -> tuple[str, ...]:
        """Each as `segment: text`."""
        return tuple(map(str, self.offences))


class ReadabilityChecker:
    """Looks at every entry; the users' own words are never objected to."""

    def __init__(self, settings: ReadabilitySettings | None = None) -> None:
        self._settings = settings or ValidatorSettings.load().readability

    def check(self, segments: Sequence[Segment]) -> Readability:
        """Judge the entries of all segments; a child's fault is its entry's."""
        total = sum(len(segment.entries) for segment in segments)
        places = [
            (segment.name, index, entry)
            for segment in segments
            if segment.name not in self._settings.verbatim_segments
            for index, entry in enumerate(segment.entries)
        ]
        repeats = find_repeats(
            [" ".join(_texts((entry,))) for _, _, entry in places], self._settings
        )
        offences = []
        for number, (name, index, entry) in enumerate(places):
            fault = self._fault(entry) or (Fault.REPEAT if number in repeats else None)
            if fault is not None:
                offences.append(Offence(name, index, entry.text, fault))
        score = 1.0 - len(offences) / total if total else 1.0
        return Readability(score, tuple(offences))

    def _fault(self, entry: Entry) -> Fault | None:
        settings = self._settings
        if not entry.text.strip():
            return Fault.EMPTY
        texts = tuple(_texts((entry,)))
        if any(map(is_listing, texts)):
            return Fault.LISTING_PREFIX
        if entry.kind in settings.prose_kinds:
            if entry.kind not in settings.asked_kinds and begins_inside(entry.text):
                return Fault.FRAGMENT
            if breaks_off(entry.text, goes_on=bool(entry.children)):
                return Fault.HALF_LINE
        if entry.kind in settings.worded_kinds and not any(map(has_words, texts)):
            return Fault.ONLY_IDENTIFIERS
        return None


def _texts(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        yield entry.text
        yield from _texts(entry.children)
