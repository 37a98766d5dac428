"""The ranker: how likely the next role is to write a term of the history again.

A logistic model over where, how often and how recently a term was mentioned; the weights are
published in need.toml and were learned from what agents did next in recorded sessions.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import NamedTuple

from uagent_memory.analyzer.types import ContextAnalysis, MessageAnalysis
from uagent_memory.messages import Author

__all__ = ["FEATURES", "NeedModel", "TermRanker", "TermUse", "term_uses"]

FEATURES = (
    "user",
    "agent",
    "arguments",
    "output",
    "messages",
    "recent",
    "recent_agent",
    "recent_user",
    "recent_arguments",
    "first_user",
    "last_user",
    "spread",
    "length",
    "last_four",
    "agent_last_four",
    "agent_last_twenty",
    "output_only",
)

_NEVER = -1
_MAX_LENGTH = 60


@dataclass(slots=True)
class TermUse:
    """Where one term was used: counts and last message index by place, over one history."""

    first: int
    last: int
    messages: int = 0
    user: int = 0
    agent: int = 0
    arguments: int = 0
    output: int = 0
    last_user: int = _NEVER
    last_agent: int = _NEVER
    last_arguments: int = _NEVER
    in_first_user: bool = False
    in_last_user: bool = False


class NeedModel(NamedTuple):
    intercept: float
    weights: Mapping[str, float]
    half_recency_characters: float
    far_share: float
    far_boost: float

    @classmethod
    def load(cls) -> NeedModel:
        return _load()


@cache
def _load() -> NeedModel:
    text = resources.files(__package__).joinpath("need.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return NeedModel(data["intercept"], data["weights"], **data["settings"])


def term_uses(messages: Sequence[MessageAnalysis]) -> dict[str, TermUse]:
    """Every term of a history with its uses, by first appearance."""
    uses: dict[str, TermUse] = {}
    users = [m.index for m in messages if m.message.author is Author.USER]
    first_user, last_user = (users[0], users[-1]) if users else (_NEVER, _NEVER)
    for analysis in messages:
        index, author = analysis.index, analysis.message.author
        for term, count in analysis.terms.items():
            use = uses.get(term)
            if use is None:
                use = uses[term] = TermUse(index, index)
            in_call = analysis.call_terms.get(term, 0)
            use.messages += 1
            use.last = index
            if in_call:
                use.arguments += in_call
                use.last_arguments = index
            spoken = count - in_call
            if not spoken:
                continue
            if author is Author.USER or author is Author.SYSTEM:
                use.user += spoken
                use.last_user = index
                use.in_first_user |= index == first_user
                use.in_last_user |= index == last_user
            elif author is Author.AGENT or author is Author.PARENT:
                use.agent += spoken
                use.last_agent = index
            else:
                use.output += spoken
    return uses


class TermRanker:
    """Gives each term of a history its expected need, 0..1, far terms boosted."""

    def __init__(self, model: NeedModel | None = None) -> None:
        self._model = model or NeedModel.load()

    def rank(
        self, analysis: ContextAnalysis, uses: Mapping[str, TermUse] | None = None
    ) -> dict[str, float]:
        """Expected need of every term, by first appearance."""
        messages = analysis.messages
        if uses is None:
            uses = term_uses(messages)
        after = _characters_after(messages)
        recency = [self._recency(characters) for characters in after]
        border = self._far_border(after)
        need = {}
        for term, use in uses.items():
            chance = self._chance(features(term, use, recency))
            need[term] = chance * self._model.far_boost if use.last < border else chance
        return need

    def _recency(self, characters: int) -> float:
        return 1.0 / (1.0 + characters / self._model.half_recency_characters)

    def _far_border(self, after: Sequence[int]) -> int:
        """Index of the first message that is not far."""
        total = after[-1] if after else 0
        limit = total * self._model.far_share
        return next((i for i, rest in enumerate(after[:-1]) if rest <= limit), len(after))

    def _chance(self, values: Sequence[float]) -> float:
        weights = self._model.weights
        z = self._model.intercept + sum(
            weights[name] * value for name, value in zip(FEATURES, values, strict=True) if value
        )
        return 1.0 / (1.0 + math.exp(-z))


def _characters_after(messages: Sequence[MessageAnalysis]) -> list[int]:
    """Per message, the characters that follow it; the total as last item."""
    rest, after = 0, []
    for analysis in reversed(messages):
        after.append(rest)
        rest += len(analysis.message.full_text)
    after.reverse()
    after.append(rest)
    return after


def features(term: str, use: TermUse, recency: Sequence[float]) -> tuple[float, ...]:
    """The model's inputs for one term, in the order of FEATURES."""
    count = len(recency) - 1
    last_written = max(use.last_agent, use.last_arguments)

    def recent(index: int) -> float:
        return recency[index] if index >= 0 else 0.0

    return (
        math.log1p(use.user),
        math.log1p(use.agent),
        math.log1p(use.arguments),
        math.log1p(use.output),
        math.log1p(use.messages),
        recency[use.last],
        recent(use.last_agent),
        recent(use.last_user),
        recent(use.last_arguments),
        float(use.in_first_user),
        float(use.in_last_user),
        (use.last - use.first) / count,
        min(len(term), _MAX_LENGTH) / _MAX_LENGTH,
        float(use.last >= count - 4),
        float(last_written >= count - 4),
        float(last_written >= count - 20),
        float(not (use.user or use.agent or use.arguments)),
    )
