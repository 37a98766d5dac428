"""Tests that passed and were taken out of the code."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from uagent_memory.facts import FactKind

OLD = "func TestAnchor(t *testing.T) {\n\tt.Log()\n}\n"


def session(ask: str, *, put_back: bool) -> SessionBuilder:
    s = SessionBuilder()
    s.user(ask)
    s.run("Write", "Created.", file_path="port/anchor_test.go", content="package port\n\n" + OLD)
    s.run("Bash", "--- PASS: TestAnchor (0.00s)\nok  \tport\t0.1s", command="go test -v ./port/")
    s.run(
        "Edit",
        "Done.",
        file_path="port/anchor_test.go",
        old_string=OLD,
        new_string="// none\n",
    )
    if put_back:
        s.run("Write", "Created.", file_path="port/other_test.go", content="package port\n\n" + OLD)
    return s


@pytest.mark.parametrize("ask", ["Add tests to the port.", "给港口加上测试。"])
@pytest.mark.parametrize(("put_back", "status"), [(False, "superseded"), (True, "passed")])
def test_a_result_ends_with_its_test(ask: str, status: str, *, put_back: bool) -> None:
    """A test that is found elsewhere has only moved."""
    ledger = analysed(session(ask, put_back=put_back))
    (test,) = [fact for fact in ledger.of(FactKind.TEST) if fact.key == "TestAnchor"]
    assert test.status == status
