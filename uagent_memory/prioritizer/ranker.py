"""The ranker: how likely the next role is to write a term of the history again.

A logistic model over where, how often and how recently a term was mentioned; the weights are
published in need.toml and were learned from what agents did next in recorded sessions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import mul

from uagent_memory.analyzer.types import ContextAnalysis
from uagent_memory.prioritizer.need_model import NeedModel
from uagent_memory.prioritizer.term_features import Nearness, case_of, features
from uagent_memory.prioritizer.term_uses import TermUse, term_uses

__all__ = ["TermRanker", "far_border"]


class TermRanker:
    """Gives each term of a history its expected need, 0..1, far terms boosted."""

    def __init__(self, model: NeedModel | None = None) -> None:
        self._model = model or NeedModel.load()
        self._weights = tuple(self._model.weights.values())

    def rank(
        self, analysis: ContextAnalysis, uses: Mapping[str, TermUse] | None = None
    ) -> dict[str, float]:
        """Expected need of every term, by first appearance.

        Most terms of a result stand nowhere else: those of the same length have the same.
        """
        settings = self._model.settings
        near = Nearness.of(
            analysis.messages, recent=settings.recent_characters, wide=settings.wide_characters
        )
        border = far_border(near.after, settings.far_share)
        need: dict[str, float] = {}
        known: dict[tuple[object, ...], float] = {}
        for term, use in (term_uses(analysis) if uses is None else uses).items():
            case = case_of(term, use)
            chance = known.get(case)
            if chance is None:
                chance = known[case] = self._chance(features(term, use, near))
            need[term] = chance * settings.far_boost if use.last < border else chance
        return need

    def _chance(self, values: Sequence[float]) -> float:
        z = self._model.intercept + sum(map(mul, self._weights, values))
        return 1.0 / (1.0 + math.exp(-z))


def far_border(after: Sequence[int], far_share: float) -> int:
    """Index of the first message that is not far; `after`: see Nearness."""
    limit = after[-1] * far_share
    return next((i for i, rest in enumerate(after[:-1]) if rest <= limit), len(after))
