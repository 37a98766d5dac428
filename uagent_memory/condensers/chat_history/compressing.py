"""Compressing: runs passes over a history: select, propose, validate, save (section 6.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Protocol

from uagent_memory.condensers.chat_history.config import CompressionConfig
from uagent_memory.condensers.chat_history.material import MaterialMaker
from uagent_memory.condensers.chat_history.outcome import (
    CompressionOutcome,
    OutcomeStatus,
    Phase,
    Progress,
)
from uagent_memory.condensers.chat_history.processor import LLMCompressionProcessor
from uagent_memory.condensers.chat_history.proposing import Proposal, Proposer
from uagent_memory.condensers.chat_history.record import Record
from uagent_memory.condensers.chat_history.reviewing import queued
from uagent_memory.condensers.chat_history.selector import Batch, MessageSelector
from uagent_memory.condensers.chat_history.settings import chat_settings
from uagent_memory.condensers.chat_history.state import AuditEntry, HistoryState
from uagent_memory.condensers.chat_history.targets import adapted
from uagent_memory.condensers.chat_history.trigger import CompressionTrigger, TriggerDecision
from uagent_memory.condensers.chat_history.updater import HistoryUpdater
from uagent_memory.condensers.chat_history.view import HistoryView, Measure, view_of
from uagent_memory.config import Settings
from uagent_memory.events import emit
from uagent_memory.llm.protocol import LanguageModel
from uagent_memory.role_files import load_roles
from uagent_memory.tokens import TokenCounter, default_counter

__all__ = ["Compressing", "Owner", "Pass"]

MOST_PASSES = 1000
"""Of one call with a target; each makes the history smaller."""
BY_CONFIGURATION = "default"


@dataclass(frozen=True, slots=True)
class Pass:
    """What a call asks for."""

    automatic: bool = False
    target_tokens: int | None = None


class Owner(Protocol):
    """The history whose state is changed."""

    def snapshot(self) -> tuple[HistoryState, CompressionConfig, datetime, str]: ...

    def change(self, step: Callable[[HistoryState], HistoryState | None]) -> bool: ...


@dataclass(frozen=True, slots=True)
class _Step:
    """What one pass came to."""

    status: OutcomeStatus
    reason: str = ""
    id: str = ""
    messages: int = 0


class Compressing:
    """Holds the components of section 6.1 for one history."""

    def __init__(
        self,
        *,
        model: LanguageModel | None,
        config: CompressionConfig,
        counter: TokenCounter | None,
        settings: Settings | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        settings = Settings() if settings is None else settings
        counter = default_counter() if counter is None else counter
        self.measure = Measure(counter)
        self._trigger = CompressionTrigger()
        self._selector = MessageSelector()
        self._updater = HistoryUpdater()
        self._progress = progress
        processor = LLMCompressionProcessor(counter, _model(model, config, settings), settings)
        self.has_model = processor.model is not None
        general = load_roles().get("general")
        maker = MaterialMaker(general, mask_secrets=settings.mask_secrets)
        self.proposer = Proposer(maker, processor, self.measure)

    def check(
        self, state: HistoryState, config: CompressionConfig, now: datetime
    ) -> TriggerDecision:
        view = view_of(state, config, self.measure)
        return self._trigger.check(view, config, state.counters, now=now)

    def warn_fixed(self, agent: str, fixed: int, config: CompressionConfig) -> None:
        """Say that no compression can bring the history under its threshold."""
        emit(
            "chat_history.fixed_parts_exceed_threshold",
            role=agent,
            stage="trigger",
            level="warning",
            tokens=fixed,
            threshold=config.token_threshold,
        )

    async def run(self, job: Pass, owner: Owner) -> CompressionOutcome:
        """One pass, or as many as the target takes."""
        state, config, _, _ = owner.snapshot()
        before = self._total(state)
        if not config.enable_compression:
            return CompressionOutcome("disabled", "compression is off", (), (), 0, before, before)
        steps: list[_Step] = []
        target = job.target_tokens
        while len(steps) < (MOST_PASSES if target is not None else 1):
            if target is not None and self._total(owner.snapshot()[0]) <= target:
                break
            steps.append(await self._pass(job, owner, len(steps) + 1))
            if steps[-1].status not in ("compressed", "review"):
                break
        return self._outcome(steps, before, self._total(owner.snapshot()[0]))

    def _total(self, state: HistoryState) -> int:
        return sum(self.measure.tokens(state.records))

    def _outcome(self, steps: list[_Step], before: int, after: int) -> CompressionOutcome:
        made = tuple(step.id for step in steps if step.status == "compressed")
        reviews = tuple(step.id for step in steps if step.status == "review")
        status: OutcomeStatus = "compressed" if made else "review" if reviews else "nothing"
        if steps and steps[-1].status == "failed":
            status = "failed"
        messages = sum(step.messages for step in steps if step.status == "compressed")
        reason = steps[-1].reason if steps else "the history is under the target already"
        return CompressionOutcome(status, reason, made, reviews, messages, before, after)

    async def _pass(self, job: Pass, owner: Owner, number: int) -> _Step:
        state, config, now, at = owner.snapshot()
        view = view_of(state, config, self.measure)
        reason = None
        if job.automatic:
            decision = self._trigger.check(view, config, state.counters, now=now)
            if not decision.due:
                return _Step("nothing", decision.reason)
            reason = decision.reason
            owner.change(lambda newest: newest.counted(since_attempt=0))
        config = adapted(config, state.qualities)
        batches = self._selector.batches(view, config, reason=reason, now=now)
        for batch in islice(batches, chat_settings().batch.tries):
            self._tell("selected", number, batch)
            proposal = await self.proposer.propose(batch, _later(view, batch), config, at=at)
            if proposal.result is None and not proposal.failed:
                continue
            self._tell("validated", number, batch)
            step = self._concluded(batch, proposal, config, owner, at)
            self._tell("saved", number, batch)
            return step
        return _Step("nothing", "nothing that is worth compressing")

    def _concluded(
        self, batch: Batch, proposal: Proposal, config: CompressionConfig, owner: Owner, at: str
    ) -> _Step:
        """Save what came of a batch: a summary, a review, or the report of a failure."""
        if proposal.result is None:
            owner.change(lambda newest: _failed(newest, batch, proposal, at))
            return _Step("failed", proposal.reason)
        if not proposal.is_good:
            owner.change(lambda newest: _spent(queued(newest, batch, proposal, at=at), proposal))
            name = f"r{owner.snapshot()[0].counters.next_review - 1}"
            return _Step("review", proposal.reason, name, len(batch.records))

        def apply(newest: HistoryState) -> HistoryState | None:
            assert proposal.result is not None
            if not owner.snapshot()[1].enable_compression:
                return None
            applied = self._updater.applied(newest, proposal.result, config)
            if applied is None:
                return None
            entry = _entry("merge" if batch.is_merge else "compress", batch, proposal, at)
            name = f"c{newest.counters.next_compression}"
            return _spent(
                applied.noted(entry.model_copy(update={"compression_id": name})), proposal
            )

        if not owner.change(apply):
            reason = "the history changed, or compression was turned off, while it was compressed"
            return _Step("failed", reason)
        name = f"c{owner.snapshot()[0].counters.next_compression - 1}"
        return _Step("compressed", proposal.reason, name, len(batch.records))

    def _tell(self, phase: Phase, number: int, batch: Batch) -> None:
        if self._progress is not None:
            self._progress(Progress(phase, number, len(batch.records)))


def _model(
    model: LanguageModel | None, config: CompressionConfig, settings: Settings
) -> LanguageModel | None:
    """The caller's, else the one the configuration names."""
    name = config.llm_model_for_compression
    if model is not None or name == BY_CONFIGURATION:
        return model
    from uagent_memory.llm.anthropic_model import AnthropicModel

    return AnthropicModel(name, settings=settings)


def _later(view: HistoryView, batch: Batch) -> tuple[Record, ...]:
    last = batch.seqs[-1]
    return tuple(record for record in view.records if record.seq > last)


def _entry(action: str, batch: Batch, proposal: Proposal, at: str) -> AuditEntry:
    result = proposal.result
    assert result is not None
    return AuditEntry(
        at=at,
        action=action,
        messages=len(batch.records),
        tokens_before=result.tokens_before,
        tokens_after=result.tokens,
        method=proposal.method,
        keyword_retention=round(result.quality.keyword_retention, 4),
        structure_integrity=round(result.quality.structure_integrity, 4),
        reason=proposal.reason,
    )


def _failed(state: HistoryState, batch: Batch, proposal: Proposal, at: str) -> HistoryState:
    entry = AuditEntry(
        at=at,
        action="failed",
        messages=len(batch.records),
        method=proposal.method,
        reason=proposal.reason,
    )
    counted = _spent(state, proposal).counted(failures=state.counters.failures + 1)
    return counted.noted(entry)


def _spent(state: HistoryState, proposal: Proposal) -> HistoryState:
    return state.counted(model_tokens=state.counters.model_tokens + proposal.model_tokens)
