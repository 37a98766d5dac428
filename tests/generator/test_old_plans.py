"""Plans of the beginning, and what was argued before a choice, give way once work has gone on."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.settings import GeneratorSettings

OLD_PLAN = GeneratorSettings.load().worth.old_plan
ANSWERED = GeneratorSettings.load().worth.answered


def factors(plan: str, *, goes_on: bool) -> list[float]:
    """What the items of the plan count."""
    s = SessionBuilder()
    s.user("What does the pass cost? 通票多少钱？")
    s.agent(plan, agent="lead")
    if goes_on:
        s.agent("The pass costs 300 dollars. 通票三百美元。", agent="surfer")
    view = view_of(s.messages)
    items = [said for said in view.statements if said.unit.lead and said.unit.text in plan]
    return [view.standing.factor(item) for item in items]


@pytest.mark.parametrize(
    "plan",
    [
        "Facts to look up:\n\n- Prices of the annual pass for adults\n- Discounts for children",
        "待查：\n\n- 成人通票的价格\n- 儿童优惠的条件",
    ],
)
def test_items_that_were_to_be_looked_up_count_little_later(plan: str) -> None:
    """What was found tells more than what was looked for."""
    assert factors(plan, goes_on=True) == [OLD_PLAN, OLD_PLAN]
    assert OLD_PLAN not in factors(plan, goes_on=False)


@pytest.mark.parametrize(
    "told",
    [
        "Facts found:\n\n- Prices of the annual pass for adults\n- Discounts for children",
        "已查到：\n\n- 成人通票的价格\n- 儿童优惠的条件",
    ],
)
def test_what_was_found_stays(told: str) -> None:
    """It is no plan."""
    assert OLD_PLAN not in factors(told, goes_on=True)


@pytest.mark.parametrize(
    "said",
    [
        "There are arguments for two files: a failing test is easier to find.",
        "有几条保留的理由：失败的测试更容易找到。",
    ],
)
def test_what_was_argued_before_a_user_chose_counts_little(said: str) -> None:
    """The choice tells more; until it is made the arguments are what it is made by."""
    s = SessionBuilder()
    s.user("Can the tests be merged? 测试能合并吗？")
    s.agent(said)

    def factor() -> float:
        view = view_of(s.messages)
        (argued,) = (one for one in view.statements if one.unit.text.startswith(said[:8]))
        return view.standing.factor(argued)

    assert factor() > ANSWERED
    s.user("Merge them, please. 请合并。")
    s.agent("They stand in one file now. 现在它们在一个文件里。")
    assert factor() == ANSWERED
