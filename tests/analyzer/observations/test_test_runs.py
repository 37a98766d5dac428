"""TEST observations: single tests with expected and actual, and totals of runs."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import ledger, single_tests, value_of_test
from tests.builders import SessionBuilder
from uagent_memory.facts import FactKind, Status

PYTEST = """=================================== FAILURES ===================================
__________________________________ test_total __________________________________

    def test_total():
>       assert total([2, 3]) == 6
E       assert 5 == 6

tests/test_cart.py:4: AssertionError
=========================== short test summary info ============================
FAILED tests/test_cart.py::test_total - assert 5 == 6
1 failed, 3 passed in 0.12s
"""
UNITTEST = """FAIL: test_total (tests.test_cart.CartTest)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/repo/tests/test_cart.py", line 9, in test_total
    self.assertEqual(total([2, 3]), 6)
AssertionError: 5 != 6

----------------------------------------------------------------------
Ran 4 tests in 0.003s

FAILED (failures=1)
"""
PASSED = "4 passed in 0.1s\nRan 4 tests in 0.1s\n\nOK"
GO = """--- FAIL: TestTotal (0.00s)
    cart_test.go:12: Total() = 5, want 6
FAIL
FAIL\tshop.dev/cart\t0.01s
"""
GO_VERBOSE = """=== RUN   TestTotal
    cart_test.go:12: Total() = 5, want 6
--- FAIL: TestTotal (0.00s)
FAIL
"""
JEST = """  ● cart › adds prices

    expect(received).toBe(expected)

    Expected: 6
    Received: 5

Tests:       1 failed, 3 passed, 4 total
"""
CARGO = """test cart::total ... FAILED

---- cart::total stdout ----
thread 'cart::total' panicked at src/cart.rs:9:5:
assertion `left == right` failed
  left: 5
 right: 6

test result: FAILED. 3 passed; 1 failed; 0 ignored
"""
JUNIT = """[ERROR] totalAddsPrices(CartTest)  Time elapsed: 0.01 s  <<< FAILURE!
java.lang.AssertionError: expected:<6> but was:<5>
Tests run: 4, Failures: 1, Errors: 0, Skipped: 0
"""


def bash(*runs: tuple[str, str]) -> SessionBuilder:
    s = SessionBuilder()
    for command, output in runs:
        s.run("Bash", output, command=command)
    return s


@pytest.mark.parametrize(
    ("command", "output", "name"),
    [
        ("pytest", PYTEST, "tests/test_cart.py::test_total"),
        ("python -m unittest", UNITTEST, "test_total (tests.test_cart.CartTest)"),
        ("go test ./...", GO, "TestTotal"),
        ("go test -v ./...", GO_VERBOSE, "TestTotal"),
        ("npx jest", JEST, "cart › adds prices"),
        ("cargo test", CARGO, "cart::total"),
        ("mvn test", JUNIT, "totalAddsPrices(CartTest)"),
    ],
)
def test_failing_tests_with_expected_and_actual(command: str, output: str, name: str) -> None:
    """Each runner's way to name a failing test and what it found."""
    s = bash((command, f"Exit code 1\n{output}"))
    assert single_tests(s) == {name: Status.FAILED}
    value = value_of_test(s, name)
    assert value.expected is not None
    assert value.actual is not None
    assert (value.expected.text, value.actual.text) == ("6", "5")
    by_id = {message.id: message for message in s.messages}
    for quote in (value.expected, value.actual):
        assert by_id[quote.span.message_id].quote(quote.span) == quote.text


def test_chinese_expectations() -> None:
    """期望 and 实际 are read as expected and actual."""
    output = (
        "FAILED tests/test_a.py::test_x - AssertionError\n期望值为 6，实际为 5\n1 failed in 0.1s"
    )
    value = value_of_test(bash(("pytest", f"Exit code 1\n{output}")), "tests/test_a.py::test_x")
    assert value.expected is not None
    assert value.actual is not None
    assert (value.expected.text, value.actual.text) == ("6", "5")


def test_a_passing_run_settles_its_failing_tests() -> None:
    """Tests that failed pass when a run that covers them does."""
    s = bash(
        ("pytest tests/test_cart.py", f"Exit code 1\n{PYTEST}"), ("pytest", "4 passed in 0.1s")
    )
    assert single_tests(s) == {"tests/test_cart.py::test_total": Status.PASSED}


def test_a_run_of_another_file_does_not() -> None:
    """A failing test stays failed when others pass."""
    s = bash(
        ("pytest tests/test_cart.py", f"Exit code 1\n{PYTEST}"),
        ("pytest tests/test_b.py", "4 passed in 0.1s"),
    )
    assert single_tests(s) == {"tests/test_cart.py::test_total": Status.FAILED}


def test_a_named_pass_settles_one() -> None:
    """`--- PASS` of a test that failed before."""
    s = bash(
        ("go test ./...", f"Exit code 1\n{GO}"),
        (
            "go test -v -run TestTotal ./cart",
            "--- PASS: TestTotal (0.00s)\nok  \tshop.dev/cart\t0.1s",
        ),
    )
    assert single_tests(s) == {"TestTotal": Status.PASSED}


def test_a_parent_fails_only_by_its_subtest() -> None:
    """`TestA` is not told beside its failing `TestA/empty`."""
    inner = "    --- FAIL: TestA/empty (0.00s)\n        a_test.go:3: got 1, want 2"
    output = f"--- FAIL: TestA (0.00s)\n{inner}\nFAIL"
    assert single_tests(bash(("go test", f"Exit code 1\n{output}"))) == {
        "TestA/empty": Status.FAILED
    }


def test_totals_of_a_run() -> None:
    """A run's figures are a fact under the command's key."""
    s = bash(
        ("pytest -q tests", "1 failed, 8 passed in 0.3s"), ("pytest tests", "9 passed in 0.3s")
    )
    (fact,) = ledger(s).of(FactKind.TEST)
    assert (fact.key, fact.status) == ("run: pytest tests", Status.PASSED)
    assert [getattr(seen.value, "line", "") for seen in fact.history] == [
        "1 failed, 8 passed in 0.3s",
        "9 passed in 0.3s",
    ]


def test_names_of_many_passing_tests_are_left_out() -> None:
    """A long list of passes is its total."""
    lines = "\n".join(f"--- PASS: TestNumber{n} (0.00s)" for n in range(50))
    assert single_tests(bash(("go test -v ./...", f"{lines}\nok  \tx\t0.1s"))) == {}


def test_the_line_of_a_package_that_passed_is_no_total_of_a_failed_run() -> None:
    """Of several packages one failed: its line tells of the run."""
    s = SessionBuilder()
    output = "FAIL\tshop/cart\t0.2s\nok  \tshop/stock\t0.1s\nFAIL\n"
    s.run("Bash", f"Exit code 1\n{output}", command="go test ./...", is_error=True)
    totals = [fact.value for fact in ledger(s).of(FactKind.TEST) if fact.key.startswith("run: ")]
    assert not any("ok " in getattr(value, "line", "") for value in totals)


@pytest.mark.parametrize(
    ("script", "status"),
    [
        ("python test_empty.py", Status.FAILED),
        ("python scratch/cart_test.py", Status.FAILED),
        ("python tests/test_cart.py", Status.PASSED),
        ("python tests/runtests.py", Status.PASSED),
        ("python run_all_test.py", Status.PASSED),
    ],
)
def test_a_script_of_tests_answers_for_itself_alone(script: str, status: Status) -> None:
    """Not for what another file tests; a script that starts all tests does."""
    s = bash(("pytest tests/test_cart.py", f"Exit code 1\n{PYTEST}"), (script, PASSED))
    assert single_tests(s) == {"tests/test_cart.py::test_total": status}
