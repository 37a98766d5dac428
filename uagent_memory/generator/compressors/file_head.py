"""What the line of a changed file begins with: its path, its state, and how often it was edited."""

from __future__ import annotations

from typing import NamedTuple

from uagent_memory.facts import Change, FileValue, Status, TextSpan
from uagent_memory.generator.compressors.base import quoted
from uagent_memory.generator.compressors.file_lines import TAKEN_BACK, shown_path, state_sources
from uagent_memory.generator.compressors.net_changes import target_of
from uagent_memory.generator.standing.acknowledged import acknowledgement
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span

__all__ = ["FileHead", "file_head"]

_NO_EDIT = frozenset((Change.STATED, Change.REFUSED))
_ACKNOWLEDGED = {Status.CREATED: Change.CREATED, Status.MODIFIED: Change.MODIFIED}


class FileHead(NamedTuple):
    """`short` is our own wording; `text` is the tool's where it spells the path in full."""

    text: str
    sources: tuple[Span, ...]
    short: str
    short_sources: tuple[Span, ...]


def file_head(view: GeneratorView, fact: Fact) -> FileHead:
    """Of one changed file."""
    path = shown_path(view, fact)
    times = _times(view, fact, _edits(fact))
    target = target_of(fact)
    arrow = view.labels("renamed_to", path=quoted(view.paths.shown(target))) if target else ""
    short = f"{quoted(path)}{arrow} {view.labels(fact.status)}{times}"
    sources = state_sources(view, fact)
    said = _acknowledged(view, fact, path)
    if said is None:
        return FileHead(short, sources, short, sources)
    before, _, after = said.text.partition(path)
    state = view.labels(fact.status)
    times = times if state in before + after else f" ({state}{times})"
    text = f"{before}{quoted(path)}{after}{times}"
    return FileHead(text, (*sources, said.span), short, sources)


def _times(view: GeneratorView, fact: Fact, edits: int) -> str:
    if fact.status in (Status.CREATED, Status.RENAMED):
        again = edits - any(seen.change is Change.CREATED for seen in fact.standing)
        label = "edited_once" if again == 1 else "edited_times"
        return view.labels(label, count=again) if again > 0 else ""
    again_and_again = edits > 1 and fact.status not in TAKEN_BACK
    return view.labels("times", count=edits) if again_and_again else ""


def _edits(fact: Fact) -> int:
    """How often it was changed, writing the script that changes it not counted."""
    values = (seen.value for seen in fact.standing if seen.change not in _NO_EDIT)
    return sum(
        isinstance(value, FileValue) and bool(value.hunks or value.defined or value.removed)
        for value in values
    )


def _acknowledged(view: GeneratorView, fact: Fact, path: str) -> TextSpan | None:
    """What a tool said of the newest change that stands, where it spells the path in full."""
    change = _ACKNOWLEDGED.get(fact.status)
    if change is None or not path.startswith("/"):
        return None
    changes = (seen for seen in reversed(fact.standing) if seen.change is change)
    answers = (view.edit_calls.answer(seen) for seen in changes)
    told = (acknowledgement(answer, path) for answer in answers if answer is not None)
    return next(filter(None, told), None)
