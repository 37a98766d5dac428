"""EightSegmentCompressionEngine: the four stages and the loop.

messages -> analyzer -> prioritizer -> generator -> validator -> CompressedContext
                                           ^            |
                                           +-- steer ---+   (at most `passes` times)
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from uagent_memory.analyzer.analyzer import REMEMBERED_MESSAGES, ContextAnalyzer
from uagent_memory.brief import Brief
from uagent_memory.context import IsolatedRoleContext
from uagent_memory.drafted import Drafted
from uagent_memory.driver import run
from uagent_memory.errors import InputError
from uagent_memory.generator.draft import Draft, Proposal
from uagent_memory.generator.generator import CompressionGenerator
from uagent_memory.inputs import Inputs
from uagent_memory.messages import Message
from uagent_memory.monitor import CompressionPerformanceMonitor
from uagent_memory.prioritizer.prioritizer import InformationPrioritizer
from uagent_memory.recording import recorded
from uagent_memory.results import accounted, as_it_is, finished, sized
from uagent_memory.segments import CompressedContext, SegmentName
from uagent_memory.validator.original import OriginalProfile
from uagent_memory.validator.types import Verdict
from uagent_memory.validator.validator import QualityValidator
from uagent_memory.whole import opened, opened_pins

__all__ = ["EightSegmentCompressionEngine"]


class EightSegmentCompressionEngine:
    """Holds the stages; keeps the analyzer's cache between calls."""

    def __init__(
        self, *, monitor: CompressionPerformanceMonitor | None = None, remembers: bool = True
    ) -> None:
        """Make the stages.

        Args:
            monitor: records the calls of `compress_context`; one of its own if None.
            remembers: what was read is kept for the next call; False where none follows.
        """
        self.monitor = monitor or CompressionPerformanceMonitor()
        remembered = REMEMBERED_MESSAGES if remembers else 0
        self.context_analyzer = ContextAnalyzer(remembered=remembered)
        self.information_prioritizer = InformationPrioritizer(remembered=remembered)
        self.compression_generator = CompressionGenerator()
        self.quality_validator = QualityValidator()

    def compress(self, messages: Sequence[Message], brief: Brief) -> CompressedContext:
        """One hand-off. Pure: no clock, no network.

        Messages that an earlier hand-off holds whole are read in its place.

        Args:
            messages: a role's log, in order.
            brief: who reads the result, its budget in tokens, and all other settings.

        Raises:
            BudgetError: the budget is below the bare frame.
            BudgetTooSmall: strict, and the must-keep facts do not fit.
        """
        return self.draft(messages, brief).result

    def draft(self, messages: Sequence[Message], brief: Brief) -> Drafted:
        """The same, with what stands behind the result: a model path may revise it."""
        brief = replace(brief, keep=opened_pins(brief.keep, messages))
        made = self._made(opened(messages), brief)
        return replace(made, result=accounted(made.result, messages, brief), given=tuple(messages))

    def _made(self, messages: tuple[Message, ...], brief: Brief) -> Drafted:
        """The four stages; once more with less room where the page took more than was counted."""
        brief = sized(messages, brief)
        whole = as_it_is(messages, brief)
        if whole is not None:
            return Drafted(messages, brief, whole)
        proposal, original = self._proposed(messages, brief)
        for _ in range(1 + brief.settings.passes):
            draft, verdict = self._best(proposal, original, brief)
            with brief.watch.stage("render"):
                result = finished(messages, brief, draft, verdict)
            over = result.tokens - brief.room
            if over <= 0 or result.status == "unchanged":
                break
            brief = replace(brief, slack=brief.slack + over)
        return Drafted(messages, brief, result, proposal, original, draft)

    def _proposed(
        self, messages: tuple[Message, ...], brief: Brief
    ) -> tuple[Proposal, OriginalProfile]:
        """Analyze, prioritize, propose: once, however many passes follow."""
        watch = brief.watch
        with watch.stage("analyze"):
            analysis = self.context_analyzer.analyze_context(messages, receiver=brief.receiver)
        watch.note_messages(read=len(messages) - analysis.cached, cached=analysis.cached)
        with watch.stage("prioritize"):
            priorities = self.information_prioritizer.prioritize_information(
                analysis,
                role=brief.receiver,
                sender=brief.sender,
                profile=brief.settings.profile,
            )
        with watch.stage("propose"):
            proposal = self.compression_generator.propose(
                analysis,
                priorities,
                receiver=brief.receiver,
                frame=brief.frame,
                counter=brief.counter,
                budget=brief.room,
                keep=brief.keep,
                mask=brief.masker.mask,
            )
            return proposal, OriginalProfile.of(analysis, priorities)

    def _best(
        self, proposal: Proposal, original: OriginalProfile, brief: Brief
    ) -> tuple[Draft, Verdict]:
        """The loop: it ends where nothing is to be steered, or steering has not helped."""
        shares = brief.receiver.shares
        draft, verdict = self._pass(proposal, original, brief, shares, 1)
        for number in range(2, brief.settings.passes + 1):
            steer = verdict.steer
            if not steer:
                break
            shares = {name: share * steer.get(name, 1.0) for name, share in shares.items()}
            other, judged = self._pass(proposal, original, brief, shares, number)
            if judged.report.quality_score <= verdict.report.quality_score:
                break
            draft, verdict = other, judged
        return draft, verdict

    def _pass(
        self,
        proposal: Proposal,
        original: OriginalProfile,
        brief: Brief,
        shares: Mapping[SegmentName, float],
        number: int,
    ) -> tuple[Draft, Verdict]:
        """Generate with these weights of the segments, and validate."""
        with brief.watch.stage("generate"):
            draft = self.compression_generator.generate_compressed_context(
                proposal, budget=brief.room, counter=brief.counter, shares=shares
            )
        with brief.watch.stage("validate"):
            draft = self.quality_validator.without_inventions(proposal, draft)
            return draft, self.quality_validator.validate_compression_quality(
                proposal, draft, original, brief=brief, passes=number
            )

    async def compress_context(
        self,
        context: IsolatedRoleContext,
        target_compression_ratio: float = 0.6,
        role_context: Mapping[str, Any] | None = None,
    ) -> CompressedContext:
        """The document's entry point (section 8.1): in a worker thread, recorded on `monitor`.

        Args:
            context: one role's log.
            target_compression_ratio: tokens kept / tokens in.
            role_context: settings of a stateless call by name (`to`, `budget`, `keep`, `strict`).

        Raises:
            InputError: the context is none.
        """
        if not isinstance(context, IsolatedRoleContext):
            raise InputError(
                f"a {type(context).__name__} is no IsolatedRoleContext: `memory.context(role)` "
                "gives one; compress_context_sync takes a list of messages"
            )
        inputs = Inputs.of(role_context, role=context.role, ratio=target_compression_ratio)
        making = asyncio.to_thread(run, self, context.originals, inputs)
        to = inputs.to or inputs.role
        return await recorded(self.monitor, making, role=inputs.role, to=to)
