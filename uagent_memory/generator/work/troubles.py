"""Troubles: which errors, failing tests and failed commands tell of the same thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from uagent_memory.facts import (
    Change,
    CommandValue,
    ErrorValue,
    FactKind,
    Status,
    TestValue,
    TextSpan,
)
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.ledger import Fact, Ledger

__all__ = ["Troubles", "bare_line", "is_same_error"]

_ELLIPSES = ("...", "…")


class Troubles:
    """What is open, seen together, so that each trouble is said once."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def is_told(self, line: TextSpan) -> bool:
        """Whether an open error or a failing test has the line for its own."""
        return (line.span.message_id, bare_line(line.text)) in self._told

    def is_total_of_command(self, test: Fact) -> bool:
        """The figures of a run whose failed command gives them."""
        value = test.value
        if not isinstance(value, TestValue) or value.name:
            return False
        return (test.last.span.message_id, bare_line(value.line)) in self._verdicts

    def tests_of(self, error: Fact) -> Sequence[Fact]:
        """The failing tests that failed by this error, and by none before it."""
        return self._tests_by_error.get(error.key, ())

    def is_merged(self, test: Fact) -> bool:
        """Whether the error by which a test failed speaks for it."""
        return test.key in self._merged

    def is_over(self, command: Fact) -> bool:
        """A command failed by errors that are all mended, though it was not run again."""
        value = command.value
        if command.status is not Status.FAILED or not isinstance(value, CommandValue):
            return False
        printed = {line.span.message_id for line in value.verdict}
        return bool(printed) and printed <= self._mended and printed.isdisjoint(self._tests)

    @cached_property
    def _mended(self) -> frozenset[str]:
        """The answers that showed errors, none of which is left."""
        shown: dict[str, bool] = {}
        for fact in self._ledger.of(FactKind.ERROR):
            over = fact.status in (Status.FIXED, Status.SUPERSEDED)
            for seen in fact.history:
                if seen.change is Change.RAISED:
                    at = seen.span.message_id
                    shown[at] = shown.get(at, True) and over
        return frozenset(at for at, over in shown.items() if over)

    @cached_property
    def _errors(self) -> Sequence[Fact]:
        errors = self._ledger.of(FactKind.ERROR)
        return tuple(fact for fact in errors if fact.status is Status.OPEN)

    @cached_property
    def _tests(self) -> Mapping[str, Sequence[tuple[Fact, TestValue]]]:
        """The failing tests that have a name, by the message that shows them last."""
        found: dict[str, list[tuple[Fact, TestValue]]] = {}
        for fact in self._ledger.of(FactKind.TEST):
            value = fact.value
            if fact.status is Status.FAILED and isinstance(value, TestValue) and value.name:
                found.setdefault(fact.last.span.message_id, []).append((fact, value))
        return found

    @cached_property
    def _told(self) -> frozenset[tuple[str, str]]:
        tests = (test for several in self._tests.values() for test in several)
        lines: list[tuple[Fact, str]] = [(fact, value.line) for fact, value in tests]
        lines.extend(
            (fact, fact.value.line) for fact in self._errors if isinstance(fact.value, ErrorValue)
        )
        return frozenset((fact.last.span.message_id, bare_line(line)) for fact, line in lines)

    @cached_property
    def _verdicts(self) -> frozenset[tuple[str, str]]:
        failed = (
            fact.value
            for fact in self._ledger.of(FactKind.COMMAND)
            if fact.status in (Status.FAILED, Status.SETTLED)
            and isinstance(fact.value, CommandValue)
        )
        return frozenset(
            (line.span.message_id, bare_line(line.text))
            for value in failed
            if value.checks
            for line in value.verdict[:1]
        )

    @cached_property
    def _tests_by_error(self) -> Mapping[str, Sequence[Fact]]:
        taken: set[str] = set()
        found: dict[str, list[Fact]] = {}
        for error in self._errors:
            for test in self._failed_by(error):
                if test.key not in taken:
                    taken.add(test.key)
                    found.setdefault(error.key, []).append(test)
        return found

    @cached_property
    def _merged(self) -> frozenset[str]:
        return frozenset(test.key for tests in self._tests_by_error.values() for test in tests)

    def _failed_by(self, error: Fact) -> Iterator[Fact]:
        if not isinstance(error.value, ErrorValue):
            return
        line = bare_line(error.value.line)
        for test, value in self._tests.get(error.last.span.message_id, ()):
            reason = bare_line(value.line).partition(" - ")[2]
            if is_same_error(reason, line) or f"'{value.name}'" in line:
                yield test


def bare_line(line: str) -> str:
    """An error on one line, without the mark that pytest puts before what went wrong."""
    return " ".join(line.split()).removeprefix("E ")


def is_same_error(reason: str, line: str) -> bool:
    """Whether a test names the error of a line, which a terminal may have cut short."""
    short = reason.rstrip(".…") if reason.endswith(_ELLIPSES) else ""
    least = GeneratorSettings.load().limits.shortened_error
    return bool(reason) and (reason == line or (len(short) >= least and line.startswith(short)))
