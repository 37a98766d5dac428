"""Clauses of a line, and what of each a row of the sources does not say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.analyzer.terms import content_words
from uagent_memory.llm.audit.alignment import sentences
from uagent_memory.llm.audit.common import label_stems
from uagent_memory.llm.audit.data import accounted_data, audit_data
from uagent_memory.llm.audit.listing import counted
from uagent_memory.llm.audit.modes import modes_of
from uagent_memory.llm.audit.rows_of_sources import Row, small_words
from uagent_memory.llm.audit.senses import Meant, han_words, sense_of
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import clauses, numbers_of, stem_of, stems_of

__all__ = ["Clause", "clauses_of", "lacking", "needed"]

LABEL = re.compile(r"^[\W_]*((?:[\w/-]+\s+){0,3}[\w/-]+)[*_\s]*[:：]")
WORD = re.compile(r"[a-z]+")
APART = ".{0,4}?"
"""What may stand between two characters of a word that a line shortens."""


class Clause(NamedTuple):
    """A clause of a line."""

    text: str
    sentence: str
    words: tuple[tuple[str, Meant], ...]
    """English ones that a source must have."""
    numbers: frozenset[str]


def clauses_of(text: str) -> Iterator[Clause]:
    label = LABEL.match(text)
    free = label_stems() & frozenset(stems_of(label[1])) if label else frozenset[str]()
    sums = counted(text)
    told = ((s, _respelled(c)) for s in sentences(text) for c in clauses(_respelled(s)))
    for sentence, clause in told:
        amounts = (word for word in WORD.findall(clause.lower()) if word in _amounts())
        words = (*(word for word in content_words(clause) if word.isascii()), *amounts)
        meant = ((word, sense_of(stem_of(word))) for word in words)
        if not _is_label(clause):
            own = tuple(x for x in meant if x[1].stem not in free and x[1].stem not in _harmless())
            yield Clause(clause.lower(), plain_wording(sentence), own, numbers_of(clause) - sums)


def _respelled(clause: str) -> str:
    for pattern, other in accounted_data()["spellings"]:
        clause = re.sub(pattern, other, clause)
    return clause


def lacking(clause: Clause, row: Row) -> tuple[str, ...]:
    """What of the clause the sources do not say there."""
    often = Counter(sense.stem for _, sense in clause.words)
    words = (
        word
        for word, sense in clause.words
        if not row.says(word, sense) or 1 < often[sense.stem] > row.often.get(sense.stem, 0)
    )
    numbers = sorted(clause.numbers - row.numbers)
    return (*words, *numbers, *(_lacking_han(clause.text, row) if HAN.search(clause.text) else ()))


def needed(clause: Clause, row: Row) -> tuple[Row, ...]:
    """The clauses of a row that say what no other of it does, or the one that says all."""
    missing = [(part, frozenset(lacking(clause, part))) for part in row.parts]
    whole = [part for part, found in missing if not found]
    if whole or not missing:
        return (min(whole, key=lambda part: len(modes_of(part.text)), default=row),)
    return tuple(
        part
        for part, _ in missing
        if frozenset.intersection(*(found for other, found in missing if other is not part))
    )


def _lacking_han(clause: str, row: Row) -> Iterator[str]:
    """Runs of characters that stand in no word of its own or of the list, and nowhere there."""
    words = {word for word, senses in han_words(clause) if senses & row.meaning}
    words.update(_harmless_words().findall(clause))
    said = {
        place
        for word in words
        for match in re.finditer(re.escape(word), clause)
        for place in range(*match.span())
    }
    for place in range(len(clause) - 1):
        if clause[place : place + 2] in row.pairs:
            said.update((place, place + 1))
    free = [
        place in said
        or not HAN.match(char)
        or char in _harmless_characters()
        or any(other in row.text for other in small_words().get(char, ()))
        for place, char in enumerate(clause)
    ]
    for is_free, places in groupby(range(len(clause)), free.__getitem__):
        run = "" if is_free else "".join(clause[place] for place in places)
        if run and not _is_shortened(run, row.text):
            yield run


def _is_shortened(run: str, text: str) -> bool:
    """Its characters stand there in this order, close together: 月费 for 每月费用."""
    return re.search(APART.join(map(re.escape, run)), text) is not None


def _is_label(clause: str) -> bool:
    bare = clause.strip("*_`[]()（）【】 ").lower()
    stems = [stem_of(word) for word in bare.split()]
    return bare in _labels() or (
        0 < len(stems) <= accounted_data()["limits"]["label"]
        and all(stem in label_stems() for stem in stems)
    )


@cache
def _labels() -> frozenset[str]:
    listed = accounted_data()["labels"]
    return frozenset((*listed["en"].split(), *listed["zh"].split(), *audit_data()["labels"]["zh"]))


@cache
def _amounts() -> frozenset[str]:
    """Small words that say of how many something is said."""
    return frozenset(accounted_data()["amounts"]["en"].split())


@cache
def _harmless() -> frozenset[str]:
    return frozenset(map(stem_of, accounted_data()["harmless"]["en"].split()))


@cache
def _harmless_characters() -> frozenset[str]:
    return frozenset(word for word in accounted_data()["harmless"]["zh"].split() if len(word) == 1)


@cache
def _harmless_words() -> re.Pattern[str]:
    words = [word for word in accounted_data()["harmless"]["zh"].split() if len(word) > 1]
    return re.compile("|".join(sorted(words, key=lambda word: (-len(word), word))))
