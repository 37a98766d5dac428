"""Drafted: a finished hand-off with what stands behind it, and the same with other segments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from uagent_memory.brief import Brief
from uagent_memory.generator.draft import Draft, Proposal
from uagent_memory.messages import Message
from uagent_memory.results import accounted, finished
from uagent_memory.segments import CompressedContext, Segment
from uagent_memory.validator.original import OriginalProfile
from uagent_memory.validator.validator import QualityValidator

__all__ = ["Drafted", "revised"]


@dataclass(frozen=True, slots=True)
class Drafted:
    """No proposal where the input came whole."""

    messages: tuple[Message, ...]
    """As read: those of an earlier hand-off in its place."""
    brief: Brief
    result: CompressedContext
    proposal: Proposal | None = None
    original: OriginalProfile | None = None
    chosen: Draft | None = None
    given: tuple[Message, ...] = ()
    """As they came in."""


def revised(
    drafted: Drafted, segments: Sequence[Segment], validator: QualityValidator
) -> CompressedContext:
    """The hand-off with other segments in place of the draft's, validated like those.

    The result as it was, where the segments hold what no source holds or take more room.
    """
    proposal, original, chosen = drafted.proposal, drafted.original, drafted.chosen
    if proposal is None or original is None or chosen is None:
        return drafted.result
    draft = replace(chosen, segments=tuple(segments))
    checked = validator.without_inventions(proposal, draft)
    if checked.segments != draft.segments or not set(checked.warnings) <= set(chosen.warnings):
        return drafted.result
    checked = replace(checked, warnings=chosen.warnings)
    passes = drafted.result.report.passes
    verdict = validator.validate_compression_quality(
        proposal, checked, original, brief=drafted.brief, passes=passes
    )
    result = finished(drafted.messages, drafted.brief, checked, verdict)
    result = accounted(result, drafted.given, drafted.brief)
    return result if result.tokens <= drafted.result.tokens else drafted.result
