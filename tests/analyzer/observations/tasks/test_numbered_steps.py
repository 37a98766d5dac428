"""Steps of a list that are called done by their numbers."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.talk import observe, states, text_of
from uagent_memory.facts import FactKind
from uagent_memory.ledger import Ledger

TASK = FactKind.TASK
PLAN = "Plan:\n1. Count the visitors\n2. Compare the prices\n3. Draft the letter\n"
PLAN_ZH = "计划：\n1. 统计访客人数\n2. 比较各家价格\n3. 起草通知信\n"


def _after(plan: str, said: str) -> list[str]:
    found = states(TASK, ("user", "Go."), ("agent", plan), ("agent", said))
    return list(found.values())[:3]


@pytest.mark.parametrize(
    ("said", "ended"),
    [
        ("Task 1 done. There were 214 of them in June.", [1]),
        ("Step 2 is now complete: the second shop is dearer.", [2]),
        ("Tasks 1 and 3 are done, here are the figures.", [1, 3]),
        ("I have finished step 2 with the new list.", [2]),
        ("Once task 1 is done, I will tell you.", []),
        ("Task 1 is not done, the page is down.", []),
        ("Which of them says that step 2 is done?", []),
        ("Item 17 is done.", []),
    ],
)
def test_done_by_number(said: str, ended: list[int]) -> None:
    """It ends the step of that number, unless it is supposed, denied or asked."""
    expected = ["done" if number in ended else "pending" for number in (1, 2, 3)]
    assert _after(PLAN, said) == expected


@pytest.mark.parametrize(
    ("said", "ended"),
    [
        ("第1项完成，六月共有214人。", [1]),
        ("第二步已经完成：第二家更贵。", [2]),
        ("任务3已完成，见附件。", [3]),
        ("第1项还没完成，页面打不开。", []),
        ("等第1项完成后我再说。", []),
    ],
)
def test_done_by_number_in_chinese(said: str, ended: list[int]) -> None:
    """So do 第1项 and 任务3."""
    expected = ["done" if number in ended else "pending" for number in (1, 2, 3)]
    assert _after(PLAN_ZH, said) == expected


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (PLAN, "Task 2 partly done: the third shop gives no price."),
        (PLAN, "Good. Please go on with task 2 now."),
        (PLAN_ZH, "第2项部分完成，第三家没有报价。"),
        (PLAN_ZH, "好，请继续第2项。"),
    ],
)
def test_begun_by_number(plan: str, said: str) -> None:
    """A step that is taken up, or done in part, is in progress."""
    assert _after(plan, said) == ["pending", "in_progress", "pending"]


def test_of_the_newest_list() -> None:
    """A teammate without a list of its own speaks of the one that was laid last."""
    s = SessionBuilder()
    s.agent(PLAN, agent="planner")
    s.agent("New plan:\n1. Ask the office\n2. Visit the shop\n", agent="planner")
    s.agent("Task 1 done: they open at nine.", agent="searcher")
    found = {text_of(fact): fact.status.value for fact in Ledger(observe(s.messages)).of(TASK)}
    assert found["Ask the office"] == "done"
    assert found["Visit the shop"] == "pending"
