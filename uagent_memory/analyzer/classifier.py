"""ContentClassifier: what a message is about, how technical, and whether it asks for action.

UAgent document, section 4.1, mended: words match whole and in both languages; keywords are ordered
by how often and then where they occur; a long text is judged by its head and tail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import get_args

from pydantic import BaseModel, ConfigDict

from uagent_memory.analyzer.lexicon import Lexicon, Match, bounded_samples, load_table
from uagent_memory.analyzer.lexicon_batches import find_each
from uagent_memory.analyzer.types import (
    Actionability,
    ContentClassification,
    ContentType,
    TechnicalLevel,
)

__all__ = ["ContentClassifier"]

CONTENT_TYPES: tuple[ContentType, ...] = get_args(ContentType)
LEVELS: tuple[TechnicalLevel, ...] = ("advanced", "intermediate")


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    full_confidence_matches: float
    """Matches of the best type at which confidence reaches 1."""
    general_confidence: float
    max_keywords: int
    sample_head: int
    """Characters from the start of a longer text that are looked at."""
    sample_tail: int


class ContentClassifier:
    """Classifies by counted words; one pass over at most `sample_head + sample_tail` characters."""

    def __init__(self) -> None:
        self._settings = _settings()
        self._lexicon = Lexicon.load("classification", "technical", "actionability")
        self._nothing = self._general({})
        """Of a text without a word of any list."""

    def classify_content(self, content: str) -> ContentClassification:
        """Type with confidence and keywords, technical level and actionability of a text."""
        (classification,) = self.classify_contents((content,))
        return classification

    def classify_contents(self, contents: Iterable[str]) -> Iterator[ContentClassification]:
        """`classify_content` of each text; much faster for many."""
        head, tail = self._settings.sample_head, self._settings.sample_tail
        samples = bounded_samples(contents, head=head, tail=tail)
        return map(self._classified, find_each(self._lexicon, samples))

    def _classified(self, matches: Sequence[Match]) -> ContentClassification:
        settings = self._settings
        if not matches:
            return self._nothing
        counts: dict[str, int] = {}
        for match in matches:
            counts[match.category] = counts.get(match.category, 0) + 1
        best = max(CONTENT_TYPES, key=lambda kind: counts.get(kind, 0))
        if best not in counts:
            return self._general(counts)
        return ContentClassification(
            content_type=best,
            confidence=min(counts[best] / settings.full_confidence_matches, 1.0),
            keywords=_keywords(matches, best)[: settings.max_keywords],
            technical_level=_level(counts),
            actionability=_actionability(counts),
        )

    def _general(self, counts: Mapping[str, int]) -> ContentClassification:
        return ContentClassification(
            content_type="general",
            confidence=self._settings.general_confidence,
            keywords=(),
            technical_level=_level(counts),
            actionability=_actionability(counts),
        )


def _keywords(matches: Sequence[Match], category: ContentType) -> tuple[str, ...]:
    """Words of one type by count, then by first position (`Counter` keeps first positions)."""
    counts = Counter(match.word for match in matches if match.category == category)
    return tuple(word for word, _ in counts.most_common())


def _level(counts: Mapping[str, int]) -> TechnicalLevel:
    return next((level for level in LEVELS if level in counts), "basic")


def _actionability(counts: Mapping[str, int]) -> Actionability:
    if counts.get("actionable", 0) > counts.get("informational", 0):
        return "actionable"
    return "informational" if "informational" in counts else "historical"


@cache
def _settings() -> _Settings:
    return _Settings.model_validate(load_table("classification_settings"))
