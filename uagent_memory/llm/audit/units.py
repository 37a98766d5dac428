"""Clauses as words, numbers and Chinese characters, and which of the sources' is closest."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.analyzer.terms import content_words
from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.data import audit_limits, rewording_data
from uagent_memory.llm.audit.senses import NO_SENSE, han_senses, sense_of
from uagent_memory.llm.audit.words import clauses, stem_of

__all__ = ["Told", "Unit", "closest", "is_same", "shared_with", "told_units", "units_of"]

UNIT = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?|\d+(?:[.,:]\d+)*|[\u3400-\u9fff]")
FAMILY = 5
"""Letters in common that make two words forms of one."""


class Unit(NamedTuple):
    """A word by its stem, a number, or a Chinese character."""

    text: str
    senses: frozenset[int]
    word: str

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit() or self.text in _listed("numerals")

    @property
    def is_han(self) -> bool:
        return HAN.match(self.text) is not None

    @property
    def is_telling(self) -> bool:
        """It tells how something is told, or that it is."""
        return self.text in _stems("telling")

    @property
    def is_plain(self) -> bool:
        """It may be new where no other word stood."""
        return self.is_telling or self.text in _stems("plain")


class Told(NamedTuple):
    """A clause of the sources."""

    text: str
    units: tuple[Unit, ...]
    marks: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    """Units that stand side by side."""
    senses: frozenset[int]
    sentence: frozenset[str]
    """The units of the sentence that it stands in."""


@lru_cache(maxsize=4096)
def told_units(text: str) -> tuple[Told, ...]:
    """The clauses of a text of the sources."""
    found = []
    for whole in sentences(text):
        own = [(clause, units) for clause in clauses(whole) if (units := units_of(clause))]
        sentence = frozenset(unit.text for _, units in own for unit in units)
        for clause, units in own:
            marks = frozenset(unit.text for unit in units)
            senses = NO_SENSE.union(*(unit.senses for unit in units))
            pairs = frozenset(pairwise([unit.text for unit in units]))
            found.append(Told(clause, units, marks, pairs, senses, sentence))
    return tuple(found)


@lru_cache(maxsize=16_384)
def units_of(text: str) -> tuple[Unit, ...]:
    """The words of a clause that tell something, its numbers and Chinese characters."""
    by_place = han_senses(text)
    found = []
    for match in UNIT.finditer(text):
        word = match.group().lower()
        if not word.isascii():
            if word not in _listed("particles"):
                found.append(Unit(word, by_place.get(match.start(), NO_SENSE), word))
        elif word[0].isdigit():
            found.append(Unit(word.replace(",", ""), NO_SENSE, word))
        elif word in _listed("relations") or content_words(word):
            stem = stem_of(_irregular().get(word, word))
            found.append(Unit(stem, sense_of(stem).senses, word))
    return tuple(found)


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(rewording_data()["places"][name])


@cache
def _irregular() -> Mapping[str, str]:
    forms: Mapping[str, str] = rewording_data()["places"]["irregular"]
    return forms


@cache
def _stems(name: str) -> frozenset[str]:
    return frozenset(map(stem_of, _listed(name)))


def closest(words: Sequence[Unit], told: Sequence[Told]) -> list[Told]:
    """The clauses of the sources that share most."""
    best: list[Told] = []
    most = 0.0
    pairs = frozenset(pairwise([unit.text for unit in words]))
    limits = audit_limits()
    for clause in told:
        score = shared_with(words, clause) * (1 + limits.place_dense / len(clause.units))
        score += limits.place_pair * len(pairs & clause.pairs)
        if score > most:
            best, most = [clause], score
        elif score == most and score:
            best.append(clause)
    return best


def shared_with(words: Sequence[Unit], told: Told) -> float:
    """How many of the words a clause has; one that may stand for another counts less."""
    alike = audit_limits().place_alike
    return sum(
        1.0
        if unit.text in told.marks
        else alike
        if not told.senses.isdisjoint(unit.senses)
        else 0.0
        for unit in words
    )


def is_same(one: Unit, other: Unit) -> bool:
    """The same word in any form, or one that may stand for it."""
    if one.text == other.text or not one.senses.isdisjoint(other.senses):
        return True
    family = one.word[:FAMILY]
    return len(family) == FAMILY and family.isascii() and other.word.startswith(family)
