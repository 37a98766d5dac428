"""Stretches: places in one text, asked whether any of them overlaps another."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate

__all__ = ["Stretches"]


class Stretches:
    """Any number of places in one text; a look-up takes logarithmic time."""

    def __init__(self, places: Iterable[tuple[int, int]]) -> None:
        """`places`: start and end in code points, in any order."""
        ordered = sorted(places)
        self._starts = [start for start, _ in ordered]
        self._ends = list(accumulate((end for _, end in ordered), max))

    def overlap(self, start: int, end: int) -> bool:
        """Whether start..end shares at least one code point with one of them."""
        before = bisect_left(self._starts, end)
        return before > 0 and self._ends[before - 1] > start
