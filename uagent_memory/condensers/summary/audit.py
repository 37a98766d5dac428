"""A model's summary is a proposal: each part stands only if nothing in it is made up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from uagent_memory.condensers.summary.parts import FivePartSummary, Part
from uagent_memory.messages import Message, Span
from uagent_memory.segments import Entry
from uagent_memory.validator.trace import LiteralTracer

__all__ = ["audited", "with_required"]


def audited(
    proposed: FivePartSummary,
    ruled: FivePartSummary,
    events: Sequence[Message],
    *,
    extra: Iterable[str] = (),
) -> tuple[FivePartSummary, tuple[str, ...]]:
    """The proposal, each part with an untraceable literal replaced by the rule path's.

    Args:
        proposed: the model's.
        ruled: the one without a model.
        events: what both may speak of.
        extra: further texts that count as sources: the events with their secrets masked.

    Returns:
        The summary, and per fault a line that names the part and the literal.
    """
    sources = [text for event in events for _, text in event.parts() if text]
    tracer = LiteralTracer(_no_span, extra=(*sources, *extra))
    parts: dict[Part, str] = {}
    faults: list[str] = []
    for part in Part:
        text = proposed.parts.get(part, "")
        missing = tracer.untraceable(Entry(text=text, sources=()))
        faults += [f"{part.value}: no source for {literal!r}" for literal in missing]
        parts[part] = ruled.parts.get(part, "") if missing else text
    return FivePartSummary(parts, proposed.language), tuple(faults)


def with_required(
    summary: FivePartSummary, required: Mapping[Part, Sequence[str]], *, separator: str
) -> FivePartSummary:
    """The summary with each required item that none of its parts holds put back, with its source.

    An item is held if its quotation stands word for word in some part.
    """
    whole = "\n".join(summary.parts.values())
    parts = dict(summary.parts)
    for part, items in required.items():
        missing = [item for item in items if not _holds(whole, item)]
        parts[part] = separator.join(filter(None, (parts.get(part, ""), *missing)))
    return FivePartSummary(parts, summary.language)


def _holds(whole: str, item: str) -> bool:
    quotation = item.rpartition(" (")[0].removesuffix(" ...")
    return bool(quotation) and quotation in whole


def _no_span(_span: Span) -> str:
    return ""
