"""EightSegmentCompressionEngine: the four stages and the loop.

messages -> analyzer -> prioritizer -> generator -> validator -> CompressedContext
                                           ^            |
                                           +-- steer ---+   (at most `passes` times)
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.brief import Brief, Inputs, prepare
from uagent_memory.config import Settings
from uagent_memory.context import IsolatedRoleContext
from uagent_memory.errors import BudgetTooSmall
from uagent_memory.generator.draft import Draft
from uagent_memory.generator.generator import CompressionGenerator
from uagent_memory.messages import Message
from uagent_memory.prioritizer.prioritizer import InformationPrioritizer
from uagent_memory.results import finished, unchanged
from uagent_memory.roles import RoleRegistry
from uagent_memory.segments import CompressedContext, SegmentName
from uagent_memory.tokens import TokenCounter
from uagent_memory.validator.original import OriginalProfile
from uagent_memory.validator.types import Verdict
from uagent_memory.validator.validator import QualityValidator

__all__ = ["EightSegmentCompressionEngine", "compress_messages"]


class EightSegmentCompressionEngine:
    """Holds the stages; keeps the analyzer's cache between calls."""

    def __init__(self) -> None:
        self.context_analyzer = ContextAnalyzer()
        self.information_prioritizer = InformationPrioritizer()
        self.compression_generator = CompressionGenerator()
        self.quality_validator = QualityValidator()

    def compress(self, messages: Sequence[Message], brief: Brief) -> CompressedContext:
        """One hand-off. Pure: no clock, no network.

        Raises:
            BudgetError: the budget is below the bare frame.
            BudgetTooSmall: strict, and the must-keep facts do not fit.
        """
        if brief.fits_whole:
            return unchanged(messages, brief)
        analysis = self.context_analyzer.analyze_context(messages, receiver=brief.receiver)
        priorities = self.information_prioritizer.prioritize_information(
            analysis, role=brief.receiver, profile=brief.settings.profile
        )
        proposal = self.compression_generator.propose(
            analysis,
            priorities,
            receiver=brief.receiver,
            frame=brief.frame,
            counter=brief.counter,
            keep=brief.keep,
        )
        original = OriginalProfile.of(analysis, priorities)
        shares: Mapping[SegmentName, float] = brief.receiver.shares
        best: tuple[Draft, Verdict] | None = None
        for number in range(1, brief.settings.passes + 1):
            draft = self.compression_generator.generate_compressed_context(
                proposal, budget=brief.budget, counter=brief.counter, shares=shares
            )
            draft = self.quality_validator.without_inventions(proposal, draft)
            verdict = self.quality_validator.validate_compression_quality(
                proposal, draft, original, brief=brief, passes=number
            )
            if best is None or verdict.report.quality_score > best[1].report.quality_score:
                best = (draft, verdict)
            elif best is not None:
                break
            if not verdict.steer:
                break
            shares = {name: share * verdict.steer.get(name, 1.0) for name, share in shares.items()}
        assert best is not None
        result = finished(messages, brief, *best)
        if result.tokens >= brief.original_tokens:
            return unchanged(messages, brief)
        if brief.strict and result.status == "budget_too_small":
            raise BudgetTooSmall(
                f"budget {brief.budget} cannot hold the must-keep facts of {brief.sender!r}: "
                f"give at least {result.report.minimum_budget}",
                result=result,
                role=brief.sender,
            )
        return result

    async def compress_context(
        self,
        context: IsolatedRoleContext,
        target_compression_ratio: float = 0.6,
        role_context: Mapping[str, Any] | None = None,
    ) -> CompressedContext:
        """The document's entry point (section 8.1), in a worker thread.

        Args:
            context: one role's log.
            target_compression_ratio: tokens kept / tokens in.
            role_context: settings of a stateless call by name (`to`, `budget`, `keep`, `strict`).
        """
        inputs = Inputs.of(role_context, role=context.role, ratio=target_compression_ratio)
        messages = context.originals
        return await asyncio.to_thread(lambda: self.compress(messages, prepare(messages, inputs)))


def compress_messages(
    messages: Sequence[Message],
    *,
    role: str = "general",
    to: str | None = None,
    budget: int | None = None,
    ratio: float | None = None,
    keep: Sequence[str] = (),
    counter: TokenCounter | None = None,
    strict: bool = False,
    roles: RoleRegistry | None = None,
    settings: Settings | None = None,
    engine: EightSegmentCompressionEngine | None = None,
) -> CompressedContext:
    """Compress a role's messages for `to` (itself, if None) within `budget` tokens or `ratio`."""
    inputs = Inputs(
        role=role,
        to=to,
        budget=budget,
        ratio=ratio,
        keep=tuple(keep),
        counter=counter,
        strict=strict,
        roles=roles,
        settings=settings,
    )
    return (engine or EightSegmentCompressionEngine()).compress(messages, prepare(messages, inputs))
