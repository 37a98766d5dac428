"""Records that people call by their names."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.records.record_names import RecordNames

LAMP, LAMP_ZH = '{"name": "Reading Lamp", "id": 7}', '{"名称": "台灯", "编号": 7}'


@pytest.mark.parametrize(
    ("ask", "record"),
    [("What do the reading lamps cost?", LAMP), ("台灯多少钱？", LAMP_ZH)],
)
def test_what_the_latest_message_names_is_asked_for(ask: str, record: str) -> None:
    """Also by its plural."""
    s = SessionBuilder()
    s.user("Hello. 你好。")
    s.agent("Hello. 你好。")
    s.user(ask)
    names = RecordNames(view_of(s.messages))
    assert names.has_name(record)
    assert names.is_asked(record)
    assert names.is_named(record)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("To return the reading lamp I need your word.", True),
        ("1. Reading lamp\n2. Garden hose", False),
        ("A lamp may be returned.", False),
    ],
)
def test_an_agent_names_it_in_a_sentence_by_all_of_its_name(said: str, *, named: bool) -> None:
    """A list names all that there is."""
    s = SessionBuilder()
    s.user("Send everything back, but keep the hose.")
    s.agent(said)
    s.user("Yes.")
    names = RecordNames(view_of(s.messages))
    assert names.is_named(LAMP) is named
    assert not names.is_asked(LAMP)
