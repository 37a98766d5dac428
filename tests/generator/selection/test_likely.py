"""Of much more than a page holds only the likeliest is looked at closely."""

from __future__ import annotations

import math

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory import BudgetTooSmall, compress_context_sync
from uagent_memory.generator.compressors.user_messages import UserMessagesCompressor
from uagent_memory.generator.evidence.quotes import EvidenceQuoter
from uagent_memory.generator.limits import Limits
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.selection.likely import likely
from uagent_memory.generator.settings import GeneratorSettings

LIMITS = GeneratorSettings.load().limits
BEST = LIMITS.model_copy(update={"newest_said": 0})
NOISE = "Let me look at the next file of the folder number {}."
FOUND = "The importer drops the first row because `load_rows` returns rows[1:]."
FOUND_ZH = "导入器丢掉第一行，因为 `load_rows` 返回 rows[1:]。"


def chosen(worths: dict[str, float], tokens: float, limits: Limits = BEST) -> list[str]:
    return list(
        likely(list(worths), text=str, worth=worths.__getitem__, tokens=tokens, limits=limits)
    )


def test_the_best_for_its_length_is_taken_in_order() -> None:
    worths = {"a" * 52: 1.0, "b" * 52: 3.0, "c" * 152: 4.0, "d" * 52: 2.5}
    assert chosen(worths, tokens=50) == ["b" * 52, "d" * 52]


def test_a_chinese_character_takes_the_room_of_several_letters() -> None:
    assert chosen({"字" * 52: 2.0, "b" * 52: 1.9}, tokens=25) == ["b" * 52]


def test_the_newest_are_looked_at_whatever_they_are_worth() -> None:
    worths = {"a" * 52: 9.0, "b" * 52: 1.0, "c" * 52: 2.0}
    newest = LIMITS.model_copy(update={"newest_said": 1})
    assert chosen(worths, 25, newest) == ["a" * 52, "c" * 52]


@pytest.mark.parametrize(
    ("said", "end"),
    [
        (
            "The ticket of museum {0} costs {0} dollars and 40 cents for each of us.",
            "I confirm this.",
        ),
        ("第 {0} 家博物馆的门票每人要 {0} 元 4 角，儿童半价。", "我确认无误。"),
    ],
)
def test_what_must_be_told_is_the_same_at_any_budget(said: str, end: str) -> None:
    """Where nothing else must be kept, the newest word is; so the least budget is exact."""
    s = SessionBuilder()
    for number in range(60):
        s.agent(said.format(number), agent="Guide")
    s.agent(end, agent="Guide")
    least = compress_context_sync(s.messages, budget=900).report.minimum_budget
    kept = compress_context_sync(s.messages, budget=least, strict=True)
    assert kept.report.minimum_budget == least
    with pytest.raises(BudgetTooSmall):
        compress_context_sync(s.messages, budget=least - 1, strict=True)


def test_where_all_fits_nothing_is_weighed() -> None:
    def never(_: str) -> float:
        raise AssertionError

    said = ["one", "two"]
    assert likely(said, text=str, worth=never, tokens=math.inf, limits=LIMITS) is said


@pytest.mark.parametrize("finding", [FOUND, FOUND_ZH])
def test_of_much_that_agents_said_the_findings_are_left(finding: str) -> None:
    s = SessionBuilder()
    s.user("Why does the importer lose a row? 为什么丢行？")
    for number in range(60):
        s.agent(NOISE.format(number))
        s.run("Read", "x = 1\n", file_path=f"src/part_{number}.py")
        if number == 30:
            s.agent(finding)
    s.agent("That is all. 就这些。")
    told = [
        [statement.unit.text for said in view.agents_statements.values() for statement in said]
        for view in (view_of(s.messages), view_of(s.messages, room=100))
    ]
    assert finding in told[0]
    assert finding in told[1]
    assert len(told[1]) < len(told[0]) / 2


@pytest.mark.parametrize(
    ("telling", "idle"),
    [
        (
            "The budget for the remote control prototype is 12 euros.",
            "So that is how it goes with {} then and there, somehow.",
        ),
        ("遥控器样机的预算是 12 欧元，下周交付。", "然后呢就是这样子的一个{}情况大家都知道的嘛。"),
    ],
)
def test_of_a_long_talk_what_tells_most_is_left(telling: str, idle: str) -> None:
    s = SessionBuilder()
    for number in range(200):
        s.user(idle.format(number % 7), agent=f"P{number % 3}")
        if number == 90:
            s.user(telling, agent="P1")
    s.user("Bye. 再见。", agent="P2")
    found = []
    for room in (math.inf, 60):
        pool = CandidatePool()
        UserMessagesCompressor().propose(view_of(s.messages, room=room), pool)
        found.append([candidate.text for candidate in pool.candidates])
    assert telling in found[0]
    assert telling in found[1]
    assert len(found[1]) <= len(found[0])


@pytest.mark.parametrize("asks", ["Where is order W100 now?", "订单 W100 现在在哪里？"])
def test_of_many_records_those_are_left_that_somebody_speaks_of(asks: str) -> None:
    s = SessionBuilder()
    s.user(asks)
    for number in range(40):
        order = f'{{"order_id": "W{100 + number}", "status": "shipped", "depot": "D{number}X7"}}'
        s.run("get_order", order, order_id=f"W{100 + number}")
    s.agent("Order W100 is on its way. 订单 W100 在路上。")
    found = []
    for room in (math.inf, 60):
        pool = CandidatePool()
        EvidenceQuoter(view_of(s.messages, room=room), pool).propose()
        found.append([c.text for c in pool.candidates if c.kind == "record"])
    assert len(found[1]) < len(found[0])
    assert any("D0X7" in text for text in found[1])
