"""Open errors, failing tests and failed commands, found by what could close them."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple, TypeAlias

from uagent_memory.analyzer.observations.run import Run
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.facts import CommandValue, ErrorValue, FactKind, TestValue

__all__ = ["OpenTroubles", "Trouble", "TroubleValue"]

TroubleValue: TypeAlias = ErrorValue | TestValue | CommandValue

_NEWEST = 300
"""Troubles that are looked at for a run which was limited to some files or names."""
_TRIED = 20
"""Errors of code tried once that are looked at for a real run."""
_OF_FILE = "::"

_Mark: TypeAlias = tuple[str, str]

_INLINE: _Mark = ("inline", "")


class Trouble(NamedTuple):
    """An open error, a failing test or a failed command, with the run that last showed it."""

    kind: FactKind
    key: str
    value: TroubleValue
    run: Run
    compiling: bool = False
    missed: int = 0
    """The first later run of the same command that failed without showing it; 0: none."""

    @property
    def place(self) -> str:
        """Where an error was raised, or which test fails."""
        if self.kind is FactKind.TEST:
            return self.key
        return self.value.place if isinstance(self.value, ErrorValue) else ""

    def marks(self) -> Iterator[_Mark]:
        """What it is found by."""
        yield "run", self.run.key
        yield "kind", self.run.kind
        yield "program", self.run.program
        if self.run.sought:
            yield "sought", self.run.sought
        if self.run.toolbox:
            yield "toolbox", self.run.toolbox
        for name in self.run.objects:
            yield "object", name
        if self.run.inline:
            yield _INLINE
        for name in {self.place, self.place.partition(_OF_FILE)[0]} - {""}:
            yield "place", name
        yield from _file_marks(self.place if self.kind is FactKind.ERROR else "")
        if self.run.script:
            yield "script", self.run.script


class OpenTroubles:
    """The newest state of what is open. Time grows with what is closed, not with what is open."""

    def __init__(self) -> None:
        self._open: dict[tuple[FactKind, str], Trouble] = {}
        self._marked: dict[_Mark, dict[tuple[FactKind, str], Trouble]] = {}

    def __contains__(self, name: tuple[FactKind, str]) -> bool:
        return name in self._open

    def add(self, trouble: Trouble) -> None:
        name = trouble.kind, trouble.key
        self.close(*name)
        self._open[name] = trouble
        for mark in trouble.marks():
            self._marked.setdefault(mark, {})[name] = trouble

    def close(self, kind: FactKind, key: str) -> None:
        trouble = self._open.pop((kind, key), None)
        for mark in trouble.marks() if trouble is not None else ():
            found = self._marked[mark]
            del found[kind, key]
            if not found:
                del self._marked[mark]

    def missed_by(self, run: Run) -> None:
        """Notes which errors a failing run of the same command did not show again."""
        for trouble in self.of_run(run):
            shown = trouble.run.seq >= run.seq or trouble.missed
            if trouble.kind is FactKind.ERROR and not shown:
                self.add(trouble._replace(missed=run.seq))

    def of_run(self, run: Run) -> list[Trouble]:
        """What earlier runs of the same command showed."""
        return list(self._of(("run", run.key)).values())

    def for_run(self, run: Run) -> list[Trouble]:
        """What a successful run may close: of its kind all, if it was not limited."""
        marks = [("run", run.key), ("program", run.program), ("script", run.script)]
        marks += [("sought", run.sought)] if run.sought else []
        marks += [("toolbox", run.toolbox)] if run.toolbox else []
        marks += [("object", name) for name in sorted(run.objects)]
        marks += [("place", name) for name in sorted({*run.targets, run.filter} - {""})]
        found = [trouble for mark in marks for trouble in _newest(self._of(mark))]
        if run.kind or run.script:
            found.extend(islice(_newest(self._of(_INLINE)), _TRIED))
        if run.kind or run.program in _closing():
            found.extend(_newest(self._open))
        if run.kind and not (run.targets or run.filter):
            whole = self._open if run.kind == "all" else self._of(("kind", run.kind))
            found.extend(whole.values())
        return _once(found)

    def for_file(self, file: str) -> list[Trouble]:
        """What may be gone with a file."""
        marks = (("script", file), ("place", file), *_file_marks(file))
        return _once(trouble for mark in marks for trouble in self._of(mark).values())

    def _of(self, mark: _Mark) -> dict[tuple[FactKind, str], Trouble]:
        return self._marked.get(mark, {})


@cache
def _closing() -> frozenset[str]:
    """Programs whose success ends errors that another kind of program showed."""
    closers: dict[str, list[str]] = table("errors")["closed_by"]
    return frozenset(name for names in closers.values() for name in names)


def _newest(found: dict[tuple[FactKind, str], Trouble]) -> Iterator[Trouble]:
    return islice(reversed(found.values()), _NEWEST)


def _file_marks(path: str) -> Iterator[_Mark]:
    if path:
        yield "name", posixpath.basename(path)


def _once(troubles: Iterable[Trouble]) -> list[Trouble]:
    return list({(trouble.kind, trouble.key): trouble for trouble in troubles}.values())
