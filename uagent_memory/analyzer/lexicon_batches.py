"""Many texts looked up in a lexicon at once: a short text is looked up sooner than a call is made.

What is found is what `Lexicon.find` finds in each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import TypeVar

from uagent_memory.analyzer.joined import BETWEEN
from uagent_memory.analyzer.lexicon import Lexicon, Match, fold

__all__ = ["batches", "count_each", "find_each", "longest_each"]

T = TypeVar("T")

AT_ONCE = 256
"""Texts joined in one go."""
_NOTHING: Mapping[str, int] = MappingProxyType({})


def find_each(lexicon: Lexicon, texts: Sequence[str]) -> Iterator[Sequence[Match]]:
    """The matches in each text, placed from its own start."""
    new, shown = tuple.__new__, lexicon.shown
    for batch in batches(texts):
        found: dict[int, list[Match]] = {}
        for number, start, end, index in _met(lexicon, batch):
            own = found.setdefault(number, [])
            for category, word in shown[index]:
                own.append(new(Match, (category, word, start, end)))
        yield from (found.get(number, ()) for number in range(len(batch)))


def count_each(lexicon: Lexicon, texts: Sequence[str]) -> Iterator[Mapping[str, int]]:
    """Number of matches by category in each text; categories without a match are left out."""
    shown = lexicon.shown
    for batch in batches(texts):
        found: dict[int, dict[str, int]] = {}
        for number, _, _, index in _met(lexicon, batch):
            counts = found.setdefault(number, {})
            for category, _ in shown[index]:
                counts[category] = counts.get(category, 0) + 1
        yield from (found.get(number, _NOTHING) for number in range(len(batch)))


def longest_each(lexicon: Lexicon, folded: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """What `Lexicon.longest` finds in each of some folded texts: the number of the text, start
    and end in it, and the index of the entry; text by text."""
    return _placed(lexicon.longest(BETWEEN.join(folded)), folded)


def batches(texts: Sequence[T]) -> Iterator[Sequence[T]]:
    """As many at a time as are joined in one go."""
    return (texts[first : first + AT_ONCE] for first in range(0, len(texts), AT_ONCE))


def _met(lexicon: Lexicon, texts: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Number of a text, start and end in it, and index of each entry that is shown."""
    shown = lexicon.shown
    met = lexicon.longest(fold(BETWEEN.join(texts)))
    return _placed([found for found in met if shown[found[2]]], texts)


def _placed(
    found: Iterable[tuple[int, int, int]], texts: Sequence[str]
) -> Iterator[tuple[int, int, int, int]]:
    """What was found in joined texts, each in its own."""
    starts = list(accumulate([len(text) + 1 for text in texts], initial=0))
    number = 0
    for start, end, index in found:
        while starts[number + 1] <= start:
            number += 1
        at = starts[number]
        yield number, start - at, end - at, index
