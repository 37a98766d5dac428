"""What a team had planned, where its last word is that the work came to nothing."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from uagent_memory.facts import FactKind, Status

PLANS = [
    (
        "## Plan\n1. Identify the error in the code of the lamp.\n2. Fix the code of the lamp.",
        "Without its code we can't proceed. Share it, and we fix the error.\n\nTERMINATE",
    ),
    (
        "## 计划\n1. 找出台灯代码中的错误。\n2. 修复台灯的代码。",
        "好吧，没有台灯的代码，我们无法继续。请提供代码，以便修复错误。\n\nTERMINATE",
    ),
]


@pytest.mark.parametrize(("plan", "end"), PLANS)
def test_steps_are_not_done_when_the_team_gives_up(plan: str, end: str) -> None:
    """Its last word ends the talk, not the work."""
    s = SessionBuilder()
    s.user("The lamp fails with exit code 1. 台灯以退出码 1 失败。")
    s.agent(plan, agent="Planner")
    s.agent(end, agent="Tester")
    tasks = analysed(s).of(FactKind.TASK)
    assert len(tasks) == 2
    assert Status.DONE not in {task.status for task in tasks}
