"""How many other messages say much the same: repeated reads, repeated runs, repeated phrases."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Protocol
from zlib import crc32

from uagent_memory.analyzer.lexicon import bounded_sample
from uagent_memory.messages import Message
from uagent_memory.prioritizer.settings import PrioritizerSettings, SimilaritySettings

__all__ = ["Comparable", "count_similar"]

DIGITS = re.compile(r"\d+")
DIGIT = re.compile(r"\d")
"""Found, or not, much faster than several."""


class Comparable(Protocol):
    """A message with its terms, as a `MessageAnalysis` has them."""

    @property
    def message(self) -> Message: ...

    @property
    def terms(self) -> Mapping[str, int]: ...


def count_similar(
    messages: Sequence[Comparable], settings: SimilaritySettings | None = None
) -> list[int]:
    """Per message, the number of others alike.

    Two messages are alike if the smallest hashes of their terms agree (min-hash: the more terms
    they share, the likelier), or, with few terms, if their words are the same but for numbers.
    """
    s = settings or PrioritizerSettings.load().similarity
    hashes: dict[str, int] = {}
    spelled: dict[str, str] = {}
    marks = [_mark(message, s, hashes, spelled) for message in messages]
    counts = Counter(marks)
    return [counts[mark] - 1 if mark else 0 for mark in marks]


def _mark(
    analysis: Comparable, s: SimilaritySettings, hashes: dict[str, int], spelled: dict[str, str]
) -> tuple[int, ...] | str:
    """What alike messages share; `hashes` of terms and `spelled` of texts remember it."""
    if len(analysis.terms) < s.minimum_terms:
        text = analysis.message.full_text
        if text not in spelled:
            spelled[text] = _spelled(bounded_sample(text, head=s.sample_head, tail=s.sample_tail))
        return spelled[text]
    found = []
    for term in islice(analysis.terms, s.terms_read):
        value = hashes.get(term)
        if value is None:
            value = hashes[term] = crc32(term.encode("utf-8", "surrogatepass"))
        found.append(value)
    return tuple(sorted(found)[: s.terms])


def _spelled(text: str) -> str:
    """The words of a text, whatever its numbers."""
    if DIGIT.search(text):
        text = DIGITS.sub("0", text)
    return " ".join(text.casefold().split())
