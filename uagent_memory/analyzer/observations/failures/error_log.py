"""Which errors are open, and which runs close them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from uagent_memory.analyzer.observations.failures.open_troubles import (
    OpenTroubles,
    Trouble,
    TroubleValue,
)
from uagent_memory.analyzer.observations.run import Run
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.facts import Change, CommandValue, ErrorValue, FactKind, TestValue

if TYPE_CHECKING:
    from uagent_memory.analyzer.observations.files.file_book import FileBook, LastEdit

__all__ = ["Closed", "ErrorLog"]


class Closed(NamedTuple):
    kind: FactKind
    key: str
    value: TroubleValue
    change: Change
    fix: LastEdit | None = None
    by_other: bool = False
    """Another program ended it: the command itself has not run again."""


_EDITS = 300
"""Newest edits that can have mended an error."""
_CHECKS_THAT_COMPILE = frozenset(("test", "build", "lint", "type", "all"))


class ErrorLog:
    """The open errors and failing tests of a log."""

    def __init__(self) -> None:
        self._open = OpenTroubles()
        self._stopped: set[tuple[str, int]] = set()
        """Failing runs in which no test passed, by their key and place."""

    def raised(self, key: str, value: ErrorValue, run: Run, *, compiling: bool) -> None:
        self._open.add(Trouble(FactKind.ERROR, key, value, run, compiling))

    def failed(self, key: str, value: TestValue | CommandValue, run: Run) -> None:
        kind = FactKind.TEST if isinstance(value, TestValue) else FactKind.COMMAND
        self._open.add(Trouble(kind, key, value, run))

    def failed_otherwise(self, run: Run) -> None:
        """A command failed again: what it does not show any more was mended before it."""
        self._open.missed_by(run)

    def reached(self, run: Run, total: str, files: FileBook) -> Iterator[Closed]:
        """A check fails, but tests pass in it: what stopped an earlier run before any is mended.

        Args:
            run: the failing run, whose errors are raised already.
            total: the line in which it counts its tests; "" if there is none.
            files: what was edited.
        """
        if not _passing().search(total):
            self._stopped.add((run.key, run.seq))
            return
        for trouble in self._open.of_run(run):
            stopped = (run.key, trouble.run.seq) in self._stopped
            if trouble.kind is FactKind.ERROR and stopped and trouble.run.seq < run.seq:
                self._open.close(trouble.kind, trouble.key)
                yield _closed(trouble, run, files)

    def vanished(self, run: Run, files: FileBook) -> Iterator[Closed]:
        """A command has run again and printed no error, however it ended."""
        for trouble in self._open.of_run(run):
            if trouble.kind is FactKind.ERROR and run.follows(trouble.run):
                self._open.close(trouble.kind, trouble.key)
                yield _closed(trouble, run, files)

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
            elif (
                _is_left_behind(trouble, run, files)
                or _is_looked_up_elsewhere(trouble, run)
                or _is_done_otherwise(trouble, run)
                or _is_written_anew(trouble, run)
                or _is_misnamed(trouble, run)
            ):
                self._open.close(trouble.kind, trouble.key)
                yield Closed(trouble.kind, trouble.key, trouble.value, Change.SUPERSEDED)

    def replaced(self, run: Run) -> Iterator[Closed]:
        """Code that fails otherwise takes the place of the code that it is written anew from."""
        for trouble in self._open.for_run(run):
            if trouble.kind is FactKind.ERROR and run.rewrites(trouble.run):
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
        return run.is_beside(earlier)
    if run.repeats(earlier) or run.rewrites(earlier):
        return True
    if run.program in _closers(trouble):
        return not _is_missing(trouble) or _names_missing(run, trouble)
    if not run.covers(earlier, trouble.place):
        return False
    if trouble.compiling:
        return run.kind in _CHECKS_THAT_COMPILE
    return bool(run.kind) and run.kind in (earlier.kind, "all")


def _is_looked_up_elsewhere(trouble: Trouble, run: Run) -> bool:
    """A look-up found nothing, and one of the same tool for something else did."""
    return run.looks and run.follows(trouble.run) and run.shares_program(trouble.run)


def _is_done_otherwise(trouble: Trouble, run: Run) -> bool:
    """A tool refused what was asked of it, and another has since done something to the same."""
    return run.follows(trouble.run) and run.does_otherwise(trouble.run)


def _is_written_anew(trouble: Trouble, run: Run) -> bool:
    """Code that an executor ran is not run again: later code that passes goes on without it."""
    both = bool(run.code and trouble.run.code) and run.program == trouble.run.program
    return both and trouble.kind is FactKind.ERROR and run.follows(trouble.run)


def _is_misnamed(trouble: Trouble, run: Run) -> bool:
    """A check was given the name of something that does not exist, and passes with another."""
    return (
        _is_missing(trouble)
        and run.follows(trouble.run)
        and run.program == trouble.run.program
        and _names_missing(trouble.run, trouble)
    )


def _is_missing(trouble: Trouble) -> bool:
    """A module could not be found."""
    return _missing().search(_line_of(trouble)) is not None


def _names_missing(run: Run, trouble: Trouble) -> bool:
    """A run was called on the module that an error misses; the failed command is to be repeated."""
    error = isinstance(trouble.value, ErrorValue)
    found = _missing().search(_line_of(trouble)) if error else None
    name = _plain(found[1].partition(".")[0]) if found is not None else ""
    return bool(name) and any(name in _plain(about) for about in run.about)


def _line_of(trouble: Trouble) -> str:
    value = trouble.value
    if isinstance(value, CommandValue):
        return value.verdict[0].text if value.verdict else ""
    return value.line


def _plain(name: str) -> str:
    return name.casefold().replace("_", "").replace("-", "")


@cache
def _passing() -> re.Pattern[str]:
    return re.compile(table("errors")["rules"]["some_passed"], re.IGNORECASE)


@cache
def _missing() -> re.Pattern[str]:
    return re.compile(table("errors")["rules"]["missing_module"])


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
    halfway: Sequence[str] = ()
    if isinstance(trouble.value, CommandValue) and trouble.value.verdict:
        kind = trouble.value.verdict[0].text
        halfway = table("errors")["rules"]["halfway"]
    closers: dict[str, list[str]] = table("errors")["closed_by"]
    names = next((names for begin, names in closers.items() if kind.startswith(begin)), [])
    return [name for name in names if name not in halfway]


def _closed(trouble: Trouble, run: Run, files: FileBook) -> Closed:
    if isinstance(trouble.value, TestValue):
        return Closed(trouble.kind, trouble.key, trouble.value, Change.PASSED)
    if isinstance(trouble.value, CommandValue):
        other = not run.repeats(trouble.run) and run.program in _closers(trouble)
        return Closed(trouble.kind, trouble.key, trouble.value, Change.FIXED, by_other=other)
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
