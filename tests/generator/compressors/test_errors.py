"""Segment 4."""

from __future__ import annotations

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from tests.sessions import team_session
from uagent_memory.generator.candidate import Keep
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


def test_a_failing_test_is_preferred_for_those_who_must_get_it() -> None:
    """The tester's must-get kinds hold failing commands."""
    (test, *_) = (
        c for c in proposed(ErrorsCompressor(), failing().messages, to="tester") if c.kind == "test"
    )
    assert test.text.startswith("FAILING: ")
    assert "KeyError: 'host'" in test.text
    assert test.keep is Keep.RECEIVER


def test_a_test_that_passes_again_is_one_name_in_a_list() -> None:
    """It is neither open nor required."""
    candidates = proposed(ErrorsCompressor(), team_session(padding="none"))
    assert texts_of(candidates) == ["Failed earlier, pass now: tests/test_limits.py::test_burst"]
    assert candidates[0].keep is Keep.OPTIONAL


def test_an_open_error_is_marked_and_required() -> None:
    """`OPEN:` and the line as it was printed, in either language."""
    s = SessionBuilder()
    s.user("请启动服务。")
    s.run("Bash", "Exit code 1\nError: 无法连接 10.0.0.7:5432", command="./serve", is_error=True)
    errors = [c for c in proposed(ErrorsCompressor(), s.messages) if c.kind == "error"]
    assert [c.text for c in errors] == ["OPEN: Error: 无法连接 10.0.0.7:5432"]
    assert errors[0].keep is Keep.OPEN_ERROR


def test_every_line_cites_where_it_was_printed() -> None:
    """Sources are never empty, whatever the kind."""
    for candidate in proposed(ErrorsCompressor(), failing().messages, to="tester"):
        assert candidate.sources, candidate
