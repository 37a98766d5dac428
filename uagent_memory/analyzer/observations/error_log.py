"""Which errors are open, and which runs close them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from uagent_memory.analyzer.observations.open_troubles import (
    OpenTroubles,
    Trouble,
    TroubleValue,
)
from uagent_memory.analyzer.observations.run import Run
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.facts import Change, CommandValue, ErrorValue, FactKind, TestValue

if TYPE_CHECKING:
    from uagent_memory.analyzer.observations.file_book import FileBook, LastEdit

__all__ = ["Closed", "ErrorLog"]


class Closed(NamedTuple):
    kind: FactKind
    key: str
    value: TroubleValue
    change: Change
    fix: LastEdit | None = None


_EDITS = 300
"""Newest edits that can have mended an error."""
_CHECKS_THAT_COMPILE = frozenset(("test", "build", "lint", "type", "all"))


class ErrorLog:
    """The open errors and failing tests of a log."""

    def __init__(self) -> None:
        self._open = OpenTroubles()

    def raised(self, key: str, value: ErrorValue, run: Run, *, compiling: bool) -> None:
        self._open.add(Trouble(FactKind.ERROR, key, value, run, compiling))

    def failed(self, key: str, value: TestValue | CommandValue, run: Run) -> None:
        kind = FactKind.TEST if isinstance(value, TestValue) else FactKind.COMMAND
        self._open.add(Trouble(kind, key, value, run))

    def failed_otherwise(self, run: Run) -> None:
        """A command failed again: what it does not show any more was mended before it."""
        self._open.missed_by(run)

    def failing(self, key: str) -> bool:
        """Whether a test is known to fail."""
        return (FactKind.TEST, key) in self._open

    def succeeded(self, kind: FactKind, key: str) -> None:
        """Forgets a test or command that itself was seen to pass."""
        self._open.close(kind, key)

    def passed(self, run: Run, files: FileBook) -> Iterator[Closed]:
        """Closes what a successful run covers."""
        for trouble in self._open.for_run(run):
            if _answers(run, trouble):
                self._open.close(trouble.kind, trouble.key)
                yield _closed(trouble, run, files)
            elif _is_left_behind(trouble, run, files) or _is_looked_up_elsewhere(trouble, run):
                self._open.close(trouble.kind, trouble.key)
                yield Closed(trouble.kind, trouble.key, trouble.value, Change.SUPERSEDED)

    def gone(self, file: str) -> Iterator[Closed]:
        """A deleted script's errors are nobody's any more."""
        for trouble in self._open.for_file(file):
            place = trouble.value.place if isinstance(trouble.value, ErrorValue) else ""
            inside = trouble.kind is FactKind.TEST and trouble.key.startswith(f"{file}::")
            if trouble.run.script == file or inside or _same_file(place, file):
                self._open.close(trouble.kind, trouble.key)
                yield Closed(trouble.kind, trouble.key, trouble.value, Change.SUPERSEDED)


def _answers(run: Run, trouble: Trouble) -> bool:
    earlier = trouble.run
    if not run.follows(earlier):
        return False
    if run.repeats(earlier) or run.program in _closers(trouble):
        return True
    if not run.covers(earlier, trouble.place):
        return False
    if trouble.compiling:
        return run.kind in _CHECKS_THAT_COMPILE
    return bool(run.kind) and run.kind in (earlier.kind, "all")


def _is_looked_up_elsewhere(trouble: Trouble, run: Run) -> bool:
    """A look-up found nothing, and one of the same tool for something else did."""
    return run.looks and run.follows(trouble.run) and run.shares_program(trouble.run)


def _is_left_behind(trouble: Trouble, run: Run, files: FileBook) -> bool:
    """Code typed to try something out broke; files were changed since, and a real run passes.

    What breaks in a file that was changed may be that file's fault: it stays.
    """
    tried = trouble.run.inline and trouble.kind is FactKind.ERROR
    if not tried or not (run.kind or run.script):
        return False
    edits = list(islice(files.edits_between(trouble.run.seq, run.seq), _EDITS))
    return bool(edits) and not any(_same_file(trouble.place, edit.key) for edit in edits)


def _closers(trouble: Trouble) -> Sequence[str]:
    """Programs of another kind whose success ends an error of this type."""
    value = trouble.value
    kind = value.type or value.line.lstrip() if isinstance(value, ErrorValue) else ""
    if isinstance(trouble.value, CommandValue) and trouble.value.verdict:
        kind = trouble.value.verdict[0].text
    closers: dict[str, list[str]] = table("errors")["closed_by"]
    return next((names for begin, names in closers.items() if kind.startswith(begin)), ())


def _closed(trouble: Trouble, run: Run, files: FileBook) -> Closed:
    if isinstance(trouble.value, TestValue):
        return Closed(trouble.kind, trouble.key, trouble.value, Change.PASSED)
    if isinstance(trouble.value, CommandValue):
        return Closed(trouble.kind, trouble.key, trouble.value, Change.FIXED)
    if _is_remote(trouble.value):
        return Closed(trouble.kind, trouble.key, trouble.value, Change.FIXED)
    place = trouble.value.place
    mended = trouble.missed or run.seq
    edits = list(islice(files.edits_between(trouble.run.seq, mended), _EDITS))
    there = (edit for edit in edits if _same_file(place, edit.key))
    fix = next(there, edits[0] if len({edit.key for edit in edits}) == 1 else None)
    value = replace(trouble.value, fix=fix.path if fix is not None else None)
    return Closed(trouble.kind, trouble.key, value, Change.FIXED, fix)


def _is_remote(value: ErrorValue) -> bool:
    """It came from the network or another machine: no edit mends it."""
    return _remote().search(value.line) is not None


@cache
def _remote() -> re.Pattern[str]:
    return re.compile(table("errors")["rules"]["remote"])


def _same_file(place: str, key: str) -> bool:
    """Whether an error's place, as printed, names the file."""
    if not place or posixpath.basename(place) != posixpath.basename(key):
        return False
    return place.endswith(key) or key.endswith(place.removeprefix("./"))
