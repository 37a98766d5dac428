"""Logs in which hundreds of things are open: the newest are followed, and the time stays linear."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory.analyzer.analyzer import ContextAnalyzer
from uagent_memory.analyzer.observations.tasks.open_items import MOST, OpenItems
from uagent_memory.analyzer.observations.tasks.plan_items import Item
from uagent_memory.facts import Change, FactKind, Status, TaskValue
from uagent_memory.generator.standing.outdated_results import OutdatedResults
from uagent_memory.ledger import Ledger, Observation
from uagent_memory.messages import Author, Span, Trust
from uagent_memory.role_files import load_roles

MANY = 700


def ledger_of(session: SessionBuilder) -> Ledger:
    receiver = load_roles().get("general")
    return ContextAnalyzer().analyze_context(session.messages, receiver=receiver).ledger


def named_tests(ledger: Ledger) -> list[Status]:
    return [f.status for f in ledger.of(FactKind.TEST) if not f.key.startswith("run: ")]


def failing(asked: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user(asked)
    for n in range(MANY):
        shown = f"FAILED tests/test_{n}.py::test_row - ValueError: bad row {n}\n1 failed in 0.1s"
        s.run("Bash", shown, command=f"pytest tests/test_{n}.py", is_error=True)
    return s


def item(number: int) -> Item:
    seen = Observation(
        kind=FactKind.TASK,
        key=f"task {number}",
        value=TaskValue(text=f"task {number}"),
        change=Change.STATED,
        span=Span(f"m{number}", "text", 0, 1),
        seq=number,
        author=Author.AGENT,
        trust=Trust.AGENT,
    )
    return Item(seen)


@pytest.mark.parametrize("asked", ["Mend the rows.", "请修复这些行。"])
def test_a_whole_run_closes_however_many(asked: str) -> None:
    """Also those that are older than what a limited run looks at."""
    s = failing(asked)
    s.run("Bash", f"{MANY} passed in 9s", command="pytest tests")
    assert named_tests(ledger_of(s)) == [Status.PASSED] * MANY


def test_a_limited_run_closes_its_own_test_among_many() -> None:
    """The oldest of them, by its file; the others stay as they are."""
    s = failing("Mend the rows.")
    s.run("Bash", "1 passed in 0.1s", command="pytest tests/test_0.py")
    found = named_tests(ledger_of(s))
    assert found.count(Status.PASSED) == 1
    assert found.count(Status.FAILED) == MANY - 1


def test_the_newest_open_items_are_followed() -> None:
    """At least `MOST`, at most twice as many; an agent without any is not remembered."""
    plans = OpenItems()
    for number in range(5 * MOST):
        plans.add(f"agent {number % 7}", item(number))
    left = [one.seen.seq for one in plans]
    assert MOST <= len(left) <= 2 * MOST
    assert set(range(4 * MOST, 5 * MOST)) <= set(left)
    for owner in plans.owners():
        for key in tuple(plans.of(owner)):
            plans.close(owner, key)
    assert plans.owners() == ()


@pytest.mark.parametrize("asked", ["Mend src/a.py.", "请修复 src/a.py。"])
def test_many_stashes_are_followed(asked: str) -> None:
    """What ran while the change was away is marked, in the first round and in the last."""
    s = SessionBuilder()
    s.user(asked)
    s.run("Edit", "updated", file_path="src/a.py", old_string="x = 0", new_string="x = 1")
    for n in range(60):
        s.run("Bash", "Saved working directory and index state WIP", command="git stash")
        s.run("Bash", f"{n + 1} failed in 0.1s", command=f"pytest -k t{n}", is_error=True)
        s.run("Bash", "Dropped refs/stash@{0}", command="git stash pop")
    ledger = ledger_of(s)
    undone = OutdatedResults(ledger)
    runs = [f for f in ledger.of(FactKind.COMMAND) if f.key.startswith("pytest")]
    assert {undone.label(run.last) for run in runs} == {"while_stashed"}
    assert [fact.status for fact in ledger.of(FactKind.FILE)] == [Status.MODIFIED]
