"""Records of JSON results."""

from __future__ import annotations

import json

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.evidence.evidence_line import EvidenceLine
from uagent_memory.generator.records.records import Records

KETTLE, HOSE = "8800012345", "8800054321"
ENGLISH = ("items", "name", "item_id", "status", "Tea Kettle", "Garden Hose", "about")
CHINESE = ("商品", "名称", "编号", "状态", "玻璃茶壶", "花园水管", "说明")


def order(words: tuple[str, ...], status: str) -> str:
    """Longer than one record may be."""
    items, name, number, state, kettle, hose, about = words
    things = [
        {name: kettle, number: KETTLE, about: "glass 玻璃 " * 12},
        {name: hose, number: HOSE, about: "rubber 橡胶 " * 12},
    ]
    return json.dumps({items: things, state: status}, ensure_ascii=False)


def told(words: tuple[str, ...], call: str, states: tuple[str, str]) -> list[list[EvidenceLine]]:
    s = SessionBuilder()
    s.user("Return the kettle, please. 请退茶壶。")
    s.run("get_order_details", order(words, states[0]), order_id="#K5501234")
    s.run(call, order(words, states[1]), item_ids=[KETTLE])
    records = Records(view_of(s.messages))
    results = [message for message in s.messages if records.holds(message)]
    return [list(records.lines(result)) for result in results]


@pytest.mark.parametrize(
    ("words", "call", "states"),
    [
        (ENGLISH, "return_order_items", ("delivered", "return requested")),
        (CHINESE, "退货申请", ("已签收", "退货中")),
    ],
)
def test_a_record_is_told_once_and_weighs_more_where_it_was_acted_on(
    words: tuple[str, ...], call: str, states: tuple[str, str]
) -> None:
    """The result of the change says only what is new."""
    first, second = told(words, call, states)
    kettle, hose, state = first
    assert KETTLE in kettle.text
    assert kettle.own > hose.own
    assert state.text == f"{words[3]} {states[0]}"
    assert [line.text for line in second] == [f"{words[3]} {states[1]}"]


@pytest.mark.parametrize(
    ("field", "words"), [("allergies", ("penicillin", "sulfa")), ("过敏", ("青霉素", "磺胺"))]
)
def test_a_short_list_of_words_is_a_field(field: str, words: tuple[str, str]) -> None:
    s = SessionBuilder()
    s.user("Who is it? 是谁？")
    answer = {"visits": [{"note": "x" * 300}], field: list(words), "insured": True}
    result = s.run("find", json.dumps(answer, ensure_ascii=False), card="1")
    texts = [line.text for line in Records(view_of(s.messages)).lines(result)]
    assert f"{field} [{', '.join(words)}], insured true" in texts


@pytest.mark.parametrize("made", ["return_items", "退货"])
def test_a_list_that_the_call_sent_is_not_told_again(made: str) -> None:
    s = SessionBuilder()
    s.user("Return it. 请退。")
    answer = {"status": "asked", "note": "x" * 300, made: ["8812001", "8812002"], "fee": 3.5}
    result = s.run("return_order", json.dumps(answer), item_ids=["8812002", "8812001"])
    texts = [line.text for line in Records(view_of(s.messages)).lines(result)]
    assert texts == ["status asked", "fee 3.5"]


@pytest.mark.parametrize(
    ("number", "prices", "about"), [("flight", "prices", "about"), ("航班", "票价", "说明")]
)
def test_one_of_several_nested_objects_names_what_it_is_of(
    number: str, prices: str, about: str
) -> None:
    """Prices of two flights, each too long to be told whole."""
    flights = [
        {number: name, about: "window 靠窗 " * 30, prices: {"economy": price, "business": 402}}
        for name, price in (("HAT5187", 196), ("HAT5233", 164))
    ]
    s = SessionBuilder()
    s.user("How much is HAT5233? HAT5233多少钱？")
    s.run("search_flight", json.dumps(flights, ensure_ascii=False), day="22")
    records = Records(view_of(s.messages))
    lines = [one.text for m in s.messages if records.holds(m) for one in records.lines(m)]
    assert f"HAT5187 {prices}: economy 196, business 402" in lines
    assert f"HAT5233 {prices}: economy 164, business 402" in lines
