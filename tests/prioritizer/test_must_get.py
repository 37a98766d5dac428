"""Which facts the must-get kinds mean."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory.analyzer.analyzer import ContextAnalyzer
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
from uagent_memory.messages import Author, Role, Span, Trust
from uagent_memory.prioritizer.prioritizer import InformationPrioritizer
from uagent_memory.prioritizer.settings import PrioritizerSettings
from uagent_memory.roles import MustGet, RoleProfile

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


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ("ls src", {"src/rows.py", "src/rows.py::keep_first"}),
        ("rm src/rows.py", {"src/rows.py"}),
    ],
)
def test_names_in_a_file_that_is_gone_leave_nothing_to_get(command: str, wanted: set[str]) -> None:
    """The file itself is told, in one short line."""
    s = SessionBuilder()
    s.user("请加上 keep_first。Add keep_first.")
    written = "def keep_first(rows):\n    return rows[0]\n"
    s.run("Write", "File created successfully.", file_path="src/rows.py", content=written)
    s.run("Bash", "", command=command)
    role = RoleProfile(name="reviewer", must_get=(MustGet.CHANGED_FILES, MustGet.CHANGES))
    analysis = ContextAnalyzer().analyze_context(s.messages, receiver=role)
    found = InformationPrioritizer().prioritize_information(analysis, role=role)
    assert {name.key for name in found.must_get} == wanted
    assert "src/rows.py::keep_first" in {fact.key for fact in analysis.ledger}


@pytest.mark.parametrize(
    "prompts", [("You must run the code.",), ("你必须运行代码。", "你必须引用数据。")]
)
def test_only_its_own_prompt_binds_a_role_of_a_team(prompts: tuple[str, ...]) -> None:
    """The rules that other agents' system prompts set are not must-get; a sole prompt's are."""
    s = SessionBuilder()
    for number, prompt in enumerate(prompts):
        s.add(Role.SYSTEM, Author.SYSTEM, prompt, agent=f"agent{number}")
    s.user("Which year was the wettest? 哪一年降雨最多？")
    role = RoleProfile(name="agent1", must_get=(MustGet.CONSTRAINTS,))
    analysis = ContextAnalyzer().analyze_context(s.messages, receiver=role)
    found = InformationPrioritizer().prioritize_information(analysis, role=role)
    meant = {
        fact.name for fact in analysis.ledger if fact.last.span.message_id == f"m{len(prompts)}"
    }
    assert found.must_get
    assert found.must_get <= meant
