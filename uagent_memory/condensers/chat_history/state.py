"""HistoryState: everything a chat history's file holds, as one frozen value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pydantic import BaseModel, ConfigDict, JsonValue

from uagent_memory.condensers.chat_history.record import Method, Record

__all__ = ["AuditEntry", "Counters", "HistoryState", "Review"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AuditEntry(_Frozen):
    """One thing that was done to the history; never a message's content."""

    at: str
    action: str
    """compress, merge, restore, delete_originals, review, approve, reject, failed, enable,
    disable, set_ratio."""
    compression_id: str = ""
    messages: int = 0
    tokens_before: int = 0
    tokens_after: int = 0
    method: str = ""
    keyword_retention: float | None = None
    structure_integrity: float | None = None
    reason: str = ""


class Review(_Frozen):
    """A result under the quality threshold: the history is as it was until someone decides."""

    id: str
    """`r1`, `r2` ..."""
    covers: tuple[int, ...]
    content: str
    """What the summary would say, without its mark."""
    method: Method
    keyword_retention: float
    structure_integrity: float
    quality: float
    created_at: str


class Counters(_Frozen):
    """What only goes up."""

    next_seq: int = 1
    next_compression: int = 1
    next_review: int = 1
    since_attempt: int | None = None
    """Messages that arrived since the last automatic attempt; None before the first."""
    passes: int = 0
    failures: int = 0
    model_tokens: int = 0
    warned_fixed: bool = False
    """Said already that the fixed parts exceed the threshold."""


@dataclass(frozen=True, slots=True)
class HistoryState:
    records: tuple[Record, ...] = ()
    """In order of arrival."""
    counters: Counters = field(default_factory=Counters)
    audit: tuple[AuditEntry, ...] = ()
    reviews: tuple[Review, ...] = ()
    qualities: tuple[float, ...] = ()
    """Of the last results, oldest first."""

    @property
    def summaries(self) -> Iterator[Record]:
        return (record for record in self.records if record.compression is not None)

    @property
    def under_review(self) -> frozenset[int]:
        """Places of the messages whose compression waits for a decision."""
        return frozenset(seq for review in self.reviews for seq in review.covers)

    def counted(self, **update: JsonValue) -> HistoryState:
        """With some counters changed."""
        return replace(self, counters=self.counters.model_copy(update=update))

    def noted(self, *entries: AuditEntry) -> HistoryState:
        """With entries added to the audit log."""
        return replace(self, audit=(*self.audit, *entries))
