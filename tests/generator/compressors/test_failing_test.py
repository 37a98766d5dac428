"""A failing test with what it expected and what came."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.generator.compressors.errors import ErrorsCompressor

REPORT = """Exit code 1
____ test_tiers ____
>       assert count() == 3
E       AssertionError: assert (6 - 0) == 3
==== short test summary info ====
FAILED tests/test_cart.py::test_tiers - {told}
1 failed in 0.05s"""


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        ("Fix the counter.", "FAILING: tests/test_cart.py::test_tiers — expected 3, got (6 - 0)"),
        ("请修复计数器。", "未通过：tests/test_cart.py::test_tiers — 预期 3，实际 (6 - 0)"),
    ],
)
def test_expected_and_actual_are_told_by_their_names(ask: str, expected: str) -> None:
    """A summary that the runner cut off says nothing beside them."""
    assert expected in told(ask, "Ass...")


def test_a_summary_that_says_both_stands_alone() -> None:
    line = "FAILED tests/test_cart.py::test_tiers - assert (6 - 0) == 3"
    assert f"FAILING: {line}" in told("Fix the counter.", "assert (6 - 0) == 3")


def told(ask: str, summary: str) -> list[str]:
    s = SessionBuilder()
    s.user(ask)
    s.run("Bash", REPORT.format(told=summary), command="pytest", is_error=True)
    return texts_of(proposed(ErrorsCompressor(), s.messages))


GO_TESTS = "--- FAIL: TestOrphans (0.01s)\nFAIL\nFAIL\tstore\t0.1s"
PY_TESTS = "FAILED store/test_store.py::test_orphans[one] - KeyError: 'a'\n1 failed in 0.05s"


@pytest.mark.parametrize("ask", ["Fix the store's tests.", "请修复存储的测试。"])
def test_a_test_that_was_taken_out_does_not_pass(ask: str) -> None:
    """It is gone; that another run passed says nothing of it."""
    s = SessionBuilder()
    s.user(ask)
    s.run("Bash", GO_TESTS, command="go test ./store/", is_error=True)
    s.run(
        "Edit",
        "Done.",
        file_path="store/store_test.go",
        old_string="func TestOrphans(t *testing.T) {\n\tt.Fatal()\n}\n",
        new_string="",
    )
    s.run("Bash", "ok  \tstore\t0.1s", command="go test ./store/")
    s.agent("The store is fixed. 已修复。")
    texts = texts_of(proposed(ErrorsCompressor(), s.messages))
    assert not [text for text in texts if "TestOrphans" in text], texts


@pytest.mark.parametrize("ask", ["Fix the store's tests.", "请修复存储的测试。"])
def test_one_case_of_a_test_that_was_taken_out_does_not_pass(ask: str) -> None:
    """Its name begins with the folder that its file lies in."""
    s = SessionBuilder()
    s.user(ask)
    s.run("Bash", PY_TESTS, command="pytest", is_error=True)
    s.run(
        "Edit",
        "Done.",
        file_path="store/test_store.py",
        old_string="def test_orphans(name):\n    assert not orphans()[name]\n",
        new_string="",
    )
    s.run("Bash", "3 passed in 0.05s", command="pytest")
    s.agent("The store is fixed. 已修复。")
    texts = texts_of(proposed(ErrorsCompressor(), s.messages))
    assert not [text for text in texts if "test_orphans" in text], texts
