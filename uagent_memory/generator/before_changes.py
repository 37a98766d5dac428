"""How things were before they were changed: told so, and not as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any

from uagent_memory.analyzer.observations.paths import is_scratch
from uagent_memory.analyzer.observations.tables import either
from uagent_memory.analyzer.types import Cue
from uagent_memory.config import read_toml
from uagent_memory.fact_name import file_of_symbol
from uagent_memory.facts import Change, FactKind, FileValue, SymbolValue
from uagent_memory.generator.phrasing import is_intention
from uagent_memory.generator.statements import Statement
from uagent_memory.ledger import Fact, Ledger
from uagent_memory.messages import Author

__all__ = ["BeforeChanges"]

_AGENT = Author.AGENT

_DATA = Path(__file__).with_name("before_changes.toml")
_CHANGING = frozenset((Change.MODIFIED, Change.DELETED, Change.RENAMED))
_OTHER = Cue.PLAN | Cue.DECISION | Cue.REJECTED | Cue.QUESTION | Cue.DEMAND


class BeforeChanges:
    """Of one history: files that were there before, and when each was changed first."""

    def __init__(self, ledger: Ledger) -> None:
        self._files = [fact for fact in ledger.of(FactKind.FILE) if _was_there(fact)]
        self._symbols = ledger.of(FactKind.SYMBOL)

    def hold(self, statement: Statement) -> bool:
        """An agent described there what has been changed since."""
        unit, at = statement.unit, statement.analysis.index
        by_agent = statement.analysis.message.author is _AGENT
        if not by_agent or at > self._last or unit.cue.meets(_OTHER):
            return False
        text = unit.text
        describes = at <= self._first and _pattern("for_now").search(text) is not None
        describes = describes or any(self._is_about(name, at, text) for name in self._named(text))
        if not describes or is_intention(text):
            return False
        return _pattern("otherwise").search(f"{unit.lead} {text}") is None

    def _is_about(self, name: str, at: int, text: str) -> bool:
        if at <= self._names.get(name, -1):
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
    def _naming(self) -> re.Pattern[str]:
        names = sorted({*self._names, *self._paths}, key=lambda name: (-len(name), name))
        return re.compile(rf"(?<![\w])(?:{'|'.join(map(re.escape, names))})(?![\w])")


def _was_there(fact: Fact) -> bool:
    """It was changed and not made here, and the change stands."""
    acts = [seen for seen in fact.standing if seen.change in _CHANGING | {Change.CREATED}]
    return bool(acts) and acts[0].change is not Change.CREATED and not is_scratch(fact.key)


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
