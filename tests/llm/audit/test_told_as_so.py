"""What is possible, asked, wished, conditional or denied is told so; causes and doers stay so."""

# ruff: noqa: E501 - what people say in one breath

from __future__ import annotations

import pytest

from tests.llm.audit.test_doubts import _line
from uagent_memory.llm.audit.doubts import disbelieved
from uagent_memory.llm.audit.modes import may_deny, modes_of, spared_modes

CASES = [
    (
        "We could ask the dentist to lend us a chair, which would save one trip.",
        "The dentist could be asked to lend us a chair.",
        "The dentist was asked to lend us a chair.",
    ),
    (
        "The plumber comes on 6 June; if he finds leaks, we close for two days.",
        "If the plumber finds leaks, we close for two days.",
        "The plumber comes on 6 June and finds leaks.",
    ),
    ("老员工的补贴要不要取消？", "老员工的补贴是否取消？", "老员工的补贴要取消。"),
    (
        "I propose a second kiln, whatever the budget says.",
        "Proposes a second kiln whatever the budget says.",
        "A second kiln, whatever the budget says.",
    ),
    (
        "我跑了三次迁移，没有再报错；定时任务仍然超时。",
        "定时任务仍然超时。",
        "定时任务不再超时。",
    ),
    (
        "Without a spare part the repair takes six days.",
        "The repair takes six days if there is no spare part.",
        "The repair takes six days.",
    ),
    (
        "I have asked the landlord, and a letter is due in May.",
        "The landlord has been asked, and a letter is due in May.",
        "The landlord has asked, and a letter is due in May.",
    ),
    (
        "I left the old oven in place, since a new one needs a permit and the city has closed its office.",
        "The old oven was left in place, since the city has closed its office.",
        "The city has closed its office, since a new one needs a permit.",
    ),
    (
        "检查发现两处裂缝，一处已经修补，另一处靠近屋顶，下周再修。",
        "发现两处裂缝，一处已修补，另一处靠近屋顶。",
        "发现两处裂缝，一处靠近屋顶，下周再修。",
    ),
    (
        "Waiting time fell from 80 ms to 60 ms, which is still above the goal of 40 ms.",
        "Waiting time went from 80 ms to 60 ms, still above the goal of 40 ms.",
        "Waiting time went from 80 ms to the goal of 40 ms.",
    ),
    (
        "等待时间从 80 毫秒降到 60 毫秒，目标是 40 毫秒。",
        "等待时间由 80 毫秒降到 60 毫秒，目标 40 毫秒。",
        "等待时间从 80 毫秒降到 40 毫秒。",
    ),
    (
        "The ledger is in old/book.csv, and all 12 payroll checks pass.",
        "All 12 payroll checks pass.",
        "All 12 checks pass.",
    ),
    (
        "test_roof fails. The other 40 tests pass.",
        "The other 40 tests pass.",
        "One of the other 40 tests passes.",
    ),
    (
        "Glue takes two hours; a screw needs a drilled hole.",
        "A screw needs a drilled hole.",
        "Either needs a drilled hole.",
    ),
    (
        "The key is expected by Friday.",
        "The key is expected by Friday.",
        "The key came by Friday.",
    ),
    (
        "我在模拟器上跑了 20 次启动，没有报错。",
        "模拟器上跑了 20 次启动，没有报错。",
        "我跑了 20 次启动，没有报错。",
    ),
    (
        "test_roof fails. The other 40 tests pass.",
        "test_roof fails; the other 40 tests pass.",
        "test_roof fails, and so do the other 40 tests.",
    ),
    (
        "Agreed: the porter adds a list of spare keys.",
        "The porter is to add a list of spare keys.",
        "The porter added a list of spare keys.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CASES)
def test_told_as_the_sources_tell_it(source: str, right: str, wrong: str) -> None:
    """The same told in other words is believed; told as so, or of another, it is not."""
    assert list(disbelieved(right, [_line(source)])) == []
    assert list(disbelieved(wrong, [_line(source)]))


def test_ways_of_telling() -> None:
    """A clause of the sources has them by a word; a line may have another word for each."""
    assert modes_of("if it rains we could wait") == {"condition", "maybe"}
    assert modes_of("是否取消由财务决定") == {"asked"}
    assert modes_of("it could not be read") == frozenset()
    assert "condition" in spared_modes("Any leak closes the shop")
    assert "maybe" in spared_modes("这只是备选")
    assert may_deny("open until noon")
    assert not may_deny("it is done")
