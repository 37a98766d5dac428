"""Which errors are open, and which runs close them."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from uagent_memory.analyzer.observations.tables import table
from uagent_memory.facts import Change, CommandValue, ErrorValue, FactKind, TestValue

if TYPE_CHECKING:
    from uagent_memory.analyzer.observations.file_book import FileBook, LastEdit
    from uagent_memory.analyzer.observations.programs import CheckKind

__all__ = ["Closed", "ErrorLog", "Run", "TroubleValue"]

TroubleValue: TypeAlias = ErrorValue | TestValue | CommandValue


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command or tool, as far as it tells which earlier troubles it covers."""

    key: str
    program: str
    seq: int
    """Position of the message that holds its result."""
    kind: CheckKind = ""
    script: str = ""
    """Key of the script file it ran."""
    targets: frozenset[str] = frozenset()
    """Files and folders it was limited to; empty: everything."""
    filter: str = ""
    """Names it was limited to."""

    def repeats(self, other: Run) -> bool:
        """The same command, script or program again."""
        if self.key == other.key:
            return True
        if self.kind or other.kind:
            return False
        if self.script or other.script:
            return self.script == other.script
        return self.program == other.program

    def covers(self, other: Run, place: str = "") -> bool:
        """Whether it would have met again what the other run met."""
        if self.filter and self.filter not in (other.filter, place):
            return False
        if not self.targets:
            return True
        if other.targets and all(self._reaches(target) for target in other.targets):
            return True
        return bool(place) and self._reaches(place)

    def _reaches(self, target: str) -> bool:
        return any(
            target == own or target.startswith((f"{own}/", f"{own}.", f"{own}::"))
            for own in self.targets
        )


class _Trouble(NamedTuple):
    """An open error, a failing test or a failed command, with the run that last showed it."""

    kind: FactKind
    key: str
    value: TroubleValue
    run: Run
    compiling: bool


class Closed(NamedTuple):
    kind: FactKind
    key: str
    value: TroubleValue
    change: Change
    fix: LastEdit | None = None


_CHECKS_THAT_COMPILE = frozenset(("test", "build", "lint", "type", "all"))


class ErrorLog:
    """The open errors and failing tests of a log."""

    def __init__(self) -> None:
        self._open: dict[tuple[FactKind, str], _Trouble] = {}

    def raised(self, key: str, value: ErrorValue, run: Run, *, compiling: bool) -> None:
        self._open[FactKind.ERROR, key] = _Trouble(FactKind.ERROR, key, value, run, compiling)

    def failed(self, key: str, value: TestValue | CommandValue, run: Run) -> None:
        kind = FactKind.TEST if isinstance(value, TestValue) else FactKind.COMMAND
        self._open[kind, key] = _Trouble(kind, key, value, run, compiling=False)

    def failing(self, key: str) -> bool:
        """Whether a test is known to fail."""
        return (FactKind.TEST, key) in self._open

    def succeeded(self, kind: FactKind, key: str) -> None:
        """Forgets a test or command that itself was seen to pass."""
        self._open.pop((kind, key), None)

    def passed(self, run: Run, files: FileBook) -> Iterator[Closed]:
        """Closes what a successful run covers."""
        for trouble in list(self._open.values()):
            if _answers(run, trouble):
                del self._open[trouble.kind, trouble.key]
                yield _closed(trouble, run, files)

    def gone(self, file: str) -> Iterator[Closed]:
        """A deleted script's errors are nobody's any more."""
        for trouble in list(self._open.values()):
            place = trouble.value.place if isinstance(trouble.value, ErrorValue) else ""
            inside = trouble.kind is FactKind.TEST and trouble.key.startswith(f"{file}::")
            if trouble.run.script == file or inside or _same_file(place, file):
                del self._open[trouble.kind, trouble.key]
                yield Closed(trouble.kind, trouble.key, trouble.value, Change.SUPERSEDED)


def _answers(run: Run, trouble: _Trouble) -> bool:
    earlier = trouble.run
    if run.seq <= earlier.seq:
        return False
    if run.repeats(earlier) or run.program in _closers(trouble):
        return True
    name = trouble.key if trouble.kind is FactKind.TEST else _place(trouble)
    if not run.covers(earlier, name):
        return False
    if trouble.compiling:
        return run.kind in _CHECKS_THAT_COMPILE
    return bool(run.kind) and run.kind in (earlier.kind, "all")


def _closers(trouble: _Trouble) -> Sequence[str]:
    """Programs of another kind whose success ends an error of this type."""
    kind = trouble.value.type if isinstance(trouble.value, ErrorValue) else ""
    if isinstance(trouble.value, CommandValue) and trouble.value.verdict:
        kind = trouble.value.verdict[0].text
    closers: dict[str, list[str]] = table("errors")["closed_by"]
    return next((names for begin, names in closers.items() if kind.startswith(begin)), ())


def _place(trouble: _Trouble) -> str:
    return trouble.value.place if isinstance(trouble.value, ErrorValue) else ""


def _closed(trouble: _Trouble, run: Run, files: FileBook) -> Closed:
    if isinstance(trouble.value, TestValue):
        return Closed(trouble.kind, trouble.key, trouble.value, Change.PASSED)
    if isinstance(trouble.value, CommandValue):
        return Closed(trouble.kind, trouble.key, trouble.value, Change.FIXED)
    place = trouble.value.place
    edits = list(files.edits_between(trouble.run.seq, run.seq))
    there = (edit for edit in edits if _same_file(place, edit.key))
    fix = next(there, edits[0] if len({edit.key for edit in edits}) == 1 else None)
    value = replace(trouble.value, fix=fix.path if fix is not None else None)
    return Closed(trouble.kind, trouble.key, value, Change.FIXED, fix)


def _same_file(place: str, key: str) -> bool:
    """Whether an error's place, as printed, names the file."""
    if not place or posixpath.basename(place) != posixpath.basename(key):
        return False
    return place.endswith(key) or key.endswith(place.removeprefix("./"))
