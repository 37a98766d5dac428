"""The engine's last step: a draft and its report as a CompressedContext, or the input whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from uagent_memory.brief import Brief
from uagent_memory.errors import BudgetError, BudgetTooSmall
from uagent_memory.generator.draft import Draft
from uagent_memory.messages import Message
from uagent_memory.render import finalise, visible_text
from uagent_memory.render.quote import quote_text
from uagent_memory.segments import (
    CompressedContext,
    QualityReport,
    RetentionScores,
    Segment,
)
from uagent_memory.validator.types import Verdict

__all__ = ["as_it_is", "finished", "unchanged"]

_NOTHING_LOST = RetentionScores(
    length_ratio=1.0,
    keyword_retention=1.0,
    technical_retention=1.0,
    numerical_retention=1.0,
    structural_integrity=1.0,
    semantic_coherence=1.0,
    overall_retention=1.0,
    loss_level="minimal",
    is_acceptable=True,
)


def as_it_is(messages: Sequence[Message], brief: Brief) -> CompressedContext | None:
    """The input whole, where no hand-off is called for; None where one is.

    By ratio an input that is no longer than a bare hand-off comes back whole: it is too short to
    compress. By budget it does so only within the budget.

    Raises:
        BudgetError: neither a hand-off nor the input whole fits the budget.
    """
    too_short = brief.original_tokens <= brief.bare
    if brief.fits_whole or too_short:
        whole = unchanged(messages, brief)
        if brief.by_ratio or whole.tokens <= brief.budget:
            return whole
    if brief.room < brief.bare:
        least = whole.report.minimum_budget if too_short else brief.bare
        asked = f"ratio {brief.target_ratio:.3g}, {brief.budget} tokens," if brief.by_ratio else ""
        raise BudgetError(
            f"{asked or f'budget {brief.budget}'} is below the bare frame of a hand-off "
            f"({brief.bare} tokens): give at least {least}",
            role=brief.sender,
            stage="prepare",
        )
    return None


def finished(
    messages: Sequence[Message], brief: Brief, draft: Draft, verdict: Verdict
) -> CompressedContext:
    """Render the draft with the figures of its report; the input whole if that is no longer.

    Raises:
        BudgetTooSmall: strict, and the must-keep facts do not fit.
    """
    report = _reported(messages, brief, verdict.report)
    frame = replace(brief.frame, quality=report.quality_score)
    rendering = finalise(draft.segments, frame, counter=brief.counter)
    if rendering.tokens >= brief.original_tokens:
        return unchanged(messages, brief)
    result = _result(
        messages,
        brief,
        report.model_copy(update={"tokens": rendering.tokens}),
        segments=draft.segments,
        markdown=rendering.text,
        compressed_length=rendering.compressed_length,
        ratio=rendering.ratio,
    )
    if brief.strict and result.status == "budget_too_small":
        raise BudgetTooSmall(
            f"budget {brief.budget} cannot hold the must-keep facts of {brief.sender!r}: "
            f"give at least {report.minimum_budget}",
            result=result,
            role=brief.sender,
        )
    return result


def unchanged(messages: Sequence[Message], brief: Brief) -> CompressedContext:
    """Too short to compress: the input comes back whole, and says so."""
    text = _transcript(messages)
    tokens = brief.counter.count(text)
    report = QualityReport(
        status="unchanged",
        budget=brief.budget,
        tokens=tokens,
        original_tokens=brief.original_tokens,
        minimum_budget=max(tokens, brief.original_tokens),
        passes=0,
        scores=_NOTHING_LOST,
        readability=1.0,
        quality_score=1.0,
        warnings=(f"too short to compress ({brief.original_tokens} tokens): kept whole",),
        coverage={message.id: "kept" for message in messages},
    )
    return _result(
        messages,
        brief,
        report,
        segments=(),
        markdown=text,
        compressed_length=brief.original_length,
        ratio=1.0,
    )


def _reported(messages: Sequence[Message], brief: Brief, report: QualityReport) -> QualityReport:
    """The report; where a hand-off would need more than the input takes, the input would do."""
    least = report.minimum_budget + brief.slack
    if least >= brief.original_tokens:
        least = unchanged(messages, brief).report.minimum_budget
    return report.model_copy(update={"minimum_budget": least})


def _result(
    messages: Sequence[Message],
    brief: Brief,
    report: QualityReport,
    *,
    segments: tuple[Segment, ...],
    markdown: str,
    compressed_length: int,
    ratio: float,
) -> CompressedContext:
    return CompressedContext(
        role=brief.sender,
        to=brief.receiver.name,
        status=report.status,
        segments=segments,
        markdown=markdown,
        tokens=report.tokens,
        original_length=brief.original_length,
        compressed_length=compressed_length,
        actual_ratio=ratio,
        quality_score=report.quality_score,
        report=report,
        contract=brief.receiver.contract,
        tools=brief.receiver.tools,
    ).with_originals(tuple(messages))


def _transcript(messages: Sequence[Message]) -> str:
    """Every message whole, speaker first."""
    lines = []
    for message in messages:
        speaker = message.agent or message.role.value
        body = quote_text(visible_text(message.full_text.strip()))
        lines.append(f"{speaker} ({message.short_id}): {body}" if body else "")
    return "\n".join(filter(None, lines)) + "\n"
