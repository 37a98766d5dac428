"""Cases of one parametrised test that failed alike."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.compressors.errors import ErrorsCompressor

HOSTS = ["http://10.0.0.1/-10.0.0.1", "http://host:5000/-host", "http://a@host-host"]


def failing(output: str, asked: str = "Fix the proxies.") -> list[Candidate]:
    s = SessionBuilder()
    s.user(asked)
    s.run("Bash", f"Exit code 1\n{output}", command="pytest tests/test_p.py", is_error=True)
    return [c for c in proposed(ErrorsCompressor(), s.messages) if c.kind == "test"]


def setup_errors(*names: str) -> str:
    head = "".join(
        f"_ ERROR at setup of test_by_host[{name}] _\nE       fixture 'mocker' not found\n"
        for name in names
    )
    ends = "".join(f"ERROR tests/test_p.py::test_by_host[{name}]\n" for name in names)
    return f"{head}=== short test summary info ===\n{ends}{len(names)} errors in 0.33s"


@pytest.mark.parametrize(
    ("asked", "more"),
    [("Fix it.", "[... 2 more of its cases]"), ("请修复。", "[... 另有 2 个用例]")],
)
def test_cases_that_failed_alike_are_one_line(asked: str, more: str) -> None:
    """With what came, and the facts of all of them."""
    (test,) = failing(setup_errors(*HOSTS), asked)
    name = f"ERROR tests/test_p.py::test_by_host[{HOSTS[0]}]"
    assert f"{name} {more} — fixture 'mocker' not found" in test.text
    assert len(test.says) == len(HOSTS)


def test_a_single_case_stands_as_it_is() -> None:
    (test,) = failing(setup_errors(HOSTS[0]))
    assert test.text.endswith(f"test_by_host[{HOSTS[0]}] — fixture 'mocker' not found")


def test_cases_that_failed_otherwise_stand_apart() -> None:
    """What came instead is what has to be mended."""
    output = "FAILED tests/test_p.py::test_port[a] - ValueError: no port\n"
    output += "FAILED tests/test_p.py::test_port[b] - KeyError: 'b'\n2 failed in 0.1s"
    first, second = failing(output)
    assert "ValueError: no port" in first.text
    assert "KeyError: 'b'" in second.text


def test_a_long_name_leaves_the_heading_one_low_line() -> None:
    """The runner fills the width of the screen with what is left."""
    name = f"test_port[{'x' * 70}]"
    output = f"_ {name} _\nE       AssertionError: assert 1 == 2\n"
    output += f"FAILED tests/test_p.py::{name}\n1 failed in 0.1s"
    (test,) = failing(output)
    assert "expected 2, got 1" in test.text
