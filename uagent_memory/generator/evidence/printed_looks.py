"""What a look at a file shows that earlier looks did not: lines put in, and lines gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

from uagent_memory.facts import TextSpan
from uagent_memory.generator.evidence.exchanged import exchanged
from uagent_memory.generator.tool_settings import PrintedSettings

__all__ = ["Look", "PrintedLine", "differences"]

_Gap: TypeAlias = tuple[int, int]
"""The places of two lines in what was printed."""
Look: TypeAlias = list[TextSpan]
"""Telling lines of a file that were printed one after the other."""


class PrintedLine(NamedTuple):
    """A line that a changed file has now, or no longer has."""

    sign: str
    line: TextSpan
    became: tuple[TextSpan, ...] = ()
    """Of a line that is gone: what stands in its place."""


def differences(
    before: Sequence[Look], look: Look, shown: set[str], settings: PrintedSettings
) -> Iterator[PrintedLine]:
    """Runs of new lines between two that stood close together before.

    Args:
        before: what was printed before the change.
        look: what was printed after it.
        shown: lines of newer looks: what they show of the same place holds.
        settings: how many lines may have stood between the two, and what a small change is.
    """
    places = [_places(earlier) for earlier in before]
    known = {text for found in places for text in found}
    there = {line.text for line in look}
    old = -1
    for at, line in enumerate(look):
        if line.text not in known:
            continue
        first, last = look[old].text, line.text
        is_run = 0 <= old < at - 1 <= old + settings.near
        if is_run and not (first in shown and last in shown):
            for earlier, found in zip(before, places, strict=True):
                gap = _gap(found, first, last, near=settings.near)
                if gap is not None and _is_same_place(
                    earlier, gap, look, (old, at), settings.small
                ):
                    new, gone = look[old + 1 : at], earlier[gap[0] + 1 : gap[1]]
                    yield from (PrintedLine("+", line) for line in new)
                    gone = [line for line in gone if line.text not in there]
                    yield from (PrintedLine("-", *line) for line in exchanged(gone, new))
                    break
        old = at


def _places(lines: Sequence[TextSpan]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        found.setdefault(line.text, []).append(at)
    return found


def _gap(places: Mapping[str, list[int]], first: str, last: str, near: int) -> _Gap | None:
    """Where the two stood closest; None where both came again, or they stood far apart."""
    firsts, lasts = places.get(first, ()), places.get(last, ())
    if min(len(firsts), len(lasts)) != 1:
        return None
    gaps = [(a, b) for a in firsts for b in lasts if 0 < b - a <= near]
    return min(gaps, key=lambda gap: gap[1] - gap[0], default=None)


def _is_same_place(
    earlier: Sequence[TextSpan], gap: _Gap, look: Sequence[TextSpan], run: _Gap, small: int
) -> bool:
    """The lines above and below are the same in both; of a small change one, if any is shown."""
    above = zip(earlier[: gap[0]][-1:], look[: run[0]][-1:], strict=False)
    below = zip(earlier[gap[1] + 1 :], look[run[1] + 1 :], strict=False)
    same = [old.text == new.text for old, new in (*above, *islice(below, 1))]
    is_small = gap[1] - gap[0] + run[1] - run[0] <= small
    if is_small:
        return any(same) or not same
    return bool(same) and all(same)
