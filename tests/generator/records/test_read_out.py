"""Items of lists that agents read out of records."""

from __future__ import annotations

import json

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.records.read_out import ReadOut
from uagent_memory.generator.settings import GeneratorSettings

ENGLISH = ({"name": "Reading Lamp", "shade": "linen", "price": 31.5}, "Reading lamps, linen shade")
CHINESE = ({"名称": "台灯", "灯罩": "亚麻布", "价格": 31.5}, "台灯（亚麻布）")


def read(record: dict[str, object], item: str, *, first: bool = False) -> bool:
    s = SessionBuilder()
    s.user("What is in it? 有什么？")
    said = f"1. {item}\n2. something else entirely 完全不同的东西"
    if first:
        s.agent(said)
        s.user("Look. 看看。")
    s.run("get_order", json.dumps([record], ensure_ascii=False), order="K-1")
    if not first:
        s.agent(said)
    s.user("Good. 好。")
    view = view_of(s.messages)
    read_out = ReadOut(view.messages, GeneratorSettings.load())
    return any(read_out.holds(one) for one in view.statements)


@pytest.mark.parametrize(("record", "item"), [ENGLISH, CHINESE])
def test_an_item_that_says_what_a_record_says(record: dict[str, object], item: str) -> None:
    assert read(record, item)
    assert not read(record, item, first=True)


@pytest.mark.parametrize(
    ("record", "item"),
    [(ENGLISH[0], "Reading lamp, silk shade"), (CHINESE[0], "台灯（丝绸面）")],
)
def test_an_item_that_says_more(record: dict[str, object], item: str) -> None:
    assert not read(record, item)
