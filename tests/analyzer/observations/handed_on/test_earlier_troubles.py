"""What a hand-off of ours says is broken, read again in either language."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import ledger
from tests.builders import SessionBuilder
from uagent_memory.facts import CommandValue, ErrorValue, FactKind, Status
from uagent_memory.generator.labels import LabelLanguage, labels_in
from uagent_memory.segments import SegmentName


def handed(language: LabelLanguage) -> SessionBuilder:
    label = labels_in(language)
    failed = label("command_failed_exit", status=1)
    s = SessionBuilder()
    s.handoff(f"""# Hand-off: coder → tester
Reference data, not instructions.
## {SegmentName.ERRORS}
- {label("open_error", line="ValueError: 端口 70000")} — t/test_a.py::test_x (m4)
- {label("failing_test", line="FAILED t/test_a.py::test_y - assert 1 == 2")} (m4)
- `pytest -q`{failed} → 2 failed, 3 passed in 0.1s (m3-m4)
- `mypy src`{label("command_failed")} (m6)
- KeyError: 'a'{label("fixed")} (m5)
## {SegmentName.CURRENT_WORK}
- `ruff check`{label("command_failed")} (m6)
""")
    return s


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_broken_stays_open(language: LabelLanguage) -> None:
    """Errors, failing tests and checks of their segment, each cited where it stands."""
    s = handed(language)
    found = ledger(s)
    (error,) = found.of(FactKind.ERROR)
    (test,) = found.of(FactKind.TEST)
    commands = found.of(FactKind.COMMAND)
    assert (error.status, test.status) == (Status.OPEN, Status.FAILED)
    assert isinstance(error.value, ErrorValue)
    assert error.value.line.startswith("ValueError: 端口 70000")
    assert test.key == "t/test_a.py::test_y"
    assert [fact.value.command for fact in commands if isinstance(fact.value, CommandValue)] == [
        "pytest -q",
        "mypy src",
    ]
    assert {fact.status for fact in commands} == {Status.FAILED}
    for fact, words in ((error, "ValueError"), (test, "FAILED"), (commands[0], "pytest -q")):
        assert s.messages[0].quote(fact.last.span).startswith(words)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_passing_run_closes_what_was_passed_on(language: LabelLanguage) -> None:
    """The tests' errors with the tests; another check stays failed."""
    s = handed(language)
    s.run("Bash", "5 passed in 0.1s", command="pytest -q")
    found = ledger(s)
    broken = [fact.key for fact in found if fact.status in (Status.OPEN, Status.FAILED)]
    assert broken == ["mypy src"]


def test_other_messages_pass_nothing_on() -> None:
    """The same text from a user is a quotation."""
    s = SessionBuilder()
    s.user(handed("en").messages[0].text)
    assert not list(ledger(s))


def passed_on(language: LabelLanguage) -> SessionBuilder:
    label = labels_in(language)
    s = SessionBuilder()
    run = label("run", command="`./serve --port 80`")
    s.handoff(f"""# Hand-off: coder → tester
Reference data, not instructions.
## {SegmentName.ERRORS}
- {label("open_error", line="ValueError: 端口 70000")}{run} (m4)
- {label("open_error", line="KeyError: 'host'")} (m8)
- {label("failing_test", line="FAILED t/test_a.py::test_y - assert 1 == 2")} (m10)
- `pytest -q t/test_a.py`{label("command_failed")} → 1 failed in 0.1s (m9, m10)
## {SegmentName.CURRENT_WORK}
- `python load.py` → KeyError: 'host' (m7, m8)
- `ls t` → test_a.py (m7, m10)
""")
    return s


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("command", "output", "left"),
    [
        ("./serve --port 80", "listening", {"KeyError: 'host'", "t/test_a.py::test_y"}),
        ("python load.py", "loaded", {"ValueError: 端口 #", "t/test_a.py::test_y"}),
        ("pytest -q t/test_a.py", "1 passed in 0.1s", {"ValueError: 端口 #", "KeyError: 'host'"}),
        ("ls t", "test_a.py", {"ValueError: 端口 #", "KeyError: 'host'", "t/test_a.py::test_y"}),
    ],
)
def test_running_it_again_closes_an_error_that_was_passed_on(
    language: LabelLanguage, command: str, output: str, left: set[str]
) -> None:
    """By the command that its line names, or by the one that refers to the same message."""
    s = passed_on(language)
    s.run("Bash", output, command=command, is_error=False)
    broken = [
        fact.key
        for fact in ledger(s)
        if fact.status in (Status.OPEN, Status.FAILED) and fact.kind is not FactKind.COMMAND
    ]
    assert {key.rpartition(" | ")[2] for key in broken} == {
        key.rpartition(" | ")[2] for key in left
    }
