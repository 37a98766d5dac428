"""CompressionTrigger: whether a history needs compression now, and why (section 4.1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from uagent_memory.condensers.chat_history.config import CompressionConfig
from uagent_memory.condensers.chat_history.state import Counters
from uagent_memory.condensers.chat_history.view import HistoryView
from uagent_memory.formats.moments import moment

__all__ = ["CompressionTrigger", "TriggerDecision", "TriggerReason"]

TriggerReason: TypeAlias = Literal[
    "tokens", "time", "below_threshold", "cooldown", "disabled", "nothing_to_compress"
]


@dataclass(frozen=True, slots=True)
class TriggerDecision:
    due: bool
    reason: TriggerReason
    fixed_exceeds: bool = False
    """What cannot be compressed is alone above the threshold: worth saying once."""


class CompressionTrigger:
    """Automatic passes only; a manual call needs no trigger."""

    def check(
        self, view: HistoryView, config: CompressionConfig, counters: Counters, *, now: datetime
    ) -> TriggerDecision:
        """Decide.

        The threshold is held against the whole history, but where what cannot be compressed
        exceeds it already, against what can (invariant I28).
        """
        if not config.enable_compression:
            return TriggerDecision(due=False, reason="disabled")
        exceeds = view.fixed >= config.token_threshold
        reason = _reason(view, config, exceeds=exceeds, now=now)
        if reason not in ("tokens", "time"):
            return TriggerDecision(due=False, reason=reason, fixed_exceeds=exceeds)
        waited = counters.since_attempt
        if waited is not None and waited < config.compression_cooldown:
            return TriggerDecision(due=False, reason="cooldown", fixed_exceeds=exceeds)
        return TriggerDecision(due=True, reason=reason, fixed_exceeds=exceeds)


def _reason(
    view: HistoryView, config: CompressionConfig, *, exceeds: bool, now: datetime
) -> TriggerReason:
    summaries = sum(view.tokens[index] for index in view.summaries)
    measured = view.compressible + summaries if exceeds else view.total
    mergeable = len(view.summaries) > 1
    if measured > config.token_threshold:
        return "tokens" if view.blocks or mergeable else "nothing_to_compress"
    if not view.blocks:
        return "nothing_to_compress"
    return "time" if _is_past(view, config, now) else "below_threshold"


def _is_past(view: HistoryView, config: CompressionConfig, now: datetime) -> bool:
    """Whether the oldest block that may be compressed lies before the time window."""
    at = _time(view, view.blocks[0][-1])
    told = moment(now)
    assert told is not None
    return at is not None and told - at > timedelta(minutes=config.time_window_minutes)


def _time(view: HistoryView, index: int) -> datetime | None:
    return view.records[index].parts[0].timestamp
