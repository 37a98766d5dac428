"""TemporalRelevanceAnalyzer: how much a content still speaks about now.

UAgent document, section 5.2, with two mends: age is message time and distance in turns together,
since a decay per day says nothing inside a session of two hours; and "now" is given by the caller
(the newest message's time), never read from a clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from uagent_memory.analyzer.lexicon import bounded_samples
from uagent_memory.analyzer.lexicon_batches import count_each
from uagent_memory.analyzer.once import KnownTexts
from uagent_memory.prioritizer.settings import (
    PrioritizerSettings,
    TemporalCategory,
    TemporalSettings,
)
from uagent_memory.prioritizer.word_lists import read_lexicon

__all__ = ["TemporalRelevanceAnalyzer"]

WORDS = Path(__file__).with_name("lexicon") / "temporal.toml"
PRECEDENCE: tuple[TemporalCategory, ...] = (
    "immediate",
    "current_phase",
    "future_relevant",
    "historical",
)


class TemporalRelevanceAnalyzer:
    """Decay by age, adjusted by what the content says about its own time."""

    def __init__(self, settings: TemporalSettings | None = None, *, remembered: int = 0) -> None:
        """Read the word lists.

        Args:
            settings: the shipped ones if None.
            remembered: contents whose categories are kept for later calls.
        """
        self._settings = settings or PrioritizerSettings.load().temporal
        self._known = KnownTexts[TemporalCategory](remembered)
        self._words = read_lexicon(WORDS)

    def analyze_temporal_relevance(
        self, content: str, *, age_days: float | None, turns_ago: int, total_turns: int
    ) -> float:
        """Temporal relevance, 0..1; never rises with age or distance.

        Args:
            content: any length; judged by a bounded sample of head and tail.
            age_days: from the message to the newest one; None where a time is missing.
            turns_ago: agent turns from the message to the end of the session.
            total_turns: agent turns of the session.
        """
        category = self.categorize_temporal_relevance(content)
        return self.relevance_of(category, age_days, turns_ago, total_turns)

    def relevance_of(
        self,
        category: TemporalCategory,
        age_days: float | None,
        turns_ago: int,
        total_turns: int,
    ) -> float:
        """`analyze_temporal_relevance` of a content of a known category."""
        s = self._settings
        pace = s.future_relevance_boost if category == "future_relevant" else 1.0
        days = max(age_days or 0.0, 0.0) / pace
        distance = min(max(turns_ago, 0) / max(total_turns, 1), 1.0) / pace
        by_time = max(0.0, 1.0 - days * s.decay_per_day)
        decay = s.time_share * by_time + (1.0 - s.time_share) * (1.0 - distance)
        return min(decay * s.multiplier[category], 1.0)

    def categorize_temporal_relevance(self, content: str) -> TemporalCategory:
        """The document's category: the first, in its order, that the content holds.

        In a long text a stray word says nothing, so the words needed grow with the length.
        """
        (category,) = self.categories((content,))
        return category

    def categories(self, contents: Sequence[str]) -> list[TemporalCategory]:
        """`categorize_temporal_relevance` of each content; much faster for many."""
        return self._known.read(self._categories, contents)

    def _categories(self, contents: Sequence[str]) -> Iterator[TemporalCategory]:
        s = self._settings
        samples = bounded_samples(contents, head=s.sample_head, tail=s.sample_tail)
        for sample, counts in zip(samples, count_each(self._words, samples), strict=True):
            yield self._category(counts, len(sample)) if counts else "timeless"

    def _category(self, counts: Mapping[str, int], length: int) -> TemporalCategory:
        needed = max(1.0, length / self._settings.characters_per_match)
        return next((name for name in PRECEDENCE if counts.get(name, 0) >= needed), "timeless")
