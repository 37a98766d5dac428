"""The step by which a task is handed in, as its user names it, until it is taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from uagent_memory.analyzer.observations.tables import either
from uagent_memory.analyzer.types import Unit, UnitKind
from uagent_memory.config import read_toml
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import CommandValue, FactKind
from uagent_memory.generator.compressors.base import one_line, quoted, value_as
from uagent_memory.generator.compressors.changed_files import changed_files
from uagent_memory.generator.compressors.commands import last_run, merely_looks
from uagent_memory.generator.passed_on.passed_on_notes import PassedOnNotes
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

__all__ = ["propose_last_step"]

_DATA = Path(__file__).with_name("last_steps.toml")
_CODE = frozenset((UnitKind.COMMAND, UnitKind.CODE))


class _Step(NamedTuple):
    call: str
    text: str
    sources: tuple[Span, ...]


def propose_last_step(view: GeneratorView, pool: CandidatePool, segment: SegmentName) -> None:
    """What is left once the work is done; nothing where it was called before."""
    step = next(_named(view), None) if _is_near(view) else None
    step = step or _passed_on(view)
    if step is None or _is_taken(view, step.call):
        return
    pool.propose(
        segment,
        view.labels("last_step", text=step.text),
        step.sources,
        order=(-1, 2),
        kind=EntryKind.NOTE,
        value=view.settings.own.last_step,
        targets=view.targets(step.text),
    )


def _is_near(view: GeneratorView) -> bool:
    """Something was run on what was changed last: the work may be done."""
    changes = (seen.seq for fact in changed_files(view) for seen in fact.standing)
    last = max(changes, default=None)
    commands = view.analysis.ledger.of(FactKind.COMMAND)
    ran = (last_run(c)[0] for c in commands if not merely_looks(view, value_as(c, CommandValue)))
    return last is not None and max(ran, default=-1) > last


def _passed_on(view: GeneratorView) -> _Step | None:
    """What a hand-off says of it: the user's own words end there."""
    notes = PassedOnNotes(view.messages)
    call = _call_in(notes.last_step)
    return _Step(call, notes.last_step, notes.span("last_step")) if call else None


def _named(view: GeneratorView) -> Iterator[_Step]:
    """The newest first."""
    for analysis in reversed(view.users):
        units = [unit for unit in analysis.units if unit.span.part == "text"]
        for unit in reversed(units):
            if (step := _step(view, unit, units)) is not None:
                yield step


def _step(view: GeneratorView, unit: Unit, units: list[Unit]) -> _Step | None:
    text = one_line(unit.text)
    if len(text) > _table()["longest"] or not _pattern("sentences").search(text):
        return None
    if text.endswith((":", "：")):
        code = next((other for other in units if other.span.start >= unit.span.end), None)
        if code is None or code.kind not in _CODE or "\n" in code.text.strip():
            return None
        call = view.quote(code.span).strip()
        return _Step(call, f"{text} {quoted(call)}", (unit.span, code.span))
    call = _call_in(text)
    return _Step(call, text, (unit.span,)) if call else None


def _call_in(text: str) -> str:
    found = _pattern("called").search(text)
    return next(filter(None, found.groupdict().values())) if found else ""


def _is_taken(view: GeneratorView, call: str) -> bool:
    words = re.compile(rf"(?<![\w-]){re.escape(call)}(?![\w-])")
    return any(
        call == made.name or words.search(made.text)
        for analysis in view.messages
        for made in analysis.message.tool_calls
    )


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return either(_table()[name], re.IGNORECASE)


@cache
def _table() -> dict[str, Any]:
    return read_toml(_DATA)
