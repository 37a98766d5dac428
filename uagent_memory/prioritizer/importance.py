"""ImportanceRanker: criticality, dependency, uniqueness and actionability of a content.

UAgent document, section 5.1. Words match whole and have Chinese equivalents.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from math import ceil
from pathlib import Path

from uagent_memory.analyzer.lexicon import bounded_sample
from uagent_memory.analyzer.types import ContentClassification
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


class ImportanceRanker:
    """Says how much a content matters by itself and by what refers to it."""

    def __init__(self, settings: ImportanceSettings | None = None) -> None:
        self._settings = settings or PrioritizerSettings.load().importance
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
        s = self._settings
        sample = bounded_sample(content, head=s.sample_head, tail=s.sample_tail)
        counts = self._words.count(sample)
        criticality = self._criticality(counts, classification)
        dependency = self._dependency(counts, reference_count)
        uniqueness = self._uniqueness(content[: s.indicator_head], similar_content_count)
        actionability = s.actionability[classification.actionability]
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

    def _criticality(
        self, counts: Mapping[str, int], classification: ContentClassification
    ) -> float:
        s = self._settings
        matched = min(counts.get("criticality", 0) / s.full_criticality, 1.0)
        return min(matched * s.type_multiplier[classification.content_type], 1.0)

    def _dependency(self, counts: Mapping[str, int], reference_count: int) -> float:
        s = self._settings
        return min(
            min(counts.get("dependency", 0) / s.full_dependency, s.dependency_cap)
            + min(reference_count / s.full_references, s.references_cap)
            + min(counts.get("outbound", 0) / s.full_outbound, s.outbound_cap),
            1.0,
        )

    def _uniqueness(self, head: str, similar_content_count: int) -> float:
        s = self._settings
        indicators = 0.0
        if INDICATOR_SIGN.search(head):
            indicators += len(list(islice(INDICATOR.finditer(head), ceil(s.full_indicators))))
        if TICK in head:
            fences = head.count(FENCE)
            spans = fences // 2 + (head.count(TICK) - fences * len(FENCE)) // 2
            indicators += spans * s.code_indicator
        return min(
            max(0.0, 1.0 - similar_content_count / s.full_similar) * s.repetition_share
            + min(indicators / s.full_indicators, 1.0) * s.indicator_share,
            1.0,
        )
