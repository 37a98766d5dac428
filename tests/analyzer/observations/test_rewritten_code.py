"""Errors of code that was written anew, and of what was called wrongly, do not stay open."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import commands, errors
from tests.builders import SessionBuilder
from uagent_memory.facts import Status
from uagent_memory.messages import Author, Role

PASSED = "exitcode: 0 (execution succeeded)\nCode output: {}"
TRACE = 'Traceback (most recent call last):\n  File "{}", line {}, in <module>\n    {}\n{}'
FAILED = f"exitcode: 1 (execution failed)\nCode output: {TRACE}"
LOAD = (
    "import pandas as pd\nrows = pd.read_csv('销售.csv')\ntotal = rows['price'].sum()\nprint(total)"
)
MISSING = FAILED.format("tmp_1.py", 2, "rows = pd.read_csv('销售.csv')", "KeyError: 'price'")


def team(*turns: tuple[str, str]) -> SessionBuilder:
    """Each turn: what an agent says with its code, and what the executor answers."""
    s = SessionBuilder()
    for said, answer in turns:
        s.agent(said, agent="Analyst")
        s.add(Role.TOOL, Author.TOOL, answer, agent="Executor")
    return s


def block(code: str, language: str = "python") -> str:
    return f"Run this.\n\n```{language}\n{code}\n```\n"


def test_code_written_anew_under_a_name_fixes_what_the_first_broke_at() -> None:
    anew = "# filename: sales.py\n" + LOAD.replace("'price'", "'amount'")
    s = team((block(LOAD), MISSING), (block(anew), PASSED.format("42")))
    assert list(errors(s).values()) == [Status.FIXED]


def test_later_code_that_passes_leaves_the_error_of_other_code_behind() -> None:
    """Nobody says that it was mended; nobody will run it again."""
    other = "# filename: mock.py\nsample = [1, 2, 3]\nprint(sum(sample))"
    s = team((block(LOAD), MISSING), (block(other), PASSED.format("6")))
    assert list(errors(s).values()) == [Status.SUPERSEDED]


def test_code_that_fails_otherwise_takes_the_place_of_the_first() -> None:
    anew = LOAD.replace("['price']", "['amount']")
    answer = FAILED.format("tmp_2.py", 4, "print(total)", "ValueError: 空的数据")
    s = team((block(LOAD), MISSING), (block(anew), answer))
    assert sorted(errors(s).values()) == [Status.OPEN, Status.SUPERSEDED]


def test_other_code_that_fails_too_leaves_it_open() -> None:
    answer = FAILED.format("tmp_2.py", 1, "send(report)", "NameError: name 'send' is not defined")
    s = team((block(LOAD), MISSING), (block("send(report)"), answer))
    assert list(errors(s).values()) == [Status.OPEN, Status.OPEN]


def test_of_several_blocks_the_one_failed_in_which_the_frame_stands() -> None:
    blocks = block("first = load_all()\nprint(first)") + block("second = find(first)\nsecond.run()")
    trace = TRACE.format("tmp.py", 2, "second.run()", "TypeError: 没有结果")
    s = team((blocks, f"exitcode: 1 (execution failed)\nCode output: 12 rows\n{trace}"))
    assert sorted(commands(s).values()) == [Status.FAILED, Status.UNKNOWN]


@pytest.mark.parametrize(
    ("install", "status"),
    [
        ("pip install googlemaps", Status.FIXED),
        ("pip install -q google-maps==4.1", Status.FIXED),
        ("pip install requests", Status.OPEN),
        ("pip list", Status.OPEN),
    ],
)
def test_a_missing_module_is_there_once_it_was_installed(install: str, status: Status) -> None:
    """What failed for want of it has still to be run again."""
    error = "ModuleNotFoundError: No module named 'googlemaps'"
    s = SessionBuilder()
    trace = TRACE.format("route.py", 1, "import googlemaps", error)
    s.run("bash", trace, command="python route.py", is_error=True)
    s.run("bash", "ok", command=install, is_error=False)
    assert list(errors(s).values()) == [status]
    assert commands(s)["python route.py"] is Status.FAILED


def test_a_check_that_was_given_a_wrong_name_and_passes_with_the_right_one() -> None:
    error = "ModuleNotFoundError: No module named 'billing'"
    s = SessionBuilder()
    s.run("bash", error, command="./tests/runtests.py billing", is_error=True)
    assert list(errors(s).values()) == [Status.OPEN]
    s.run("bash", "Ran 3 tests\n\nOK", command="./tests/runtests.py billing_tests", is_error=False)
    assert list(errors(s).values()) == [Status.SUPERSEDED]


def test_a_script_that_rm_deleted_beside_a_missing_file_takes_its_errors_along() -> None:
    s = SessionBuilder()
    s.run("bash", "", command="cat > try.py <<'EOF'\nimport app\napp.run()\nEOF", is_error=False)
    trace = TRACE.format("try.py", 2, "app.run()", "RuntimeError: 没有配置")
    s.run("bash", trace, command="python try.py", is_error=True)
    gone = "rm: cannot remove 'other.db': No such file or directory"
    s.run("bash", gone, command="rm try.py other.db", is_error=True)
    assert list(errors(s).values()) == [Status.SUPERSEDED]
