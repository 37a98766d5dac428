"""BM25 (Robertson and Zaragoza) over a few hundred short texts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from uagent_memory.condensers.retrieval.settings import retrieval_settings

__all__ = ["Bm25"]


class Bm25:
    """Scores texts, given as their words, against a question's words."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        self._counts = [Counter(words) for words in texts]
        self._lengths = [len(words) for words in texts]
        self._mean = sum(self._lengths) / len(texts) if texts else 0.0
        self._spread = Counter(word for counts in self._counts for word in counts)

    def weight(self, word: str) -> float:
        """Inverse document frequency, above 0."""
        found = self._spread[word]
        return math.log1p((len(self._counts) - found + 0.5) / (found + 0.5))

    def is_shared(self, word: str) -> bool:
        """Whether more than one text has the word."""
        return self._spread[word] > 1

    def scores(self, question: Sequence[str]) -> list[float]:
        """A score for each text, 0 where it shares no word with the question."""
        weights = {word: self.weight(word) for word in dict.fromkeys(question)}
        return [self._score(index, weights) for index in range(len(self._counts))]

    def _score(self, index: int, weights: dict[str, float]) -> float:
        settings, counts = retrieval_settings().ranking, self._counts[index]
        length = self._lengths[index] / self._mean if self._mean else 1.0
        norm = settings.k1 * (1 - settings.b + settings.b * length)
        return sum(
            weight * counts[word] * (settings.k1 + 1) / (counts[word] + norm)
            for word, weight in weights.items()
            if word in counts
        )
