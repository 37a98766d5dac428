"""Decisions on results under the quality threshold (section 6.4)."""

from __future__ import annotations

from dataclasses import replace

from uagent_memory.condensers.chat_history.config import CompressionConfig
from uagent_memory.condensers.chat_history.proposing import Proposal, Proposer
from uagent_memory.condensers.chat_history.selector import Batch
from uagent_memory.condensers.chat_history.state import AuditEntry, HistoryState, Review
from uagent_memory.condensers.chat_history.updater import HistoryUpdater
from uagent_memory.errors import InputError, UnknownReference

__all__ = ["Reviewing", "queued"]


def queued(state: HistoryState, batch: Batch, proposal: Proposal, *, at: str) -> HistoryState:
    """The proposal in the queue; its messages stay as they are and wait for the decision."""
    assert proposal.result is not None
    quality = proposal.result.quality
    number = state.counters.next_review
    review = Review(
        id=f"r{number}",
        covers=batch.seqs,
        content=proposal.text,
        method=proposal.method,
        keyword_retention=quality.keyword_retention,
        structure_integrity=quality.structure_integrity,
        quality=quality.score,
        created_at=at,
    )
    entry = AuditEntry(
        at=at,
        action="review",
        compression_id=review.id,
        messages=len(batch.records),
        tokens_before=proposal.result.tokens_before,
        tokens_after=proposal.result.tokens,
        method=proposal.method,
        keyword_retention=quality.keyword_retention,
        structure_integrity=quality.structure_integrity,
        reason=proposal.reason,
    )
    return (
        replace(state, reviews=(*state.reviews, review))
        .counted(next_review=number + 1)
        .noted(entry)
    )


class Reviewing:
    def __init__(self, proposer: Proposer, updater: HistoryUpdater) -> None:
        self._proposer = proposer
        self._updater = updater

    def approved(
        self,
        state: HistoryState,
        review_id: str,
        content: str | None,
        config: CompressionConfig,
        *,
        at: str,
    ) -> HistoryState:
        """The state with the summary in place.

        Raises:
            UnknownReference: there is no such review.
            InputError: the content is blank.
        """
        review = _find(state, review_id)
        text = review.content if content is None else content.strip()
        if not text:
            raise InputError(f"{review_id}: the corrected content is blank; reject it instead")
        wanted = set(review.covers)
        records = tuple(record for record in state.records if record.seq in wanted)
        batch = Batch(records, self._proposer.tokens(records), (0.5,) * len(records))
        result = self._proposer.reviewed(batch, text, config, at=at)
        applied = self._updater.applied(_without(state, review_id), result, config)
        assert applied is not None  # messages under review do not change
        entry = AuditEntry(
            at=at,
            action="approve",
            compression_id=f"c{state.counters.next_compression}",
            messages=len(records),
            tokens_before=result.tokens_before,
            tokens_after=result.tokens,
            method="review",
            keyword_retention=result.quality.keyword_retention,
            structure_integrity=result.quality.structure_integrity,
            reason=review_id,
        )
        return applied.noted(entry)

    def rejected(self, state: HistoryState, review_id: str, *, at: str) -> HistoryState:
        """The state without the review.

        Raises:
            UnknownReference: there is no such review.
        """
        _find(state, review_id)
        entry = AuditEntry(at=at, action="reject", compression_id=review_id)
        return _without(state, review_id).noted(entry)


def _find(state: HistoryState, review_id: str) -> Review:
    known = {review.id: review for review in state.reviews}
    if not isinstance(review_id, str) or review_id not in known:
        raise UnknownReference(
            f"no review {review_id!r} in this history; it has {', '.join(known) or 'none'}"
        )
    return known[review_id]


def _without(state: HistoryState, review_id: str) -> HistoryState:
    return replace(state, reviews=tuple(r for r in state.reviews if r.id != review_id))
