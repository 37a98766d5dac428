"""The engine's last step: a draft and its report as a CompressedContext, or the input whole."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from uagent_memory.brief import Brief
from uagent_memory.errors import BudgetError, BudgetTooSmall
from uagent_memory.generator.draft import Draft
from uagent_memory.generator.selection.pins import pinned_spans
from uagent_memory.masking import Masker
from uagent_memory.messages import Author, Message, MessageKind
from uagent_memory.render import NOTHING_SAID, finalise, render_whole, visible_text
from uagent_memory.render.quote import quote_text
from uagent_memory.segments import (
    CompressedContext,
    Entry,
    QualityReport,
    RetentionScores,
    Segment,
)
from uagent_memory.validator.types import Verdict
from uagent_memory.whole import is_programs, said, whole_lines

__all__ = ["accounted", "as_it_is", "finished", "sized", "unchanged"]

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
    compress; by default ratio also a short one in which a bare hand-off has no room. By budget it
    does so only within the budget. An input without any text has nothing that could be left out.

    Raises:
        BudgetError: neither a hand-off nor the input whole fits the budget.
        UnknownReference: something to keep is not in the input.
    """
    too_short = (
        brief.input_size <= brief.bare
        or (brief.may_stay_whole and brief.room < brief.bare)
        or not _has_text(messages)
    )
    if brief.fits_whole or too_short:
        whole = unchanged(messages, brief)
        if brief.by_ratio or whole.tokens <= brief.budget:
            return whole
    if brief.room < brief.bare:
        least = min(whole.report.minimum_budget, brief.bare) if too_short else brief.bare
        share = f"a ratio that leaves {brief.budget:,} of {brief.original_tokens:,} tokens"
        asked = share if brief.by_ratio else f"budget {brief.budget}"
        raise BudgetError(
            f"{asked} is below the bare frame of a hand-off "
            f"({brief.bare} tokens): give at least {least}",
            role=brief.sender,
            stage="prepare",
        )
    return None


def sized(messages: Sequence[Message], brief: Brief) -> Brief:
    """The brief with the size that a result has to stay below.

    Ids, names and marks can take many times the tokens of words as short as "ok". Where such an
    input is too short for a hand-off by its own count, and too long for the budget as it would be
    passed on, a hand-off in the budget is the shorter one.
    """
    if brief.by_ratio or not brief.room < brief.bare <= brief.budget - brief.slack:
        return brief
    whole = unchanged(messages, brief).tokens
    return replace(brief, tokens_whole=whole) if whole > brief.budget else brief


def finished(
    messages: Sequence[Message], brief: Brief, draft: Draft, verdict: Verdict
) -> CompressedContext:
    """Render the draft with the figures of its report; the input whole if that is no longer.

    A short input whose must-keep facts do not fit the default ratio comes back whole, too.

    Raises:
        BudgetTooSmall: strict, and the must-keep facts do not fit.
    """
    report = _reported(messages, brief, verdict.report)
    if report.status == "budget_too_small" and brief.may_stay_whole:
        return unchanged(messages, brief)
    frame = replace(brief.frame, quality=report.quality_score)
    rendering = finalise(draft.segments, frame, counter=brief.counter)
    if rendering.tokens >= brief.input_size:
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


def accounted(
    result: CompressedContext, given: Sequence[Message], brief: Brief
) -> CompressedContext:
    """The result for the messages that came in: of an opened hand-off its messages were read."""
    covered = {message.id: "covered" for message in given}
    if not covered.keys() - result.report.coverage.keys():
        return result
    report = result.report.model_copy(update={"coverage": covered | dict(result.report.coverage)})
    result = result.model_copy(update={"report": report})
    return result.with_originals(tuple(map(brief.masker.message, given)))


def unchanged(messages: Sequence[Message], brief: Brief) -> CompressedContext:
    """Too short to compress: the input comes back whole, and says so.

    For the role itself as a transcript; for another role as a hand-off with the receiver's
    contract that holds the messages. What a program put in between is not passed on, unless the
    caller pinned it. Where nothing is said at all, a line says so.

    Raises:
        UnknownReference: something to keep is not in the input.
    """
    masked = tuple(map(brief.masker.message, messages))
    pinned = {
        span.message_id
        for pin in brief.keep
        for span in pinned_spans(messages, pin, log=brief.sender)
    }
    if brief.receiver.name != brief.sender:
        lines = whole_lines(masked, log=brief.sender, pinned=pinned)
        text = render_whole(lines, brief.frame, senders=_handed_over_by(masked))
    else:
        text = _transcript(masked, pinned) or f"{NOTHING_SAID}\n"
    tokens = brief.counter.count(text)
    reason = f"too short to compress ({brief.original_tokens} tokens): kept whole"
    least = max(tokens, brief.original_tokens)
    if not _has_text(messages):
        reason, least = f"no text in {len(messages)} messages: nothing to compress", tokens
    report = QualityReport(
        status="unchanged",
        budget=brief.budget,
        tokens=tokens,
        original_tokens=brief.original_tokens,
        minimum_budget=least,
        passes=0,
        scores=_NOTHING_LOST,
        readability=1.0,
        quality_score=1.0,
        warnings=(reason,),
        coverage={message.id: _shown(message, pinned) for message in messages},
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


def _handed_over_by(messages: Sequence[Message]) -> tuple[str, ...]:
    """Whose hand-offs stand among the messages as they were written, each once."""
    named = (message.agent for message in messages if message.kind is MessageKind.HANDOFF)
    return tuple(dict.fromkeys(name for name in named if name))


def _has_text(messages: Sequence[Message]) -> bool:
    return any(text.strip() for message in messages for _, text in message.parts())


def _shown(message: Message, pinned: AbstractSet[str]) -> str:
    is_harness = message.author is Author.HARNESS and message.id not in pinned
    is_left_out = is_harness and not said(message)
    return "covered" if is_left_out else "kept"


def _reported(messages: Sequence[Message], brief: Brief, report: QualityReport) -> QualityReport:
    """The report; where a hand-off would need more than the input takes, the input would do."""
    least = report.minimum_budget + brief.slack
    if least >= brief.input_size:
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
    masker = brief.masker
    if masker.counts:
        report = _masked_report(report, masker)
        segments = tuple(_masked_keys(segment, masker) for segment in segments)
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
    ).with_originals(tuple(map(masker.message, messages)))


def _masked_report(report: QualityReport, masker: Masker) -> QualityReport:
    """What a receipt quotes, without secrets; how many there were, by kind."""
    return report.model_copy(
        update={
            "lost": tuple(map(masker.mask, report.lost)),
            "offending": tuple(map(masker.mask, report.offending)),
            "warnings": tuple(map(masker.mask, report.warnings)),
            "degraded": tuple(
                item.model_copy(update={"key": masker.mask(item.key)}) for item in report.degraded
            ),
            "masked": masker.counts,
        }
    )


def _masked_keys(segment: Segment, masker: Masker) -> Segment:
    def masked(entry: Entry) -> Entry:
        children = tuple(map(masked, entry.children))
        facts = tuple(name._replace(key=masker.mask(name.key)) for name in entry.facts)
        return entry.model_copy(
            update={"fact": masker.mask(entry.fact), "facts": facts, "children": children}
        )

    return segment.model_copy(update={"entries": tuple(map(masked, segment.entries))})


def _transcript(messages: Sequence[Message], pinned: AbstractSet[str]) -> str:
    """Every message that says something whole, speaker first; "" where none does."""
    lines = []
    for message in messages:
        voice = message.author if is_programs(message) else message.role
        speaker = message.agent or voice.value
        calls = (call.text for call in message.tool_calls)
        words = message.text if message.id in pinned else said(message)
        body = quote_text(visible_text("\n".join((words, *calls)).strip()))
        if body:
            lines.append(f"{speaker} ({message.short_id}): {body}\n")
    return "".join(lines)
