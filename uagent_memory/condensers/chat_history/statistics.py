"""What compression did for a history, in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from uagent_memory.condensers.chat_history.state import HistoryState

__all__ = ["HistoryStatistics", "statistics_of"]


@dataclass(frozen=True, slots=True)
class HistoryStatistics:
    messages: int
    """As they stand now, summaries included."""
    summaries: int
    original_messages: int
    """That the summaries stand for."""
    tokens: int
    tokens_uncompressed: int
    """What the history would have without compression."""
    reduction: float
    """Share of the tokens removed, 0..1."""
    keyword_retention: float
    """Mean over the summaries; 1 where there are none."""
    structure_integrity: float
    passes: int
    failures: int
    under_review: int
    model_tokens: int
    """Spent on models so far."""


def statistics_of(state: HistoryState, tokens: int) -> HistoryStatistics:
    """The statistics of a state whose view has so many tokens."""
    made = [r.compression for r in state.summaries if r.compression is not None]
    saved = sum(one.tokens_before - one.tokens_after for one in made)
    whole = tokens + saved
    return HistoryStatistics(
        messages=len(state.records),
        summaries=len(made),
        original_messages=sum(len(one.covers) for one in made),
        tokens=tokens,
        tokens_uncompressed=whole,
        reduction=saved / whole if whole else 0.0,
        keyword_retention=_mean([one.keyword_retention for one in made]),
        structure_integrity=_mean([one.structure_integrity for one in made]),
        passes=state.counters.passes,
        failures=state.counters.failures,
        under_review=len(state.reviews),
        model_tokens=state.counters.model_tokens,
    )


def _mean(shares: list[float]) -> float:
    return fmean(shares) if shares else 1.0
