"""Many texts looked up in a lexicon at once: a short text is looked up sooner than a call is made.

What is found is what `Lexicon.find` finds in each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType

from uagent_memory.analyzer.joined import BETWEEN
from uagent_memory.analyzer.lexicon import Lexicon, Match

__all__ = ["count_each", "find_each"]

AT_ONCE = 256
"""Texts joined in one go."""
_NOTHING: Mapping[str, int] = MappingProxyType({})


def find_each(lexicon: Lexicon, texts: Sequence[str]) -> Iterator[Sequence[Match]]:
    """The matches in each text, placed from its own start."""
    for first in range(0, len(texts), AT_ONCE):
        yield from _found(lexicon, texts[first : first + AT_ONCE])


def count_each(lexicon: Lexicon, texts: Sequence[str]) -> Iterator[Mapping[str, int]]:
    """Number of matches by category in each text; categories without a match are left out."""
    for matches in find_each(lexicon, texts):
        yield _counts(matches) if matches else _NOTHING


def _found(lexicon: Lexicon, texts: Sequence[str]) -> Sequence[Sequence[Match]]:
    matches = lexicon.find(BETWEEN.join(texts))
    if not matches:
        return ((),) * len(texts)
    starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
    found: dict[int, list[Match]] = {}
    number, new = 0, tuple.__new__
    for category, word, start, end in matches:
        while starts[number + 1] <= start:
            number += 1
        at = starts[number]
        match = new(Match, (category, word, start - at, end - at))
        found.setdefault(number, []).append(match)
    return [found.get(number, ()) for number in range(len(texts))]


def _counts(matches: Sequence[Match]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for match in matches:
        counts[match.category] = counts.get(match.category, 0) + 1
    return counts
