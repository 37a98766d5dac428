"""Segment 4."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from tests.sessions import team_session
from uagent_memory.facts import FactKind
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor
from uagent_memory.generator.compressors.errors import ErrorsCompressor

FAILURE = "Exit code 1\nFAILED tests/test_http.py::test_host - KeyError: 'host'\n1 failed in 0.1s"


def failing() -> SessionBuilder:
    s = SessionBuilder()
    s.user("Fix the header parser. 请修复解析器。")
    s.run("Bash", FAILURE, command="pytest tests/test_http.py", is_error=True)
    return s


def test_a_failing_check_that_was_not_run_again_is_open() -> None:
    """It must be kept, and its short form is the command with its status."""
    (command,) = (
        c for c in proposed(ErrorsCompressor(), failing().messages) if c.kind == "command"
    )
    assert command.keep is Keep.OPEN_ERROR
    assert command.short == "`pytest tests/test_http.py` failed, exit 1"


@pytest.mark.parametrize("to", ["tester", "planner"])
def test_a_failing_test_of_the_last_run_must_be_kept(to: str) -> None:
    """Whoever reads it: it is open."""
    (test, *_) = (
        c for c in proposed(ErrorsCompressor(), failing().messages, to=to) if c.kind == "test"
    )
    assert test.text.startswith("FAILING: ")
    assert "KeyError: 'host'" in test.text
    assert test.keep is Keep.OPEN_ERROR


def test_a_test_that_passes_again_is_one_name_in_a_list() -> None:
    """It is neither open nor required."""
    candidates = proposed(ErrorsCompressor(), team_session(padding="none"))
    names = texts_of(candidates, kind="test")
    assert names == ["Failed earlier, pass now: tests/test_limits.py::test_burst"]
    assert candidates[0].keep is Keep.OPTIONAL


def test_an_open_error_is_marked_and_required() -> None:
    """Its label in the conversation's language, the line as it was printed, and what to run."""
    s = SessionBuilder()
    s.user("请启动服务。")
    s.run("Bash", "Exit code 1\nError: 无法连接 10.0.0.7:5432", command="./serve", is_error=True)
    errors = [c for c in proposed(ErrorsCompressor(), s.messages) if c.kind == "error"]
    assert [c.text for c in errors] == ["未解决：Error: 无法连接 10.0.0.7:5432 — 命令：`./serve`"]
    assert errors[0].keep is Keep.OPEN_ERROR


def test_every_line_cites_where_it_was_printed() -> None:
    """Sources are never empty, whatever the kind."""
    for candidate in proposed(ErrorsCompressor(), failing().messages, to="tester"):
        assert candidate.sources, candidate


PYTEST = """E   ValueError: 端口 70000 is out of range
=========================== short test summary info ============================
FAILED tests/test_conf.py::test_port - ValueError: 端口 70000 is out of ra...
FAILED tests/test_conf.py::test_name - AssertionError: assert 'a' == 'b'
2 failed, 3 passed in 0.1s"""


@pytest.mark.parametrize("tool", ["Bash", "run_tests"])
def test_a_trouble_is_said_once(tool: str) -> None:
    """Error, failing test and failed command of one run: each says what only it can say."""
    s = SessionBuilder()
    s.user("Fix the settings. 请修复设置。")
    s.run(tool, PYTEST, command="pytest tests")
    texts = texts_of(proposed(ErrorsCompressor(), s.messages))
    whole = "\n".join(texts)
    for words in ("70000", "test_port", "test_name", "2 failed", "assert 'a' == 'b'"):
        assert whole.count(words) == 1, whole
    assert "OPEN: ValueError: 端口 70000 is out of range — tests/test_conf.py::test_port" in texts
    assert "FAILING: FAILED tests/test_conf.py::test_name - AssertionError: assert 'a' == 'b'" in (
        texts
    )


def test_an_error_that_names_its_test_speaks_for_it() -> None:
    """A panic with what was expected and what came."""
    output = """test cart::total ... FAILED
---- cart::total stdout ----
thread 'cart::total' panicked at src/cart.rs:9:5:
  left: 15
 right: 26
test result: FAILED. 0 passed; 1 failed; 0 ignored"""
    s = SessionBuilder()
    s.user("Fix it.")
    s.run("Bash", output, command="cargo test")
    texts = texts_of(proposed(ErrorsCompressor(), s.messages))
    assert [text for text in texts if "cart::total" in text] == [
        "OPEN: thread 'cart::total' panicked at src/cart.rs:9:5: — expected 26, got 15"
    ]


def test_the_same_error_of_two_runs_is_two_troubles() -> None:
    """What stands in different answers is not merged."""
    s = SessionBuilder()
    s.user("Fix it.")
    s.run("Bash", "Exit code 1\nValueError: no such key", command="./a", is_error=True)
    s.run("Bash", "Exit code 1\nFAILED t.py::test_a - ValueError: no such key", command="pytest")
    texts = texts_of(proposed(ErrorsCompressor(), s.messages))
    assert sum("no such key" in text for text in texts) == len(("the error", "the test"))


def test_failing_tests_of_the_last_run_are_named() -> None:
    """The first few must be kept whoever reads it; they are what to begin with."""
    lines = [f"FAILED tests/test_a.py::test_{n} - AssertionError: 值 {n}" for n in range(9)]
    s = SessionBuilder()
    s.user("Run the tests. 运行测试。")
    s.run("Bash", "\n".join((*lines, "9 failed in 0.1s")), command="pytest -q", is_error=True)
    kept = [c.keep for c in proposed(ErrorsCompressor(), s.messages) if c.kind == "test"]
    assert kept.count(Keep.OPEN_ERROR) == kept.index(Keep.OPTIONAL) == 5


def test_a_runs_total_is_said_once() -> None:
    """By the line of its command, where that is kept anyway."""
    s = SessionBuilder()
    s.user("Run the tests. 运行测试。")
    s.run("Bash", "1 failed, 3 passed in 0.12s\n", is_error=True, command="pytest -q")
    s.agent("One fails.")
    found = proposed(ErrorsCompressor(), s.messages, to="tester")
    (line,) = [c for c in found if "1 failed, 3 passed" in c.text]
    assert line.kind == "command"
    assert {name.kind for name in line.says} == {FactKind.COMMAND, FactKind.TEST}


@pytest.mark.parametrize(
    "say", ["The failure is unrelated to my change.", "这个失败与本次改动无关。"]
)
def test_a_check_that_is_left_failing_is_told_in_one_segment(say: str) -> None:
    s = failing()
    s.agent(say)
    told = [
        c.text
        for compressor in (ErrorsCompressor(), CurrentWorkCompressor())
        for c in proposed(compressor, s.messages)
        if c.kind == "command"
    ]
    assert len(told) == 1
