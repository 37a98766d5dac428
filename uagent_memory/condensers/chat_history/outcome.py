"""What a call for compression gives back, and what it tells on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["CompressionOutcome", "OutcomeStatus", "Phase", "Progress"]

OutcomeStatus: TypeAlias = Literal["compressed", "review", "nothing", "failed", "disabled", "busy"]
Phase: TypeAlias = Literal["selected", "validated", "saved"]


@dataclass(frozen=True, slots=True)
class CompressionOutcome:
    """Tokens are the whole history's, before and after."""

    status: OutcomeStatus
    reason: str = ""
    """Why nothing was done, or what went wrong; for people."""
    compressions: tuple[str, ...] = ()
    """Ids of the summaries made: `c1` ..."""
    reviews: tuple[str, ...] = ()
    messages: int = 0
    """Messages that the new summaries stand for."""
    tokens_before: int = 0
    tokens_after: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """Told to the callback of a history, from the thread that compresses."""

    phase: Phase
    number: int
    """Of the pass, from 1."""
    messages: int
    """In its batch."""
