"""Which facts the must-get kinds mean."""

from __future__ import annotations

import pytest

from uagent_memory.facts import (
    Change,
    CommandValue,
    DecisionValue,
    FactKind,
    FactValue,
    Status,
    TextSpan,
)
from uagent_memory.ledger import Fact, Observation
from uagent_memory.messages import Author, Span, Trust
from uagent_memory.prioritizer.settings import PrioritizerSettings
from uagent_memory.roles import MustGet

SPAN = Span("m1", "text", 0, 5)


def fact(kind: FactKind, value: FactValue, status: Status) -> Fact:
    seen = Observation(kind, "key", value, Change.STATED, SPAN, 1, Author.AGENT, Trust.AGENT)
    return Fact(kind, "key", value, status, (seen,))


def covers(kind: MustGet, found: Fact) -> bool:
    return PrioritizerSettings.load().must_get.rules[kind].covers(found)


@pytest.mark.parametrize(
    ("rejected", "status", "meant"),
    [
        ((TextSpan("Redis", SPAN),), Status.ACTIVE, True),
        ((), Status.ACTIVE, False),
        ((), Status.REJECTED, True),
        ((TextSpan("Redis", SPAN),), Status.SUPERSEDED, False),
    ],
)
def test_rejected_options_are_decisions_against_something(
    rejected: tuple[TextSpan, ...], status: Status, *, meant: bool
) -> None:
    """A decision that turns nothing down is a decision only."""
    found = fact(FactKind.DECISION, DecisionValue("Use a bucket.", None, rejected), status)
    assert covers(MustGet.REJECTED_OPTIONS, found) is meant
    assert covers(MustGet.DECISIONS, found) is (status is Status.ACTIVE)


@pytest.mark.parametrize(
    ("program", "meant"),
    [("pytest", True), ("python", True), ("ls", False), ("git config", False), ("git push", True)],
)
def test_a_look_that_finds_nothing_is_no_failing_command(program: str, *, meant: bool) -> None:
    """A failing `ls` tells that nothing is there, not that something is broken."""
    value = CommandValue(command=program, tool="Bash", program=program)
    assert covers(MustGet.FAILING_COMMANDS, fact(FactKind.COMMAND, value, Status.FAILED)) is meant


@pytest.mark.parametrize("checks", [True, False])
def test_results_are_those_of_checks(*, checks: bool) -> None:
    """A passing lint run is one, a passing `git add` is none."""
    value = CommandValue(command="x", tool="Bash", program="x", checks=checks)
    assert covers(MustGet.TEST_RESULTS, fact(FactKind.COMMAND, value, Status.PASSED)) is checks
    assert not covers(MustGet.TEST_RESULTS, fact(FactKind.COMMAND, value, Status.UNKNOWN))
