"""OriginalProfile: what of an original can be missed in its compressed form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from uagent_memory.analyzer.types import ContextAnalysis
from uagent_memory.messages import Author
from uagent_memory.prioritizer.types import ImportanceMetrics, Prioritization
from uagent_memory.prioritizer.word_lists import read_lexicon, read_words
from uagent_memory.validator.fact_texts import fact_texts
from uagent_memory.validator.settings import ValidatorSettings
from uagent_memory.validator.structures import (
    Structure,
    find_structures,
    structures_of_facts,
    structures_of_units,
)

__all__ = ["UNKNOWN", "OriginalProfile", "keywords_of", "numbers_of", "terms_of"]

KEYWORDS = Path(__file__).with_name("retention.toml")
TERM = re.compile(
    r"\b(?:[A-Za-z]+\d*_\w+|[A-Z][a-z0-9]+[A-Z]\w*|[A-Z]{2,}(?:[a-z]\w*)?|[a-z]+[A-Z]\w*)\b",
    re.ASCII,
)
"""CamelCase and acronyms as in the document; HTTPServer, snake_case and camelCase besides."""
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w|\.\d)", re.ASCII)
PRINTED = frozenset((Author.TOOL, Author.HARNESS))
"""Of printed text only the facts count: whole logs are not worth keeping."""
UNKNOWN = ImportanceMetrics(0.0, 0.0, 0.0, 0.0, 0.0)
"""Of an original whose importance nobody has ranked: the ordinary levels hold."""


@dataclass(frozen=True, slots=True)
class OriginalProfile:
    """Keywords, terms, numbers and structures of what was worth keeping."""

    length: int
    """Characters."""
    keywords: frozenset[str]
    """Names of the keyword tables that it has words of."""
    terms: frozenset[str]
    numbers: frozenset[str]
    structures: tuple[Structure, ...]
    importance: ImportanceMetrics = UNKNOWN

    @classmethod
    def of(cls, analysis: ContextAnalysis, priorities: Prioritization) -> OriginalProfile:
        """Profile the important facts and units of a context."""
        least = ValidatorSettings.load().loss
        facts = [
            fact
            for fact in analysis.ledger
            if priorities.facts[fact.kind, fact.key].total >= least.important_fact
        ]
        units = [
            unit
            for analysed, scores in zip(analysis.messages, priorities.units, strict=True)
            if analysed.message.author not in PRINTED
            for unit, score in zip(analysed.units, scores, strict=True)
            if unit.cue and score.total >= least.important_unit
        ]
        texts = [text for fact in facts for text in fact_texts(fact)]
        texts.extend(unit.text for unit in units)
        structures = (*structures_of_units(units), *structures_of_facts(facts))
        return cls._profile(dict.fromkeys(texts), structures, _mean(priorities.importance))

    @classmethod
    def of_texts(
        cls, texts: Iterable[str], *, importance: ImportanceMetrics = UNKNOWN
    ) -> OriginalProfile:
        """Profile plain texts; their structures are found line by line."""
        parts = tuple(texts)
        structures = tuple(found for text in parts for found in find_structures(text))
        return cls._profile(parts, structures, importance)

    @classmethod
    def _profile(
        cls, texts: Iterable[str], structures: Iterable[Structure], importance: ImportanceMetrics
    ) -> OriginalProfile:
        parts = tuple(texts)
        return cls(
            length=sum(map(len, parts)),
            keywords=keywords_of(parts),
            terms=terms_of(parts),
            numbers=numbers_of(parts),
            structures=tuple(dict.fromkeys(structures)),
            importance=importance,
        )


def keywords_of(texts: Iterable[str]) -> frozenset[str]:
    """Names of the keyword tables that the texts have words of; stops once it has all."""
    lexicon, wanted = read_lexicon(KEYWORDS), len(read_words(KEYWORDS))
    found: set[str] = set()
    for text in texts:
        found.update(lexicon.count(text))
        if len(found) == wanted:
            break
    return frozenset(found)


def terms_of(texts: Iterable[str]) -> frozenset[str]:
    """No term goes over a line's end: the texts are searched as one."""
    return frozenset(TERM.findall("\n".join(texts)))


def numbers_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(NUMBER.findall("\n".join(texts)))


def _mean(metrics: Sequence[ImportanceMetrics]) -> ImportanceMetrics:
    if not metrics:
        return UNKNOWN
    return ImportanceMetrics(
        criticality_score=fmean([one.criticality_score for one in metrics]),
        dependency_score=fmean([one.dependency_score for one in metrics]),
        uniqueness_score=fmean([one.uniqueness_score for one in metrics]),
        actionability_score=fmean([one.actionability_score for one in metrics]),
        overall_importance=fmean([one.overall_importance for one in metrics]),
    )
