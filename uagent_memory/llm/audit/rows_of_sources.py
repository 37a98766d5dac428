"""The clauses of the sources in rows of two, against which a clause of a line is held."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from operator import add
from typing import NamedTuple

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.analyzer.terms import content_words
from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.data import accounted_data
from uagent_memory.llm.audit.ellipses import completed
from uagent_memory.llm.audit.senses import Meant, held, meaning, sense_of
from uagent_memory.llm.audit.words import clauses, numbers_of, stem_of

__all__ = ["Row", "row_of", "rows_of", "small_words", "weight"]

_FAMILY = 5
"""Letters in common that make two words forms of one."""
WORD = re.compile(r"[a-z0-9_]+")


class Row(NamedTuple):
    """A clause of the sources, or two that follow each other."""

    text: str
    parts: tuple[Row, ...]
    """The clauses of which it is made, where they are several."""
    words: Mapping[str, tuple[int, ...]]
    """Where each English word stands."""
    often: Mapping[str, int]
    """How often a word with each stem is said."""
    meaning: frozenset[str | int]
    heads: frozenset[str]
    numbers: frozenset[str]
    pairs: frozenset[str]
    """Characters side by side."""

    def says(self, word: str, sense: Meant) -> bool:
        """The word, a form of it, or one that may stand for it."""
        return (
            word in self.words
            or (len(word) > _FAMILY and word in self.text)
            or word[:_FAMILY] in self.heads
            or held(sense, self.meaning)
            or not self.words.keys().isdisjoint(small_words().get(word, ()))
        )

    def places(self, word: str, sense: Meant) -> tuple[int, ...]:
        """Where it says so."""
        same = self.words.get(word, ())
        return same or tuple(
            place
            for other, places in self.words.items()
            if _is_form(word, other) or held(sense, _senses(other))
            for place in places
        )


@lru_cache(maxsize=1024)
def rows_of(text: str) -> tuple[Row, ...]:
    """The clauses of a text in rows of two, and those that leave something out as they are meant.

    What has hardly a word of its own goes with the clause before it in the sentence.
    """
    least = accounted_data()["limits"]["words"]
    groups: list[tuple[str, ...]] = []
    for sentence in sentences(text):
        for place, clause in enumerate(clauses(sentence)):
            if place and weight(clause) < least:
                groups[-1] = (*groups[-1], clause)
            else:
                groups.append((clause,))
    pairs = map(add, groups, groups[1:]) if len(groups) > 1 else iter(groups)
    whole = ((clause,) for sentence in sentences(text) for clause in completed(sentence))
    return tuple(map(_row, dict.fromkeys((*pairs, *whole))))


def weight(clause: str) -> float:
    """Its content words; two Chinese characters count as one."""
    words = sum(word.isascii() for word in content_words(clause))
    return words + len(HAN.findall(clause)) / 2


@lru_cache(maxsize=4096)
def row_of(clause: str) -> Row:
    """A clause by itself."""
    return _row((clause,))


def _row(parts: tuple[str, ...]) -> Row:
    text = ", ".join(parts).lower()
    places: dict[str, list[int]] = {}
    for match in WORD.finditer(text):
        places.setdefault(match.group(), []).append(match.start())
    words = content_words(text)
    return Row(
        text,
        tuple(_row((part,)) for part in parts) if len(parts) > 1 else (),
        {word: tuple(found) for word, found in places.items()},
        Counter(map(stem_of, words)),
        meaning(text),
        frozenset(word[:_FAMILY] for word in words if word.isascii() and len(word) >= _FAMILY),
        numbers_of(text),
        frozenset(map("".join, pairwise(text))),
    )


def _is_form(word: str, other: str) -> bool:
    return len(word) >= _FAMILY and other.startswith(word[:_FAMILY])


@lru_cache(maxsize=16_384)
def _senses(word: str) -> frozenset[str | int]:
    sense = sense_of(stem_of(word))
    return sense.senses | {sense.stem}


@cache
def small_words() -> Mapping[str, tuple[str, ...]]:
    """Small words, and those that may stand for each."""
    return dict(_small())


def _small() -> Iterator[tuple[str, tuple[str, ...]]]:
    small = accounted_data()["small"]
    groups = [tuple(group.split()) for group in (*small["en"], *small["zh"])]
    for word in dict.fromkeys(word for group in groups for word in group):
        yield word, tuple(other for group in groups if word in group for other in group)
