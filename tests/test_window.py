from __future__ import annotations

import json

import pytest

from tests.builders import SessionBuilder
from uagent_memory.context import IsolatedRoleContext
from uagent_memory.errors import BudgetError
from uagent_memory.records import Delivery, HideRecord, MessageRecord, Request
from uagent_memory.tokens import default_counter
from uagent_memory.window import WindowUse, window_use

COUNTER = default_counter()


def use(context: IsolatedRoleContext, *tools: dict[str, object]) -> WindowUse:
    return window_use(context, counter=COUNTER, tools=tools, patience=5)


def test_everything_sent_is_counted() -> None:
    """System text, tool schemas and call arguments count like any text."""
    session = SessionBuilder(prefix="coder/")
    system = session.system("You write code.")
    result = session.run("Bash", "输出：测试通过", command="make test")
    call = session.messages[1]
    tool: dict[str, object] = {"name": "Bash", "description": "跑命令"}
    found = use(IsolatedRoleContext("coder", session.messages), tool)
    texts = [system.full_text, call.full_text, result.full_text]
    assert "make test" in call.full_text
    schema = json.dumps(tool, ensure_ascii=False)
    assert found.total == sum(map(COUNTER.count, [*texts, schema]))
    assert found.fixed == COUNTER.count(system.full_text) + COUNTER.count(schema)


def test_open_calls_are_fixed() -> None:
    """What must not be folded cannot be counted on to shrink."""
    session = SessionBuilder(prefix="coder/")
    session.user("please run it")
    call = session.agent("", session.call("Bash", command="make"))
    found = use(IsolatedRoleContext("coder", session.messages))
    assert found.fixed == COUNTER.count(call.full_text)


def test_the_last_compaction_is_fixed() -> None:
    """A summary alone is no reason to compress again."""
    session = SessionBuilder(prefix="coder/")
    original = session.user("word " * 50)
    summary = session.handoff("short")
    delivery = Delivery(
        sender="coder", receiver="coder", covers=("coder/m1",), request=Request(budget=10)
    )
    context = IsolatedRoleContext("coder", [original])
    context.extend(
        [
            MessageRecord(role="coder", message=summary, delivery=delivery),
            HideRecord(role="coder", ids=(original.id,), by=summary.id),
        ]
    )
    assert use(context) == (COUNTER.count("short"), 0)


@pytest.mark.parametrize(
    ("fixed", "movable", "due"),
    [
        (0, 79, False),
        (0, 80, True),
        (40, 47, False),  # 80 % of the 60 that are left are 48
        (40, 48, True),
        (79, 16, False),
        (79, 17, True),
        (80, 500, False),  # stuck: compressing cannot bring it under the threshold
    ],
)
def test_the_threshold_is_of_what_can_be_compressed(fixed: int, movable: int, *, due: bool) -> None:
    """Fixed parts are taken off the window first."""
    found = WindowUse(fixed=fixed, movable=movable)
    assert found.needs_compression(window=100, threshold=0.8) is due
    assert found.is_stuck(window=100, threshold=0.8) is (fixed == 80)


@pytest.mark.parametrize(("window", "threshold"), [(0, 0.8), (-1, 0.8), (100, 0), (100, 1.1)])
def test_impossible_windows_are_errors(window: int, threshold: float) -> None:
    """A window or threshold without meaning is refused."""
    with pytest.raises(BudgetError, match="above 0"):
        WindowUse(0, 1).needs_compression(window=window, threshold=threshold)
