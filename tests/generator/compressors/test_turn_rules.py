"""Rules on how each turn is put, in the first and the sixth segment."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.primary_request import PrimaryRequestCompressor
from uagent_memory.generator.compressors.user_messages import UserMessagesCompressor

ENGLISH = "The importer reads one file after another and stores its rows. " * 10
CHINESE = "导入程序逐个读取文件，并把其中的每一行保存到数据库里。" * 20


def framed(task: str, rules: list[str]) -> SessionBuilder:
    s = SessionBuilder()
    s.user("\n".join([task, "", *(f"- {rule}" for rule in rules)]))
    s.agent("I will look at it.")
    return s


ASKS = [
    (
        ENGLISH,
        [
            "Do not modify the tests.",
            "Your reply must hold exactly one shell block.",
            "Each reply must begin with a reasoning section, and then comes one shell block.",
            "Never put two commands in one reply.",
        ],
        ["further by recall: m1", "Your reply must hold exactly one shell block."],
    ),
    (
        CHINESE,
        [
            "不要修改测试。",
            "每次回复必须只包含一个代码块。",
            "你的每次回复都必须先写思考部分，说明理由，再给出一个代码块，否则会被拒绝。",
            "务必一次只执行一条命令。",
        ],
        ["其余可召回：m1", "每次回复必须只包含一个代码块。"],
    ),
]


@pytest.mark.parametrize(("task", "rules", "told"), ASKS)
def test_few_are_told_beside_the_rules_of_the_work(
    task: str, rules: list[str], told: list[str]
) -> None:
    """They share one line, which says where the others stand; it is required as they were."""
    session = framed(task, rules)
    found = [c for c in proposed(PrimaryRequestCompressor(), session.messages) if c.fact_kind]
    of_turns = [c for c in found if c.lead == view_of(session.messages).labels("turn_rules")]
    assert rules[0] in {c.text for c in found if c not in of_turns}
    assert {c.joins for c in of_turns} == {"turn-rules"}
    assert {c.keep for c in of_turns} == {Keep.CONSTRAINT}
    assert set(told) < {c.text for c in of_turns}
    assert sum(c.text in rules for c in of_turns) == 2


@pytest.mark.parametrize(("task", "rules", "told"), ASKS)
def test_no_excerpt_of_the_message_says_them(task: str, rules: list[str], told: list[str]) -> None:
    """The sixth segment has room for the task."""
    texts = texts_of(proposed(UserMessagesCompressor(), framed(task, rules).messages))
    assert texts
    assert not any(told[1] in text for text in texts)
