"""How many other messages say much the same: repeated reads, repeated runs, repeated phrases."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol
from zlib import crc32

from uagent_memory.analyzer.lexicon import bounded_samples
from uagent_memory.analyzer.once import KnownTexts
from uagent_memory.messages import Message
from uagent_memory.prioritizer.settings import PrioritizerSettings, SimilaritySettings

__all__ = ["Comparable", "SimilarityMarks", "count_similar"]

DIGITS = re.compile(r"\d+")
DIGIT = re.compile(r"\d")
"""Found, or not, much faster than several."""


class Comparable(Protocol):
    """A message with its terms, as a `MessageAnalysis` has them."""

    @property
    def message(self) -> Message: ...

    @property
    def terms(self) -> Mapping[str, int]: ...


class SimilarityMarks:
    """What alike messages share, by their terms or, with few terms, by their words."""

    def __init__(self, settings: SimilaritySettings | None = None, *, remembered: int = 0) -> None:
        """Know no text yet.

        Args:
            settings: the shipped ones if None.
            remembered: texts whose words are kept for later calls.
        """
        self._settings = settings or PrioritizerSettings.load().similarity
        self._known = KnownTexts[str](remembered)

    def count_similar(self, messages: Sequence[Comparable]) -> list[int]:
        """Per message, the number of others alike.

        Two messages are alike if the smallest hashes of their terms agree (min-hash: the more
        terms they share, the likelier), or, with few terms, if their words are the same but for
        numbers.
        """
        least = self._settings.minimum_terms
        short = [m.message.full_text for m in messages if len(m.terms) < least]
        spelled = iter(self._known.read(self._spelled, short))
        hashes: dict[str, int] = {}
        marks: list[str | tuple[int, ...]] = [
            next(spelled) if len(m.terms) < least else self._smallest(m.terms, hashes)
            for m in messages
        ]
        counts = Counter(marks)
        return [counts[mark] - 1 if mark else 0 for mark in marks]

    def _spelled(self, texts: Sequence[str]) -> Iterator[str]:
        s = self._settings
        return map(_spelled, bounded_samples(texts, head=s.sample_head, tail=s.sample_tail))

    def _smallest(self, terms: Iterable[str], hashes: dict[str, int]) -> tuple[int, ...]:
        """The smallest hashes of the first terms; `hashes` remembers those of each."""
        found = []
        for term in islice(terms, self._settings.terms_read):
            value = hashes.get(term)
            if value is None:
                value = hashes[term] = crc32(term.encode("utf-8", "surrogatepass"))
            found.append(value)
        return tuple(sorted(found)[: self._settings.terms])


def count_similar(
    messages: Sequence[Comparable], settings: SimilaritySettings | None = None
) -> list[int]:
    """`SimilarityMarks.count_similar`, of messages that are looked at but once."""
    return SimilarityMarks(settings).count_similar(messages)


def _spelled(text: str) -> str:
    """The words of a text, whatever its numbers."""
    if DIGIT.search(text):
        text = DIGITS.sub("0", text)
    return " ".join(text.casefold().split())
