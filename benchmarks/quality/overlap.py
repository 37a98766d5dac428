"""Whether a stretch of text survives in a hand-off: word for word, or most of its words together.

A stretch survives where the hand-off holds it as it stands (white space aside), or where one line,
or two in a row, hold at least three fifths of its different words. Chinese is read in pairs of
neighbouring characters.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import regex

__all__ = ["ENOUGH", "Lines", "share_of", "spaced", "terms"]

ENOUGH = 0.6
WORD = regex.compile(r"\p{Han}+|[\p{L}\p{N}_]+")
HAN = regex.compile(r"\p{Han}")
UNSEEN = regex.compile(r"\p{Cf}+")


def spaced(text: str) -> str:
    """The text with every run of white space as one blank."""
    return " ".join(text.split())


def terms(text: str) -> frozenset[str]:
    """The different words; of Chinese text the pairs of characters."""
    found: set[str] = set()
    for run in WORD.findall(text.lower()):
        if HAN.match(run) and len(run) > 1:
            found.update(left + right for left, right in pairwise(run))
        else:
            found.add(run)
    return frozenset(found)


def share_of(wanted: frozenset[str], given: frozenset[str]) -> float:
    """How much of the wanted words is given; 0 where nothing is wanted."""
    return len(wanted & given) / len(wanted) if wanted else 0.0


class Lines:
    """A hand-off's lines, indexed by their words: each question costs as much as it finds."""

    def __init__(self, text: str) -> None:
        self._whole = spaced(text)
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        self._lines = [spaced(line) for line in text.split("\n") if line.strip()]
        for number, line in enumerate(self._lines):
            for term in terms(line):
                self._places[term].append(number)

    def hold(self, text: str) -> bool:
        """Whether the text survives."""
        wanted = spaced(text)
        return bool(wanted) and (wanted in self._whole or self.share(text) >= ENOUGH)

    def with_all_of(self, text: str) -> list[str]:
        """The lines in which the text stands as it is."""
        wanted = spaced(text)
        return [line for line in self._lines if wanted and wanted in line]

    def hold_whole(self, text: str) -> bool:
        """Whether it stands here as it is, white space and what nobody can see aside."""
        return spaced(UNSEEN.sub("", text)) in UNSEEN.sub("", self._whole)

    def share(self, text: str) -> float:
        """The largest share of its words that one line, or two in a row, has."""
        wanted = terms(text)
        found: defaultdict[int, set[str]] = defaultdict(set)
        for term in wanted:
            for number in self._places.get(term, ()):
                found[number].add(term)
                found[number - 1].add(term)
        most = max(map(len, found.values()), default=0)
        return most / len(wanted) if wanted else 0.0
