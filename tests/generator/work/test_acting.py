"""Where agents tell of what a tool has changed."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.work.acting import reports_of_acts

SHIPPING = GeneratorSettings.load().shipping


def told(s: SessionBuilder) -> set[str]:
    """What is told there."""
    messages = view_of(s.messages).analysis.messages
    return {messages[index].message.text for index in reports_of_acts(messages, SHIPPING)}


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
