"""What was not run or not committed yet when an agent said so, and was since."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.standing.done_since import done_since

PASSED = "5 passed in 0.3s"
COMMITTED = "[main 1a2b3c4] fix rounding\n 1 file changed"


def told(said: str, *, tested: bool, committed: bool) -> bool:
    """Whether it is taken for done since."""
    s = SessionBuilder()
    s.user("Fix the rounding. 修复舍入。")
    s.edit("src/pay.py", "round(x)", "round(x, 2)")
    s.agent(said)
    s.user("Go on. 继续。")
    if tested:
        s.run("Bash", PASSED, command="pytest -q tests/test_pay.py")
    if committed:
        s.run("Bash", COMMITTED, command='git commit -am "fix rounding"')
    view = view_of(s.messages)
    done = done_since(view.analysis.messages, view.statements)
    return any(one.unit.span in done for one in view.statements)


@pytest.mark.parametrize(
    ("both", "commit"),
    [
        (
            "The tests have not been run yet and nothing is committed yet.",
            "Nothing is committed yet.",
        ),
        ("测试还没有跑，改动也还没有提交。", "改动还没有提交。"),
    ],
)
def test_each_thing_has_to_be_done(both: str, commit: str) -> None:
    assert told(both, tested=True, committed=True)
    assert not told(both, tested=True, committed=False)
    assert not told(both, tested=False, committed=True)
    assert told(commit, tested=False, committed=True)
    assert not told(commit, tested=True, committed=False)


def test_what_was_said_last_stands() -> None:
    s = SessionBuilder()
    s.edit("src/pay.py", "round(x)", "round(x, 2)")
    s.run("Bash", COMMITTED, command='git commit -am "fix rounding"')
    s.edit("src/pay.py", "round(x, 2)", "round(x, 3)")
    s.agent("The second change is not committed yet. 第二处改动还没有提交。")
    view = view_of(s.messages)
    assert not done_since(view.analysis.messages, view.statements)
