"""Reports of test runs that no known call brought about."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import ledger, value_of_test
from tests.builders import SessionBuilder
from uagent_memory.facts import ErrorValue, FactKind, Status
from uagent_memory.ledger import Ledger
from uagent_memory.messages import Author, Role

PYTEST = """____________ test_total ____________
E       AssertionError: assert 5 == 6

tests/test_cart.py:4: AssertionError
1 failed, 3 passed in 0.12s
"""
GO = """--- FAIL: TestTotal (0.00s)
    cart_test.go:12: Total() = 5, want 6
FAIL
FAIL\tshop.dev/cart\t0.01s
"""
JEST = """FAIL src/cart.test.js
  ● adds prices

    Expected: 6
    Received: 5

Tests:       1 failed, 3 passed, 4 total
"""
CARGO = """test cart::total ... FAILED
test cart::empty ... ok

---- cart::total stdout ----
assertion `left == right` failed
  left: 5
 right: 6

test result: FAILED. 1 passed; 1 failed; 0 ignored
"""
NAMED = [
    (PYTEST, "test_total"),
    (GO, "TestTotal"),
    (JEST, "adds prices"),
    (CARGO, "cart::total"),
]
WAYS = ["no call", "unknown call", "another tool"]


def session(way: str, *outputs: str) -> SessionBuilder:
    s = SessionBuilder()
    for output in outputs:
        s.agent("I run the tests.")
        if way == "another tool":
            s.run("run_tests", output, suite="unit")
        else:
            answers = "lost" if way == "unknown call" else None
            s.add(Role.TOOL, Author.TOOL, output, tool_call_id=answers)
    return s


def heard(way: str, *outputs: str) -> Ledger:
    return ledger(session(way, *outputs))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("output", "name"), NAMED)
def test_a_report_names_the_failing_test(output: str, name: str, way: str) -> None:
    """Test, what was expected, what came, and the total, with or without a call."""
    tests = heard(way, output).of(FactKind.TEST)
    assert {fact.status for fact in tests if fact.key != "cart::empty"} == {Status.FAILED}
    assert [fact.key for fact in tests if fact.key.startswith("run: ")]
    value = value_of_test(session(way, output), name)
    assert value.expected is not None
    assert value.actual is not None
    assert (value.expected.text, value.actual.text) == ("6", "5")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "line",
    ["E   AssertionError: expected 200, got 500", "E   AssertionError: 期望 200，实际 500"],
)
def test_a_failure_without_a_name_is_an_error(line: str, way: str) -> None:
    """The assertion is the error where no test is named that would explain it."""
    for output in (line, f"{line}\n1 failed, 3 passed"):
        (error,) = heard(way, output).of(FactKind.ERROR)
        assert error.status is Status.OPEN
        assert isinstance(error.value, ErrorValue)
        assert error.value.line == line


@pytest.mark.parametrize("way", WAYS)
def test_a_later_report_closes_the_failures(way: str) -> None:
    """All green: nothing stays open."""
    found = heard(way, "E   ValueError: bad\n" + GO, "4 passed in 0.10s")
    open_ones = (Status.OPEN, Status.FAILED)
    assert not [fact for fact in found if fact.status in open_ones]


@pytest.mark.parametrize("way", WAYS)
def test_a_page_that_quotes_a_report_is_none(way: str) -> None:
    """What stands amid other text is somebody else's failure."""
    page = f"Issue 12\n\nIt prints:\n\n{PYTEST}\n" + "\n".join(
        f"Comment {n}: me too, 我也是。" for n in range(9)
    )
    found = heard(way, page)
    assert not found.of(FactKind.TEST)
    assert not found.of(FactKind.ERROR)


def test_a_second_result_of_a_call_is_no_report() -> None:
    """The first result counts."""
    s = SessionBuilder()
    call = s.call("Bash", command="ls")
    s.agent("", call)
    s.result(call, "a.py")
    s.result(call, GO)
    assert not ledger(s).of(FactKind.TEST)
