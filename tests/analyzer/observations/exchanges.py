"""Short forms to observe a built session and to look at single facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tests.builders import SessionBuilder
from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.analyzer.observations.tools.exchange import ExchangeObserver
from uagent_memory.facts import (
    CommandValue,
    ErrorValue,
    FactKind,
    FileValue,
    Status,
    TaskValue,
    TestValue,
)
from uagent_memory.ledger import Fact, Ledger, Observation
from uagent_memory.messages import Message
from uagent_memory.role_files import load_roles

V = TypeVar("V")


def observe_exchanges(messages: Sequence[Message]) -> list[Observation]:
    """What the calls of a whole log show, calls still without an answer included."""
    observer = ExchangeObserver()
    seen = [observation for message in messages for observation in observer.feed(message)]
    return [*seen, *observer.open_calls()]


def ledger(session: SessionBuilder) -> Ledger:
    return Ledger(observe_exchanges(session.messages))


def analysed(session: SessionBuilder) -> Ledger:
    """The ledger with all that was said, too."""
    receiver = load_roles().get("general")
    return ContextAnalyzer().analyze_context(session.messages, receiver=receiver).ledger


def statuses(session: SessionBuilder, kind: FactKind) -> dict[str, Status]:
    """Key -> status of all facts of one kind."""
    return {fact.key: fact.status for fact in ledger(session).of(kind)}


def files(session: SessionBuilder) -> dict[str, Status]:
    return statuses(session, FactKind.FILE)


def commands(session: SessionBuilder) -> dict[str, Status]:
    return statuses(session, FactKind.COMMAND)


def errors(session: SessionBuilder) -> dict[str, Status]:
    return statuses(session, FactKind.ERROR)


def single_tests(session: SessionBuilder) -> dict[str, Status]:
    """Single tests; the runs' totals are left out."""
    found = statuses(session, FactKind.TEST)
    return {key: status for key, status in found.items() if not key.startswith("run: ")}


def only(session: SessionBuilder, kind: FactKind) -> Fact:
    """The one fact of a kind."""
    (fact,) = ledger(session).of(kind)
    return fact


def file_value(session: SessionBuilder, key: str) -> FileValue:
    return _value(session, FactKind.FILE, key, FileValue)


def command_value(session: SessionBuilder, key: str) -> CommandValue:
    return _value(session, FactKind.COMMAND, key, CommandValue)


def error_value(session: SessionBuilder, key: str) -> ErrorValue:
    return _value(session, FactKind.ERROR, key, ErrorValue)


def value_of_test(session: SessionBuilder, key: str) -> TestValue:
    return _value(session, FactKind.TEST, key, TestValue)


def task_value(session: SessionBuilder, key: str) -> TaskValue:
    return _value(session, FactKind.TASK, key, TaskValue)


def _value(session: SessionBuilder, kind: FactKind, key: str, sort: type[V]) -> V:
    fact = ledger(session).get(kind, key)
    assert fact is not None, f"no {kind} {key!r}"
    assert isinstance(fact.value, sort)
    return fact.value
