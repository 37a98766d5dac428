"""A model's summary is a proposal: each part stands only if nothing in it is made up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from uagent_memory.condensers.summary.parts import FivePartSummary, Part, parts_settings
from uagent_memory.llm.non_answers import non_answer
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
        found = [f"{part.value}: no source for {literal!r}" for literal in missing]
        kind = non_answer(text)
        if kind in ("refusal", "placeholder"):
            found.append(f"{part.value}: {kind}")
        parts[part] = ruled.parts.get(part, "") if found else text
        faults += found
    return FivePartSummary(parts, proposed.language), tuple(faults)


def with_required(
    summary: FivePartSummary, required: Mapping[Part, Sequence[str]], *, separator: str
) -> FivePartSummary:
    """The summary with each required item that none of its parts holds put back, with its source.

    An item is held if its quotation stands word for word in some part; of a changed file the name
    will do.
    """
    whole = "\n".join(summary.parts.values())
    nothing = parts_settings().phrases(summary.language).nothing
    parts = dict(summary.parts)
    for part, items in required.items():
        held = _names if part is Part.STATE else _holds
        missing = [item for item in items if not held(whole, item)]
        said = parts.get(part, "")
        told = "" if missing and said == nothing else said
        parts[part] = separator.join(filter(None, (told, *missing)))
    return FivePartSummary(parts, summary.language)


def _holds(whole: str, item: str) -> bool:
    quotation = item.rpartition(" (")[0].removesuffix(" ...")
    return bool(quotation) and quotation in whole


def _names(whole: str, item: str) -> bool:
    """Whether a summary names the file of an item, whatever it says of it."""
    path = item.partition(" ")[0]
    return bool(path) and path in whole


def _no_span(_span: Span) -> str:
    return ""
