"""What agents say of a failure that was mended stands beside it."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.generator.compressors.errors import ErrorsCompressor

FAILED = "Exit code 1\nFAILED tests/test_a.py::test_total - assert 3 == 4\n1 failed in 0.1s"


def explained(first: str, last: str) -> list[str]:
    s = SessionBuilder()
    s.user("Count the rows." if last.isascii() else "请统计行数。")
    s.run("Bash", FAILED, command="pytest tests", is_error=True)
    s.edit("app/a.py", "rows[1:]", "rows[2:]", say=first)
    s.run("Bash", FAILED, command="pytest tests", is_error=True)
    s.edit("app/a.py", "rows[2:]", "rows", say=last)
    s.run("Bash", "1 passed in 0.1s", command="pytest tests", is_error=False)
    return texts_of(proposed(ErrorsCompressor(), s.messages), kind="statement")


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (
            "The test fails because the header row of the table is counted twice here.",
            "The test fails because the slice drops the first row of every single batch.",
        ),
        (
            "测试失败是因为表头行在这里被统计了两次。",
            "测试失败是因为切片丢掉了每一批数据的第一行。",
        ),
    ],
)
def test_the_last_explanation_before_it_passes_is_told_with_the_failure(
    first: str, last: str
) -> None:
    """The earlier one did not mend it."""
    assert explained(first, last) == [last]


def test_that_something_failed_explains_nothing() -> None:
    """The failure's own line says that."""
    assert explained("It fails.", "There is a failure in `test_total`.") == []


@pytest.mark.parametrize(
    "said",
    [
        "The failure is due to a deprecated `clock` module of the environment, not to the change.",
        "失败是因为环境里的 `clock` 模块已经废弃，与改动无关。",
    ],
)
def test_why_a_check_still_fails_stands_beside_it(said: str) -> None:
    """Also where the run was repeated since; nothing failed before what explains nothing."""
    s = SessionBuilder()
    s.user("Count the rows." if said.isascii() else "请统计行数。")
    s.run("Bash", FAILED, command="pytest tests", is_error=True)
    s.run("Bash", "Updated 1 path", command="git checkout app/a.py", say=said)
    s.run("Bash", FAILED, command="pytest tests", is_error=True)
    s.agent("Same without it. 没有它也一样。")
    assert texts_of(proposed(ErrorsCompressor(), s.messages), kind="statement") == [said]
