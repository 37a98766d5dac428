"""How things were before they were changed: told so, and not as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any

from uagent_memory.analyzer.observations.files.paths import is_scratch
from uagent_memory.analyzer.observations.tables import either
from uagent_memory.analyzer.types import Cue, MessageAnalysis, Unit
from uagent_memory.config import read_toml
from uagent_memory.fact_name import file_of_symbol
from uagent_memory.facts import Change, FactKind, FileValue, SymbolValue
from uagent_memory.generator.wording.code_names import CODE, NAME, names_in_line
from uagent_memory.generator.wording.phrasing import is_dependent, is_intention, is_restating
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.holding import holds_any
from uagent_memory.ledger import Fact, Ledger
from uagent_memory.messages import Author, Span

__all__ = ["BeforeChanges"]

_AGENT = Author.AGENT

_DATA = Path(__file__).with_name("before_changes.toml")
_CHANGING = frozenset((Change.MODIFIED, Change.DELETED, Change.RENAMED))
_OTHER = Cue.PLAN | Cue.DECISION | Cue.QUESTION | Cue.DEMAND


class BeforeChanges:
    """Of one history: files that were there before, and when each was changed first.

    Args:
        ledger: of the history.
        prose: how the names of files end that are written to be read: none of their lines is code.
    """

    def __init__(self, ledger: Ledger, prose: tuple[str, ...] = ()) -> None:
        self._prose = prose
        self._files = [fact for fact in ledger.of(FactKind.FILE) if _was_there(fact)]
        self._symbols = ledger.of(FactKind.SYMBOL)
        self._told: dict[Span, bool] = {}

    def hold(self, statement: Statement) -> bool:
        """An agent described there what has been changed since."""
        unit, analysis = statement.unit, statement.analysis
        if analysis.message.author is not _AGENT or analysis.index > self._last:
            return False
        is_card = unit is not analysis.units[statement.position]
        return (not is_card and self._tells(unit, analysis)) or self._goes_on(statement)

    def _tells(self, unit: Unit, analysis: MessageAnalysis) -> bool:
        """It says itself what names something changed."""
        told = self._told.get(unit.span)
        if told is None:
            told = self._told[unit.span] = self._holds(unit, analysis)
        return told

    def _holds(self, unit: Unit, analysis: MessageAnalysis) -> bool:
        """It names what was changed, or says that it is so for now."""
        text, at = unit.text, analysis.index
        may_name = at <= self._first or "`" in text or holds_any(text, self._mentioned)
        return may_name and self._names_changed(text, at) and _describes(unit)

    def _names_changed(self, text: str, at: int) -> bool:
        if at <= self._first and _pattern("for_now").search(text) is not None:
            return True
        if any(self._is_about(name, at, text) for name in self._named(text)):
            return True
        code = (token for found in CODE.findall(text) for token in NAME.findall(found))
        gone = any(at <= self._taken_out.get(token, -1) for token in code)
        return gone and _pattern("describing").search(text) is not None

    def _goes_on(self, statement: Statement) -> bool:
        """It leans on such a sentence right before, or tells a fault in a message with one."""
        unit, analysis = statement.unit, statement.analysis
        if _pattern("faulty").search(unit.text):
            around = [one for one in analysis.units if one.span.part == "text"]
        elif is_dependent(unit.text):
            before = analysis.units[statement.position - 1] if statement.position else unit
            around = [before] if before.span.part == "text" else []
        else:
            return False
        return any(self._tells(one, analysis) for one in around) and _describes(unit)

    def _is_about(self, name: str, at: int, text: str) -> bool:
        if at <= max(self._names.get(name, -1), self._gone.get(name, -1)):
            return bool(_pattern("describing").search(text))
        return at <= self._paths.get(name, -1) and bool(_pattern("faulty").search(text))

    def _named(self, text: str) -> Iterator[str]:
        return (found.group() for found in self._naming.finditer(text)) if self._files else iter(())

    @cached_property
    def _changes(self) -> list[tuple[int, FileValue]]:
        return [
            (seen.seq, seen.value)
            for fact in self._files
            for seen in fact.standing
            if seen.change in _CHANGING and isinstance(seen.value, FileValue)
        ]

    @cached_property
    def _first(self) -> int:
        return min((at for at, _ in self._changes), default=-1)

    @cached_property
    def _last(self) -> int:
        return max((at for at, _ in self._changes), default=-1)

    @cached_property
    def _names(self) -> dict[str, int]:
        """What was defined there -> the message in which it was changed first."""
        named = (
            (span.text, at)
            for at, value in self._changes
            for span in (*value.removed, *value.defined)
        )
        return _earliest(chain(named, self._insides()))

    def _insides(self) -> Iterator[tuple[str, int]]:
        """Definitions whose insides an edit changed."""
        files = {fact.key for fact in self._files}
        for fact in self._symbols:
            if file_of_symbol(fact.key) in files and isinstance(fact.value, SymbolValue):
                changed = (seen.seq for seen in fact.history if seen.change is Change.MODIFIED)
                yield from ((fact.value.name, at) for at in islice(changed, 1))

    @cached_property
    def _paths(self) -> dict[str, int]:
        """The files by their last parts -> the same."""
        return _earliest((value.path.rpartition("/")[2], at) for at, value in self._changes)

    @cached_property
    def _gone(self) -> dict[str, int]:
        """The deleted files by their last parts -> the same."""
        deleted = (
            (seen.value.path.rpartition("/")[2], seen.seq)
            for fact in self._files
            for seen in fact.standing
            if seen.change is Change.DELETED and isinstance(seen.value, FileValue)
        )
        return _earliest(deleted)

    @cached_property
    def _taken_out(self) -> dict[str, int]:
        """Names of code that a change took out of the lines it put in anew -> the same."""
        return _earliest(
            (name, at)
            for at, value in self._changes
            if not value.path.casefold().endswith(self._prose)
            for name in _gone_names(value)
        )

    @cached_property
    def _mentioned(self) -> tuple[str, ...]:
        return (*self._names, *self._paths)

    @cached_property
    def _naming(self) -> re.Pattern[str]:
        names = sorted(set(self._mentioned), key=lambda name: (-len(name), name))
        return re.compile(rf"(?<![\w])(?:{'|'.join(map(re.escape, names))})(?![\w])")


def _describes(unit: Unit) -> bool:
    """It says how things are, and not what is asked for, planned or chosen."""
    cue = unit.cue
    if cue.meets(_OTHER) or is_intention(unit.text) or _praises(unit.text):
        return False
    if is_restating(unit.text) or is_restating(unit.lead):
        return False
    return _pattern("otherwise").search(f"{unit.lead} {unit.text}") is None


def _praises(text: str) -> bool:
    """It finds good what is there, with no reservation: a later change does not take that back."""
    return bool(_pattern("praising").search(text)) and not _pattern("qualified").search(text)


def _was_there(fact: Fact) -> bool:
    """It was changed and not made here, and the change stands."""
    acts = [seen for seen in fact.standing if seen.change in _CHANGING | {Change.CREATED}]
    return bool(acts) and acts[0].change is not Change.CREATED and not is_scratch(fact.key)


def _gone_names(value: FileValue) -> Iterator[str]:
    """Those that only the lines hold that it took out, and that the file has nowhere else."""
    added = {
        name for hunk in value.hunks for line in hunk.added for name in names_in_line(line.text)
    }
    added.update(name for line in value.lasting for name in names_in_line(line.text))
    removed = (line.text for hunk in value.hunks for line in hunk.removed)
    return (name for text in removed for name in names_in_line(text) if name not in added)


def _earliest(found: Iterable[tuple[str, int]]) -> dict[str, int]:
    least: int = _table()["least_name"]
    first: dict[str, int] = {}
    for name, at in found:
        if len(name) >= least:
            first[name] = min(at, first.get(name, at))
    return first


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return either(_table()[name], re.IGNORECASE)


@cache
def _table() -> dict[str, Any]:
    return read_toml(_DATA)
