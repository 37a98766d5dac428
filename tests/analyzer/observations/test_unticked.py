"""Tasks that nobody ticked and whose work a report tells of."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from uagent_memory.facts import FactKind, TaskValue


def tasks(session: SessionBuilder) -> dict[str, str]:
    found = analysed(session).of(FactKind.TASK)
    return {f.value.text: f.status.value for f in found if isinstance(f.value, TaskValue)}


@pytest.mark.parametrize(
    ("steps", "report", "status"),
    [
        (["Make the port deeper", "Paint the pier"], "Four metres now, and all white.", "done"),
        (["Make the port deeper", "Paint the pier"], "Which white is it to be?", "in_progress"),
        (
            ["Make the port deeper", "Paint the pier"],
            "The pier is still to be painted.",
            "in_progress",
        ),
        (["加深港口", "粉刷码头"], "现在深四米，全是白色。", "done"),
        (["加深港口", "粉刷码头"], "要刷哪一种白色？", "in_progress"),
    ],
)
def test_the_last_item_of_a_tools_list_ends_with_the_turn(
    steps: list[str], report: str, status: str
) -> None:
    """Something was changed for it, and the agent neither asks nor leaves something."""
    s = SessionBuilder()
    s.user("Improve the port. 改进港口。")
    for states in (("in_progress", "pending"), ("completed", "in_progress")):
        todos = [{"content": c, "status": state} for c, state in zip(steps, states, strict=True)]
        s.run("TodoWrite", "Todos have been modified.", todos=todos)
        s.edit("port.py", f"d = {states[0]}", "d = 4")
    s.agent(report)
    assert tasks(s)[steps[-1]] == status


@pytest.mark.parametrize(
    ("plan", "told", "untold", "report"),
    [
        (
            "Here is my plan:\n\n- [ ] Paint the pier white\n- [ ] Dredge the basin",
            "Paint the pier white",
            "Dredge the basin",
            "The pier is white now.",
        ),
        (
            "我的计划：\n\n- [ ] 把码头刷白\n- [ ] 疏浚港池",
            "把码头刷白",
            "疏浚港池",
            "码头刷白了。",
        ),
    ],
)
def test_a_box_that_a_report_speaks_of_is_done(
    plan: str, told: str, untold: str, report: str
) -> None:
    """The others stay open."""
    s = SessionBuilder()
    s.user("Improve the port. 改进港口。")
    s.agent(plan)
    s.user("Go on with it. 就这样做。")
    s.edit("pier.py", "colour = 1", "colour = 2")
    s.agent(report)
    found = tasks(s)
    assert found[told] == "done"
    assert found[untold] == "pending"


@pytest.mark.parametrize(
    "ask",
    [
        "Log an issue about the depth of the port, we come back to it later.",
        "给港口深度的问题记一个单子，以后再处理。",
    ],
)
def test_what_a_call_has_carried_out_is_no_open_task(ask: str) -> None:
    """That others come back to it later is not this agent's work."""
    s = SessionBuilder()
    s.user("How deep is the port? 港口多深？")
    s.agent("Three metres. 三米。")
    s.user(ask)
    s.run("create_issue", '{"id": "P-7"}', title="Depth of the port")
    s.agent("It is P-7. 编号是 P-7。")
    assert set(tasks(s).values()) == {"done"}
