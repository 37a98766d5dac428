"""What shows an error, and what only speaks of one."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.condensers.histories import routine, view_of
from uagent_memory.condensers import SemanticCondenser
from uagent_memory.condensers.scene import Scene
from uagent_memory.condensers.view import View


def _shown(command: str, output: str, *, is_error: bool | None = None) -> bool:
    b = SessionBuilder()
    b.user("Please look.")
    b.run("bash", output, is_error=is_error, command=command)
    return Scene(view_of(b), 1, 20).shows_error(2)


@pytest.mark.parametrize(
    "output",
    [
        "Traceback (most recent call last):\nValueError: column b is lost",
        "module b cannot be used here\n[exit code: 2]",
        "module b cannot be used here\nexit status 2",
        "没有这个模块\n[退出码: 1]",
        "错误：第3列丢失",
        "构建失败",
        "FAILED tests/test_rows.py::test_all - assert 3 == 4\n1 failed, 3 passed in 0.2s",
        "3 个测试失败，5 个通过",
    ],
)
def test_an_error_is_shown(output: str) -> None:
    """By a printed error, by the verdict of tests or a build, by the exit status."""
    assert _shown("make check", output)


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("grep -rn error src", "src/a.py:12: def on_error(self):  # failed rows, exception"),
        ("grep -rn 错误 src", "src/a.py:12: # 错误处理，失败的行"),
        ("git log -n 3", "fix error in the importer, failed push"),
        ("cd src && cat a.py", "except ValueError as error:\n    log('failed')"),
        ("grep -c missing src/a.py", "0\n[exit code: 1]"),
        ("make check", "12 passed in 0.3s\n[exit code: 0]"),
        ("make check", "通过 12 个测试，没有错误"),
    ],
)
def test_a_mention_is_no_error(command: str, output: str) -> None:
    """Text that is read, a search without a hit, a run that went well."""
    assert not _shown(command, output)


def test_a_mark_counts_whatever_is_printed() -> None:
    """The harness knows best."""
    assert _shown("make check", "refused by the peer", is_error=True)


@pytest.mark.parametrize(
    ("failure", "mention"),
    [
        (
            "ValueError: column {n} is lost\n[exit code: 1]",
            "src/a.py:{n}: error, failed, exception",
        ),
        ("错误：第{n}列丢失\n[退出码: 1]", "src/a.py:{n}: # 错误处理，失败，异常"),
    ],
)
def test_errors_stay_though_much_speaks_of_errors(failure: str, mention: str) -> None:
    """Four failures among thirty searches that print the word: each failure is kept."""
    b = SessionBuilder()
    b.user("Please make the importer keep every row.")
    failures = []
    for n in range(50):
        if n in (7, 15, 23, 31):
            b.run("bash", failure.format(n=n), command=f"pytest tests/test_{n}.py")
            failures.append(b.messages[-1].id)
        elif n % 3:
            b.run("bash", mention.format(n=n), command=f"grep -rn error src{n}")
        else:
            routine(b, n)
    done = SemanticCondenser().condense(View(b.messages))
    assert (len(done.before), len(done.after)) == (101, 30)
    assert set(failures) <= {event.id for event in done.after}


def test_a_forgotten_failing_run_is_told() -> None:
    """A verdict without a named error stands in the findings; equal results are told once."""
    b = SessionBuilder()
    b.user("Please run the tests.")
    for n in range(60):
        b.run("bash", "DEBUG: loading\n" * 4 + "3 passed in 0.02s", command=f"pytest t{n}.py")
    done = SemanticCondenser().condense(View(b.messages))
    assert done.summary.count("3 passed in 0.02s") == 1
    b = SessionBuilder()
    b.user("Please run the tests.")
    for n in range(60):
        told = f"{n + 1} failed, 2 passed in 0.2s" if n < 8 else "DEBUG: loading\n" * 6
        b.run("bash", told, command=f"pytest t{n}.py")
    kept = SemanticCondenser().condense(View(b.messages))
    gone = [e for e in b.messages if e.id in set(kept.forgotten_event_ids) and "failed" in e.text]
    assert all(event.text.split(" in ")[0] in kept.summary for event in gone)
