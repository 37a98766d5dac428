"""What became of a path, a literal or a message in a hand-off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict

from uagent_memory.errors import UnknownReference
from uagent_memory.passages import Finder, Passage, passages
from uagent_memory.references import parse_references
from uagent_memory.render.visible import visible_text
from uagent_memory.segments import SegmentName

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from uagent_memory.messages import Message, Span
    from uagent_memory.segments import CompressedContext, Degradation, Entry, QualityReport

__all__ = ["Explanation", "Place", "Verdict", "explain"]

Verdict: TypeAlias = Literal["kept", "degraded", "left_out", "covered"]
"""`kept`: in an entry; `degraded`: must be kept, but the budget forced a shorter form; `left_out`:
in the receipt or the history only; `covered`: a message from which nothing was taken."""

_REASONS: dict[Verdict, str] = {
    "kept": "it stands in the hand-off",
    "degraded": "it had to be kept, and the budget of {budget} tokens held only a shorter form",
    "left_out": "within the budget of {budget} tokens other facts were worth more per token",
    "covered": "nothing in it was worth its tokens within the budget of {budget}",
}


_OUTBID = (
    "it became no fact, and within the budget of {budget} tokens other lines were worth more per "
    "token; pin it with `keep` to have it"
)
_NOT_SAID = "a program put it in, and nobody said it; pin it with `keep` to have it"


class Place(BaseModel):
    """Where something stands in the hand-off."""

    model_config = ConfigDict(frozen=True)

    segment: SegmentName
    text: str
    """The entry, or the line under it, that holds it."""
    message_ids: tuple[str, ...]
    """Where it comes from; `recall` returns them."""


class Explanation(BaseModel):
    """The account of one target; `str()` is for people."""

    model_config = ConfigDict(frozen=True)

    target: str
    verdict: Verdict
    reason: str
    places: tuple[Place, ...] = ()
    left_out: tuple[str, ...] = ()
    """Lines of the receipt that concern it."""
    degraded: tuple[str, ...] = ()
    """What was shortened, as `kind: key (form)`."""
    passages: tuple[Passage, ...] = ()
    """Originals that hold it, newest first, where neither the hand-off nor its receipt has it."""

    def __str__(self) -> str:
        places = (
            f"- {place.segment.value}: {place.text} ({', '.join(place.message_ids)})"
            for place in self.places
        )
        shortened = (f"- shortened: {line}" for line in self.degraded)
        left_out = (f"- left out: {line}" for line in self.left_out)
        head = f"{self.target}: {self.verdict.replace('_', ' ')}: {self.reason}"
        held = (f"- in {passage}" for passage in self.passages)
        return visible_text("\n".join((head, *places, *shortened, *left_out, *held)))


def explain(
    handoff: CompressedContext, target: str, originals: Sequence[Message] = ()
) -> Explanation:
    """Where a target is kept, or why it is not.

    Args:
        handoff: the result of a compression.
        originals: the messages it covers, in which a text that became no fact is looked for.
        target: a message id that it covers (`coder/m12`, `m12`), or a literal: a path, a name, a
            number, a few words. A literal counts where it stands as a whole, in the same case if
            it stands so anywhere.

    Raises:
        UnknownReference: neither the hand-off nor its receipt nor an original has it.
    """
    if not isinstance(target, str):
        raise UnknownReference(f"{target!r} is no text: give a path, a word or a message's id")
    literal = target.strip()
    message = _covered_message(handoff.report, literal)
    found = _of_message(handoff, message) if message else _of_literal(handoff, literal)
    if found is None and handoff.status == "unchanged" and _stands_in(handoff.markdown, literal):
        found = _Traces((), (), ()).explanation(handoff, literal, "kept")
    if found is None:
        found = _in_originals(handoff, literal, originals)
    if found is None:
        raise UnknownReference(
            f"{target!r} is neither in this hand-off nor in its receipt nor in a message that it "
            "covers: give a path or a word as it was written, or a message's id",
            role=handoff.role,
        )
    return found


def _in_originals(
    handoff: CompressedContext, literal: str, originals: Sequence[Message]
) -> Explanation | None:
    """The account of a text that stands in the history alone."""
    if not literal:
        return None
    folded = literal.casefold()
    finders: tuple[Finder, ...] = (
        lambda text: _place(literal, text),
        lambda text: _place(folded, text.casefold()),
    )
    searched = (passages(originals, find, receiver=handoff.to) for find in finders)
    found = next(filter(None, searched), ())
    if not found:
        return None
    reason = _NOT_SAID if handoff.status == "unchanged" else _OUTBID
    return Explanation(
        target=literal,
        verdict="left_out",
        reason=reason.format(budget=handoff.report.budget),
        passages=found,
    )


def _covered_message(report: QualityReport, target: str) -> str | None:
    """The id of the covered message that a target names; None if it names none."""
    try:
        references = parse_references(target)
    except UnknownReference:
        return None
    if len(references) != 1 or references[0].first != references[0].last:
        return None
    wanted = str(references[0])
    if wanted in report.coverage:
        return wanted
    fitting = [full for full in report.coverage if full.rpartition("/")[2] == wanted]
    return fitting[0] if len(fitting) == 1 else None


def _of_message(handoff: CompressedContext, message_id: str) -> Explanation:
    names = (message_id, message_id.rpartition("/")[2])
    traces = _traces(
        handoff,
        in_entry=lambda entry: message_id in _ids(entry.sources),
        in_item=lambda item: message_id in _ids(item.sources),
        in_line=lambda line: any(_stands(name, line) for name in names),
    )
    whole = handoff.report.coverage[message_id] == "kept" and not traces.shortened
    return traces.explanation(handoff, message_id, "kept" if whole else traces.verdict)


def _of_literal(handoff: CompressedContext, literal: str) -> Explanation | None:
    if not literal:
        return None
    traces = _literal_traces(handoff, literal, str) or _literal_traces(
        handoff, literal.casefold(), str.casefold
    )
    return traces.explanation(handoff, literal, traces.verdict) if traces else None


def _literal_traces(
    handoff: CompressedContext, literal: str, fold: Callable[[str], str]
) -> _Traces | None:
    traces = _traces(
        handoff,
        in_entry=lambda entry: _stands(literal, fold(entry.text)),
        in_item=lambda item: _stands(literal, fold(item.key)),
        in_line=lambda line: _stands(literal, fold(line)),
    )
    return traces if any(traces) else None


class _Traces(NamedTuple):
    places: tuple[Place, ...]
    shortened: tuple[str, ...]
    left_out: tuple[str, ...]

    @property
    def verdict(self) -> Verdict:
        if self.shortened:
            return "degraded"
        if self.places:
            return "kept"
        return "left_out" if self.left_out else "covered"

    def explanation(self, handoff: CompressedContext, target: str, verdict: Verdict) -> Explanation:
        return Explanation(
            target=target,
            verdict=verdict,
            reason=_reason(handoff, verdict),
            places=self.places,
            left_out=self.left_out,
            degraded=self.shortened,
        )


def _reason(handoff: CompressedContext, verdict: Verdict) -> str:
    if handoff.status == "unchanged" and verdict == "kept":
        return "the history was too short to compress, so all of it stands in the result"
    return _REASONS[verdict].format(budget=handoff.report.budget)


def _traces(
    handoff: CompressedContext,
    *,
    in_entry: Callable[[Entry], bool],
    in_item: Callable[[Degradation], bool],
    in_line: Callable[[str], bool],
) -> _Traces:
    """All that a hand-off and its receipt say of what the three tests accept."""
    report = handoff.report
    places = (
        Place(segment=segment.name, text=entry.text, message_ids=_ids(entry.sources))
        for segment in handoff.segments
        for entry in _entries(segment.entries)
        if in_entry(entry)
    )
    shortened = (
        f"{item.kind}: {item.key} ({item.form.replace('_', ' ')})"
        for item in report.degraded
        if in_item(item)
    )
    return _Traces(tuple(places), tuple(shortened), tuple(filter(in_line, report.lost)))


def _entries(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _entries(entry.children)


def _ids(sources: Iterable[Span]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(span.message_id for span in sources))


def _stands(wanted: str, text: str) -> bool:
    """Whether it stands in the text as a whole: no ASCII word goes on at either end."""
    return _place(wanted, text) >= 0


def _place(wanted: str, text: str) -> int:
    """Where it stands so first; -1 if nowhere."""
    start = text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        before, after = text[max(start - 1, 0) : start], text[end : end + 1]
        if not (_joins(before, wanted[0]) or _joins(wanted[-1], after)):
            return start
        start = text.find(wanted, start + 1)
    return -1


def _stands_in(text: str, literal: str) -> bool:
    """Whether a literal stands in a text as a whole, in any case."""
    return bool(literal) and _stands(literal.casefold(), text.casefold())


def _joins(left: str, right: str) -> bool:
    return all(side.isascii() and (side.isalnum() or side == "_") for side in (left, right))
