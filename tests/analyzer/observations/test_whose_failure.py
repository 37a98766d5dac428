"""Which command of a script failed, by what only that one prints."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import commands, errors
from tests.builders import SessionBuilder
from uagent_memory.facts import Status

REFUSED = (
    "Switched to a new branch 'lamps'\nremote: Permission to quay/lamps.git denied to bot.\n"
    "fatal: unable to access 'https://git.example/quay/lamps.git/': error: 403"
)


def test_a_remote_that_refuses_leaves_the_commit() -> None:
    """What a push complains of says that the commands before it did their work."""
    s = SessionBuilder()
    command = "git checkout -b lamps && git commit -qam 'Light it' && git push origin lamps"
    s.run("Bash", REFUSED, command=command, is_error=True)
    assert commands(s) == {
        "git checkout -b lamps": Status.PASSED,
        "git commit -qam Light it": Status.PASSED,
        "git push origin lamps": Status.FAILED,
    }
    s.run("Bash", "   1a2b3c4..5d6e7f8  lamps -> lamps", command="git push origin lamps")
    assert set(errors(s).values()) == {Status.FIXED}


def test_of_several_git_commands_another_complaint_names_none() -> None:
    """Which of them said "not a git repository" is open."""
    s = SessionBuilder()
    said = "fatal: not a git repository (or any of the parent directories): .git"
    s.run("Bash", said, command="git add -A && git push", is_error=True)
    assert Status.PASSED not in commands(s).values()


@pytest.mark.parametrize(
    ("command", "printed", "built"),
    [
        (
            "go build ./... && go test ./...",
            "--- FAIL: TestLamp (0.00s)\n    lamp_test.go:9: got 1\nFAIL\nFAIL\tquay/lamp\t0.01s",
            "go build ./...",
        ),
        (
            "cargo build && cargo test",
            "test lamp::lit ... FAILED\ntest result: FAILED. 0 passed; 1 failed; 0 ignored",
            "cargo build",
        ),
    ],
)
def test_a_failing_test_is_no_failure_of_the_build(command: str, printed: str, built: str) -> None:
    """The total of the tests is the test command's alone."""
    s = SessionBuilder()
    s.run("Bash", printed, command=command, is_error=True)
    found = commands(s)
    assert found[built] is Status.PASSED
    assert found[command.rpartition("&& ")[2]] is Status.FAILED
