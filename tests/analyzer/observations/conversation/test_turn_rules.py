"""Rules on how each turn is put, and rules of the work that stand beside them."""

from __future__ import annotations

import pytest

from tests.talk import facts, text_of
from uagent_memory.analyzer.observations.conversation.prose import Prose
from uagent_memory.analyzer.observations.conversation.turn_rules import turn_rules
from uagent_memory.analyzer.types import Unit
from uagent_memory.analyzer.units import split_units
from uagent_memory.facts import ConstraintValue, FactKind
from uagent_memory.messages import Author, Message, Role

ENGLISH = """Mend the parser. Do not modify the tests.

- Your reply must hold exactly one shell block.
- Never put two commands in one reply.
- Your next reply must wait for the output of the command.
- Always use a single quote in names.
"""
CHINESE = """修复解析器。不要修改测试。

- 每次回复必须只包含一个代码块。
- 务必一次只执行一条命令。
- 你的回复必须先写思考部分。
- 名称必须使用单引号。
"""


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (ENGLISH, ["Do not modify the tests.", "Always use a single quote in names."]),
        (CHINESE, ["不要修改测试。", "名称必须使用单引号。"]),
    ],
)
def test_rules_of_turns_are_told_from_those_of_the_work(text: str, kept: list[str]) -> None:
    """Of a message that holds both, in English and in Chinese."""
    found = facts(FactKind.CONSTRAINT, ("user", text))
    of_turns = [f for f in found if isinstance(f.value, ConstraintValue) and f.value.sort == "turn"]
    assert len(of_turns) == 3
    assert [text_of(f) for f in found if f not in of_turns] == kept


@pytest.mark.parametrize(
    ("frame", "fact"),
    [
        (ENGLISH, "Environment variables do not persist: each command is run in a fresh shell."),
        (ENGLISH, "However, you can prefix any command with `cd src && ...`."),
        (CHINESE, "环境变量不会保留，每条命令都在新的终端会话里执行。"),
        (CHINESE, "命令前面可以加上 `cd src && ...`。"),
    ],
)
def test_what_the_shell_keeps_is_no_rule_of_the_work(frame: str, fact: str) -> None:
    """Beside such rules, under a heading whose items are rules."""
    found = facts(FactKind.CONSTRAINT, ("user", f"{frame}\n## Requirements\n- {fact}\n"))
    told = [f for f in found if text_of(f) == fact.rstrip()]
    assert told
    assert all(isinstance(f.value, ConstraintValue) and f.value.sort == "turn" for f in told)


@pytest.mark.parametrize(
    "text",
    [
        "The bot must never send two commands in one message.",
        "播放器每次输出必须只包含一个动作。",
    ],
)
def test_one_such_sentence_may_be_about_the_work(text: str) -> None:
    """A program that is built may have such rules itself."""
    (found,) = facts(FactKind.CONSTRAINT, ("user", f"Build the player.\n\n{text}"))
    assert isinstance(found.value, ConstraintValue)
    assert found.value.sort != "turn"


@pytest.mark.parametrize(
    "text",
    [
        "Reply with the code in triple backticks.\nEach message holds a discussion field.",
        "代码放在三个反引号里。\n每条消息必须有思考字段。",
    ],
)
def test_rules_that_name_no_command_have_a_sign_too(text: str) -> None:
    """The cheap look passes what names backticks or the parts of an answer."""
    found = turn_rules(Prose.of(*_message(text)).lines)
    assert len(found) == 2


def _message(text: str) -> tuple[Message, tuple[Unit, ...]]:
    message = Message(id="m1", seq=0, role=Role.SYSTEM, author=Author.SYSTEM, text=text)
    return message, split_units(message)
