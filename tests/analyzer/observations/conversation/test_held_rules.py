"""Rules that hold for a while only."""

from __future__ import annotations

import pytest

from tests.talk import states
from uagent_memory.facts import FactKind


@pytest.mark.parametrize(
    ("rule", "later", "status"),
    [
        ("Let's hold off on the blue lamp for now.", "Please return the blue lamp.", "lifted"),
        ("Don't push yet.", "All good. Push it to origin.", "lifted"),
        ("先不要发布。", "请帮我发布新版本。", "lifted"),
        ("蓝色台灯先别换。", "请帮我把蓝色台灯退掉。", "lifted"),
        ("Don't push yet.", "Run the tests again.", "active"),
        ("Don't push yet.", "Don't push it yet, run the tests first.", "active"),
        ("Let's hold off on the blue lamp for now.", "Please return the red lamp.", "active"),
        ("Don't touch the parser for now.", "Write a test that uses the parser.", "active"),
        ("暂时不要动解析器。", "请写一个用到解析器的测试。", "active"),
        ("Never push to main.", "Push the branch to main.", "active"),
    ],
)
def test_what_a_user_asks_for_later_is_held_back_no_more(
    rule: str, later: str, status: str
) -> None:
    """By all words of what was held back; a rule against any change stays."""
    turns = (("user", f"Fix the login. {rule}"), ("agent", "I see."), ("user", later))
    assert states(FactKind.CONSTRAINT, *turns)[rule] == status


@pytest.mark.parametrize(
    ("rule", "later", "status"),
    [
        ("Don't change anything, just let me know.", "I'd like to merge the first two.", "lifted"),
        ("不要改任何代码，只告诉我结论。", "那就请修改第一个测试。", "lifted"),
        ("Don't change anything, just let me know.", "Can you explain the second?", "active"),
        ("Don't change anything, just let me know.", "Run the tests again.", "active"),
        ("不要改任何代码，只告诉我结论。", "再跑一遍测试。", "active"),
        ("Don't change anything in src/schema.py.", "Please fix the parser.", "active"),
        ("不要改数据库表结构。", "请修复解析器。", "active"),
    ],
)
def test_a_rule_for_one_ask_is_over_once_the_user_orders_a_change(
    rule: str, later: str, status: str
) -> None:
    turns = (("user", f"Look at the login tests. {rule}"), ("agent", "I see."), ("user", later))
    assert states(FactKind.CONSTRAINT, *turns)[rule] == status
