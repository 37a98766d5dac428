"""Rows: the lines of one printed text, and which of them have the same shape."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import accumulate
from string import ascii_letters, digits, whitespace

from uagent_memory.analyzer.terms import terms_of

__all__ = ["Rows"]

_REMEMBERED = 1 << 14
"""Lines whose shapes the next hand-off does not work out again."""
_DIGIT = re.compile(r"\d")
_NUMBERS = re.compile(r"[^\W_]*\d[^\W_]*(?:[.,:-][^\W_]*\d[^\W_]*)*")
_LETTERS = re.compile(r"[^\W\d_]+(?:[\s_-]+[^\W\d_]+)*")
_BLANKS = re.compile(r"\s+")
_EQUALLED = f"{ascii_letters}{digits}{whitespace}\x1c\x1d\x1e\x1f_.,:-".replace("\n", "").encode()
"""Characters of which a line may hold more or fewer than its shape."""


class Rows:
    """Of one text; each line is looked at once, however many ask for it."""

    def __init__(self, text: str, *, shaped: int) -> None:
        """`shaped`: characters of a line that its shape is of."""
        self._text = text
        self._shaped = shaped
        self._shapes: dict[int, str] = {}
        self._terms: dict[int, Mapping[str, int]] = {}

    def number_at(self, place: int) -> int:
        """Of the line at a place of the text."""
        return bisect_right(self._starts, place) - 1

    def alike(self, number: int, *, around: int, least: int) -> list[int]:
        """The lines of its shape up to so many before and after it, and itself.

        None where they are fewer than `least`, or it holds no number and is no row of a listing.
        """
        if not _DIGIT.search(self._lines[number], 0, self._shaped):
            return []
        first = max(number - around, 0)
        mark, near = self._marks[number], self._marks[first : number + around + 1]
        if near.count(mark) < least:
            return []
        shape = self._shape(number)
        marked = (n for n, seen in enumerate(near, first) if seen == mark)
        found = [n for n in marked if self._shape(n) == shape]
        return found if len(found) >= least else []

    def terms(self, number: int) -> Mapping[str, int]:
        """The terms of a line."""
        known = self._terms.get(number)
        if known is None:
            known = self._terms[number] = terms_of(self._lines[number])
        return known

    @cached_property
    def _lines(self) -> list[str]:
        return self._text.split("\n")

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate([len(line) + 1 for line in self._lines], initial=0))

    @cached_property
    def _marks(self) -> list[bytes]:
        """What lines of one shape have in common, and most others differ in; found at once."""
        marks = _mark(self._text).split(b"\n")
        for number, line in enumerate(self._lines):
            if len(line) > self._shaped:
                marks[number] = _mark(line[: self._shaped])
        return marks

    def _shape(self, number: int) -> str:
        """A line with every word and number made equal."""
        shape = self._shapes.get(number)
        if shape is None:
            shape = self._shapes[number] = _shape(self._lines[number][: self._shaped])
        return shape


@lru_cache(maxsize=_REMEMBERED)
def _shape(line: str) -> str:
    return _BLANKS.sub(" ", _LETTERS.sub("a", _NUMBERS.sub("0", line))).strip()


def _mark(text: str) -> bytes:
    return text.encode("ascii", "ignore").translate(None, _EQUALLED)
