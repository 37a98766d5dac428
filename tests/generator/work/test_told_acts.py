"""Where agents tell of what a tool has changed."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.facts import FactKind
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.work.told_acts import ToldActs

SHIPPING = GeneratorSettings.load().shipping


def told(s: SessionBuilder) -> set[str]:
    """What is told there."""
    messages = view_of(s.messages).analysis.messages
    return {messages[index].message.text for index in ToldActs(messages, SHIPPING).reports}


@pytest.mark.parametrize(
    ("tool", "done"),
    [
        ("update_reservation", "Your flight is the one at 5:30 PM now."),
        ("改签机票", "已经改到 17:30 的航班。"),
    ],
)
def test_the_next_words_after_a_change_tell_of_it(tool: str, done: str) -> None:
    s = SessionBuilder()
    s.user("Move my flight, please. 请帮我改签。")
    s.run(tool, '{"status": "ok", "flight": "HK233"}', flight="HK233")
    s.agent(done)
    s.user("Thanks. 谢谢。")
    s.agent("Anything else? 还有别的吗？")
    assert told(s) == {done}


def test_nothing_was_changed_by_a_look_or_a_call_that_failed() -> None:
    s = SessionBuilder()
    s.user("Move my flight, please. 请帮我改签。")
    s.run("get_reservation", '{"flight": "HK118"}', id="K9")
    s.agent("You are on HK118.")
    s.user("Yes. 对。")
    s.run("update_reservation", "Error: no seats left", is_error=True, flight="HK233")
    s.agent("There are no seats left.")
    assert told(s) == set()


@pytest.mark.parametrize(
    ("tool", "other", "report"),
    [
        ("open_dispute", "get_bill", "Dispute DP-4417 is open, for 48.50."),
        ("申请退款", "查询账单", "退款申请 DP-4417 已提交，48.50 元。"),
    ],
)
def test_a_sentence_tells_of_the_call_whose_number_it_says(
    tool: str, other: str, report: str
) -> None:
    s = SessionBuilder()
    s.user("I want that back. 请退给我。")
    s.run(other, '{"bill": "B-9001", "status": "paid"}', bill="B-9001")
    s.run(tool, '{"status": "ok", "id": "DP-4417"}', bill="B-9001", amount="48.50")
    s.agent(f"{report} Anything else? 还有别的吗？")
    view = view_of(s.messages)
    acts = ToldActs(view.analysis.messages, SHIPPING)
    told = {s.unit.text: acts.told_by(s) for s in view.statements}
    (said,) = (parts for text, parts in told.items() if "DP-4417" in text)
    assert len(said) == 2
    (key,) = (f.key for f in view.analysis.ledger.of(FactKind.COMMAND) if tool in f.key)
    assert set(said) < set(acts.told_by_line(key))
    assert not [parts for text, parts in told.items() if "DP-4417" not in text and parts]
