"""Clauses as words, numbers and Chinese characters, and which of the sources' is closest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.analyzer.terms import content_words
from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.common import common_places, is_common
from uagent_memory.llm.audit.data import audit_limits, grammar, rewording_data
from uagent_memory.llm.audit.ellipses import completed
from uagent_memory.llm.audit.senses import NO_SENSE, han_senses, sense_of
from uagent_memory.llm.audit.words import MARKED, clauses, stem_of

__all__ = ["Told", "Unit", "closest", "is_same", "shared_with", "told_units", "units_of"]

UNIT = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?|\d+(?:[.,:]\d+)*|[\u3400-\u9fff]")
HEADED = re.compile(
    r"(?<![A-Za-z])([^\n。；;:：?？]{1,60})[*_]*(?=[:：?？]+[*_\s]*([^\n。；;:：?？]{2,200}))"
)
LABELLED = re.compile(
    r"(?:^|(?<=[\s|])(?<!: ))(\*\*[^*\n]{2,80}\*\*|`[^`\n]+`)\s+[-–—]\s+([^\n。；;:：?？]{2,200})"
)
"""Something marked, and behind a dash what is said of it."""
FAULT = re.compile(r"(?:error|exception)$")
FAMILY = 5
"""Letters in common that make two words forms of one."""


class Unit(NamedTuple):
    """A word by its stem, a number, or a Chinese character."""

    text: str
    senses: frozenset[int]
    word: str
    is_common: bool = False
    """A word of general language: it names nothing and tells no deed."""

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit() or self.text in _listed("numerals")

    @property
    def is_han(self) -> bool:
        return HAN.match(self.text) is not None

    @property
    def is_deed(self) -> bool:
        """An English verb that tells something as done."""
        return self.word.endswith("ed") or self.word in _irregular()

    @property
    def is_telling(self) -> bool:
        """It tells how something is told, or that it is."""
        return self.text in _stems("telling")

    @property
    def is_relation(self) -> bool:
        """It tells how things hang together, which is looked at by itself."""
        return self.text in _stems("relations")

    @property
    def is_amount(self) -> bool:
        """It tells of how many something is said."""
        return self.text in _stems("amounts")

    @property
    def is_timing(self) -> bool:
        """It tells what comes before what."""
        return self.text in _stems("timing")

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
    sentence: frozenset[str | int]
    """The units of the sentence that it stands in, and their senses."""

    @property
    def small(self) -> frozenset[str]:
        """The stems of its words that tell nothing by themselves."""
        return _small(self.text) - self.marks


@lru_cache(maxsize=4096)
def told_units(text: str) -> tuple[Told, ...]:
    """The clauses of a text of the sources; one behind a label or question with it."""
    found = []
    behind = list(HEADED.finditer(text))
    under = "\n".join(match[2] for match in behind)
    marked = (match for match in LABELLED.finditer(text) if match[1] not in under)
    headed = [joined for match in (*behind, *marked) for joined in _headed(match)]
    heads = frozenset(head for _, _, head in headed)
    plain = (
        (x, [*(clause for clause in clauses(x) if clause not in heads), *completed(x)])
        for x in sentences(text)
    )
    for whole, parts in (*plain, *((whole, [joined]) for whole, joined, _ in headed)):
        own = [(clause, units) for clause in parts if (units := units_of(clause))]
        around = units_of(whole) if len(own) == 1 else tuple(x for _, units in own for x in units)
        texts = frozenset[str | int](unit.text for unit in around)
        sentence = texts.union(*(unit.senses for unit in around))
        for clause, units in own:
            marks = frozenset(unit.text for unit in units)
            senses = NO_SENSE.union(*(unit.senses for unit in units))
            pairs = frozenset(pairwise([unit.text for unit in units]))
            found.append(Told(clause, units, marks, pairs, senses, sentence))
    return tuple(found)


def _headed(match: re.Match[str]) -> Iterator[tuple[str, str, str]]:
    """A label or question, the two together with the first clause behind it, and itself."""
    heads, rest = clauses(match[1]), clauses(match[2])
    if heads and rest:
        is_named = len(rest) > 1 and MARKED.fullmatch(rest[0].strip("*_ -–—")) is not None
        told = f"{rest[0]} {rest[1].lstrip('-–— ')}" if is_named else rest[0]
        yield f"{match[1]}: {match[2]}", f"{heads[-1]} {told}", heads[-1]


@lru_cache(maxsize=4096)
def _small(clause: str) -> frozenset[str]:
    words = (match.group().lower() for match in UNIT.finditer(clause))
    stems = (stem_of(_irregular().get(word, word)) for word in words if word.isalpha())
    return frozenset(stem for stem in stems if stem.isascii())


@lru_cache(maxsize=16_384)
def units_of(text: str) -> tuple[Unit, ...]:
    """The words of a clause that tell something, its numbers and Chinese characters."""
    text = grammar("no_longer").sub("no", text)
    by_place = han_senses(text)
    common = common_places(text)
    found = []
    for match in UNIT.finditer(text):
        word = match.group().lower()
        if not word.isascii():
            if word not in _listed("particles"):
                senses = by_place.get(match.start(), NO_SENSE)
                found.append(Unit(word, senses, word, match.start() in common))
        elif word[0].isdigit():
            found.append(Unit(word.replace(",", ""), NO_SENSE, word))
        elif word in _listed("pronouns"):
            continue
        elif word in _listed("relations") or content_words(word):
            stem = stem_of(_irregular().get(word, word))
            found.append(Unit(stem, _senses(stem, word), word, is_common(stem, word)))
    return tuple(found)


def _senses(stem: str, word: str) -> frozenset[int]:
    """Of a word; the name of an error says that something failed."""
    own = sense_of(stem).senses
    return own | sense_of("fail").senses if FAULT.search(word) else own


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
