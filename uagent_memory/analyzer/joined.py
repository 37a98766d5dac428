"""Many texts searched as one: a mark that few of them hold costs one pass, and no look at each."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

__all__ = ["BETWEEN", "JoinedTexts"]

BETWEEN = "\0"
"""Parts the texts: no mark and no entry of a lexicon reaches over it, and a word ends beside it."""


class JoinedTexts:
    """Texts by their index; made for one use, since it holds a copy of all of them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._whole = BETWEEN.join(texts)
        self._starts = list(accumulate((len(text) + 1 for text in texts), initial=0))

    def holding(self, marks: Iterable[str]) -> set[int]:
        """The texts in which one of the marks stands."""
        found: set[int] = set()
        for mark in marks:
            at = self._whole.find(mark)
            while at >= 0:
                index = self._index(at)
                found.add(index)
                at = self._whole.find(mark, self._starts[index + 1])
        return found

    def matching(self, pattern: re.Pattern[str]) -> set[int]:
        """The texts in which a pattern is found that takes `BETWEEN` for the edge of a text."""
        found: set[int] = set()
        match = pattern.search(self._whole)
        while match is not None:
            index = self._index(match.start())
            found.add(index)
            match = pattern.search(self._whole, self._starts[index + 1])
        return found

    def _index(self, at: int) -> int:
        return bisect_right(self._starts, at) - 1
