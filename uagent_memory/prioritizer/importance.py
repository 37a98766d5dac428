"""ImportanceRanker: criticality, dependency, uniqueness and actionability of a content.

UAgent document, section 5.1. Words match whole and have Chinese equivalents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import ceil
from pathlib import Path
from typing import NamedTuple, TypeAlias

from uagent_memory.analyzer.lexicon import bounded_samples
from uagent_memory.analyzer.lexicon_batches import count_each
from uagent_memory.analyzer.once import KnownTexts
from uagent_memory.analyzer.types import Actionability, ContentClassification, ContentType
from uagent_memory.prioritizer.settings import ImportanceSettings, PrioritizerSettings
from uagent_memory.prioritizer.types import ImportanceMetrics
from uagent_memory.prioritizer.word_lists import read_lexicon

__all__ = ["ImportanceRanker"]

WORDS = Path(__file__).with_name("lexicon") / "importance.toml"
INDICATOR = re.compile(
    r"\b(?:\d+(?:\.\d+)?|[A-Za-z]++_\w+|[A-Z]{2,}[a-z]\w*|[A-Z]?[a-z0-9]++[A-Z]\w*)\b", re.ASCII
)
"""Numbers, snake_case, HTTPServer, CamelCase and camelCase."""
INDICATOR_SIGN = re.compile(r"[0-9_A-Z](?:(?<=[0-9_])|(?<=[a-z][A-Z])|(?=[A-Z]+[a-z]))")
"""Stands in each of them; where there is none, most prose, it is found out much faster."""
FENCE, TICK = "```", "`"


class _Signs(NamedTuple):
    """What a text alone says of its importance."""

    critical: int
    dependent: int
    outbound: int
    indicators: float


_Case: TypeAlias = tuple[_Signs, ContentType, Actionability, int, int]
"""All that an importance depends on: signs, class, references, similar contents."""


class ImportanceRanker:
    """Says how much a content matters by itself and by what refers to it."""

    def __init__(self, settings: ImportanceSettings | None = None, *, remembered: int = 0) -> None:
        """Read the word lists.

        Args:
            settings: the shipped ones if None.
            remembered: contents whose signs are kept for later calls.
        """
        self._settings = settings or PrioritizerSettings.load().importance
        self._known = KnownTexts[_Signs](remembered)
        self._words = read_lexicon(WORDS)

    def rank_importance(
        self,
        content: str,
        classification: ContentClassification,
        *,
        reference_count: int = 0,
        similar_content_count: int = 0,
    ) -> ImportanceMetrics:
        """The document's four parts and their sum, all 0..1.

        Args:
            content: any length; judged by a bounded sample of head and tail.
            classification: the content's class (section 4.1).
            reference_count: later messages that refer to it.
            similar_content_count: other messages that say much the same.
        """
        (metrics,) = self.rank_messages(
            (content,),
            (classification,),
            reference_counts=(reference_count,),
            similar_content_counts=(similar_content_count,),
        )
        return metrics

    def rank_messages(
        self,
        contents: Sequence[str],
        classifications: Iterable[ContentClassification],
        *,
        reference_counts: Iterable[int],
        similar_content_counts: Iterable[int],
    ) -> tuple[ImportanceMetrics, ...]:
        """`rank_importance` of each content; most of a talk's have the same signs, or none."""
        known: dict[_Case, ImportanceMetrics] = {}
        ranked = []
        for signs, classification, references, similar in zip(
            self._known.read(self._signs, contents),
            classifications,
            reference_counts,
            similar_content_counts,
            strict=True,
        ):
            content_type, actionability = classification.content_type, classification.actionability
            case = (signs, content_type, actionability, references, similar)
            metrics = known.get(case)
            if metrics is None:
                metrics = known[case] = self._ranked(*case)
            ranked.append(metrics)
        return tuple(ranked)

    def _signs(self, contents: Sequence[str]) -> Iterator[_Signs]:
        s = self._settings
        samples = bounded_samples(contents, head=s.sample_head, tail=s.sample_tail)
        for content, counts in zip(contents, count_each(self._words, samples), strict=True):
            yield _Signs(
                counts.get("criticality", 0),
                counts.get("dependency", 0),
                counts.get("outbound", 0),
                self._indicators(content[: s.indicator_head]),
            )

    def _ranked(
        self,
        signs: _Signs,
        content_type: ContentType,
        actionable: Actionability,
        reference_count: int,
        similar_content_count: int,
    ) -> ImportanceMetrics:
        s = self._settings
        criticality = self._criticality(signs.critical, content_type)
        dependency = self._dependency(signs, reference_count)
        uniqueness = self._uniqueness(signs.indicators, similar_content_count)
        actionability = s.actionability[actionable]
        weight = s.weight
        overall = (
            criticality * weight.criticality
            + dependency * weight.dependency
            + uniqueness * weight.uniqueness
            + actionability * weight.actionability
        )
        return ImportanceMetrics(
            criticality, dependency, uniqueness, actionability, min(overall, 1.0)
        )

    def _criticality(self, words: int, content_type: ContentType) -> float:
        s = self._settings
        matched = min(words / s.full_criticality, 1.0)
        return min(matched * s.type_multiplier[content_type], 1.0)

    def _dependency(self, signs: _Signs, reference_count: int) -> float:
        s = self._settings
        return min(
            min(signs.dependent / s.full_dependency, s.dependency_cap)
            + min(reference_count / s.full_references, s.references_cap)
            + min(signs.outbound / s.full_outbound, s.outbound_cap),
            1.0,
        )

    def _indicators(self, head: str) -> float:
        s = self._settings
        indicators = 0.0
        if INDICATOR_SIGN.search(head):
            indicators += len(list(islice(INDICATOR.finditer(head), ceil(s.full_indicators))))
        if TICK in head:
            fences = head.count(FENCE)
            spans = fences // 2 + (head.count(TICK) - fences * len(FENCE)) // 2
            indicators += spans * s.code_indicator
        return indicators

    def _uniqueness(self, indicators: float, similar_content_count: int) -> float:
        s = self._settings
        return min(
            max(0.0, 1.0 - similar_content_count / s.full_similar) * s.repetition_share
            + min(indicators / s.full_indicators, 1.0) * s.indicator_share,
            1.0,
        )
