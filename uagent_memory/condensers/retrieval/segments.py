"""Segments of retrieval results, read from the dictionaries that retrieval tools give."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from uagent_memory.condensers.retrieval.settings import retrieval_settings
from uagent_memory.errors import InputError
from uagent_memory.render.visible import visible_text

__all__ = ["RetrievalFile", "Segment", "listed_results", "read_results", "seconds", "shown_time"]

CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2}(?:[.,]\d{1,9})?)")
DECIMALS = 2


@dataclass(frozen=True, slots=True)
class Segment:
    """One sentence of a file. Times in seconds, None where the input gave none."""

    text: str
    """On one line."""
    index: int | None = None
    start: float | None = None
    end: float | None = None

    @property
    def time(self) -> str:
        """`[0.00-3.50]`; "" unless both ends are known."""
        if self.start is None or self.end is None:
            return ""
        return f"[{shown_time(self.start)}-{shown_time(self.end)}]"


@dataclass(frozen=True, slots=True)
class RetrievalFile:
    name: str
    segments: tuple[Segment, ...]
    """By index, those without one last in input order; repeats are gone."""


def shown_time(value: float) -> str:
    """Two decimals as in the document, more where the input has more."""
    short = f"{value:.{DECIMALS}f}"
    return short if float(short) == value else repr(value)


def seconds(value: object) -> float | None:
    """Seconds of a number or of a text such as "12.5" or "00:01:02,500"; None of anything else."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        clock = CLOCK.fullmatch(value.strip())
        if clock:
            hours, minutes, rest = clock.groups()
            whole = int(hours or 0) * 3600 + int(minutes) * 60
            return round(whole + float(rest.replace(",", ".")), 9)
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, int | float) and math.isfinite(value) and value >= 0:
        return float(value)
    return None


def read_results(results: Mapping[str, object]) -> RetrievalFile:
    """One file's retrieval results; the dictionary is not changed.

    Raises:
        InputError: it holds no list of segments, or a segment has no text.
    """
    fields = retrieval_settings().fields
    if not isinstance(results, Mapping):
        raise InputError(
            f"retrieval results came as {type(results).__name__}: give a dict with `filename` and "
            "`segments`"
        )
    name = visible_text(str(_first(results, fields.filename) or "?")).replace("\n", " ")
    given = _first(results, fields.segments)
    if not isinstance(given, Iterable) or isinstance(given, str | Mapping):
        raise InputError(f"{name}: no list of segments: give `segments`: a list of dicts")
    return RetrievalFile(name, _ordered([_segment(name, n, item) for n, item in enumerate(given)]))


def _segment(name: str, number: int, item: object) -> Segment:
    fields = retrieval_settings().fields
    if isinstance(item, str):
        item = {"text": item}
    text = _first(item, fields.text) if isinstance(item, Mapping) else None
    if not isinstance(item, Mapping) or not isinstance(text, str):
        raise InputError(f"{name}: segment {number + 1} has no `text`")
    index = _first(item, fields.index)
    return Segment(
        " ".join(visible_text(text).split()),
        index if isinstance(index, int) and not isinstance(index, bool) else None,
        seconds(_first(item, fields.start)),
        seconds(_first(item, fields.end)),
    )


def _first(fields: Mapping[str, object], names: Sequence[str]) -> object:
    return next((fields[name] for name in names if fields.get(name) is not None), None)


def _ordered(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """By index; without blank ones and repeats, nor a text inside another of the same index."""
    placed: dict[int, list[Segment]] = {}
    unplaced: dict[Segment, None] = {}
    for segment in segments:
        if not segment.text:
            continue
        if segment.index is None:
            unplaced.setdefault(segment)
        else:
            placed[segment.index] = _merged(placed.get(segment.index, []), segment)
    return (*(segment for index in sorted(placed) for segment in placed[index]), *unplaced)


def _merged(known: list[Segment], segment: Segment) -> list[Segment]:
    if any(segment.text in other.text for other in known):
        return known
    return [*(other for other in known if other.text not in segment.text), segment]


def listed_results(results: object) -> list[Mapping[str, object]]:
    """The results of several files, each still to be read.

    Raises:
        InputError: they are no list.
    """
    if isinstance(results, str | bytes) or not isinstance(results, Iterable):
        raise InputError(
            f"retrieval results: a {type(results).__name__}; give a dict with `filename` and "
            "`segments`, or a list of such"
        )
    return list(results)
