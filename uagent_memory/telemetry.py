"""What a compression took: seconds, passes, messages read, and the model's calls."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from uagent_memory.segment_name import SegmentName

__all__ = ["RewriteCost", "Telemetry"]


class RewriteCost(BaseModel):
    """What the model path spent on one segment."""

    model_config = ConfigDict(frozen=True)

    segment: SegmentName
    calls: int = 0
    input_tokens: int = 0
    """Neither read from nor written to a cache."""
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    cost: float | None = None
    """US dollars; None where no prices are known."""
    seconds: float = 0.0


class Telemetry(BaseModel):
    """What a call took and cost; outside equality and outside every rendering.

    Zero: not measured.
    """

    model_config = ConfigDict(frozen=True)

    seconds: float = 0.0
    """Of the whole call."""
    stages: Mapping[str, float] = Field(default_factory=dict)
    """Seconds by stage: count, mask, analyze, prioritize, propose, generate, validate, render; and
    rewrite, the model path with its own checks."""
    passes: int = 0
    """How often the generator filled the budget."""
    messages_read: int = 0
    """Messages analysed in this call."""
    messages_cached: int = 0
    """Messages known from an earlier call."""
    rewrites: tuple[RewriteCost, ...] = ()
    """What the model path took, by segment."""
