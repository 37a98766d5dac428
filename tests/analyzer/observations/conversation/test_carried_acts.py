"""Asks that calls of tools carry out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from uagent_memory.facts import Change, FactKind, RequestValue

ASKS = [
    ("I'd like to return the lamp from my last order.", "Thanks, bye! ###STOP###"),
    ("我想把上个订单里的台灯退掉。", "谢谢，再见！###STOP###"),
]


def returned(ask: str, leave: str, result: str, *, said: str = "", **more: Any) -> dict[str, str]:
    """What becomes of each ask."""
    s = SessionBuilder()
    s.user(ask)
    s.agent("Which order is it? 是哪个订单？")
    s.user("It is #77. 是 77 号。")
    s.run("return_delivered_items", result, order_id="#77", items=["lamp"], **more)
    s.agent(said or "You will receive an email with a label. 您会收到一封邮件。")
    s.user(leave)
    found = analysed(s).of(FactKind.REQUEST)
    return {
        fact.value.text: f"{fact.status} {fact.last.change}"
        for fact in found
        if isinstance(fact.value, RequestValue)
    }


@pytest.mark.parametrize(("ask", "leave"), ASKS)
def test_what_a_call_has_carried_out_is_done(ask: str, leave: str) -> None:
    """Nobody need say so; it did not merely end with the talk."""
    assert returned(ask, leave, '{"status": "return requested"}')[ask] == "done done"


@pytest.mark.parametrize(("ask", "leave"), ASKS)
def test_a_call_that_failed_carries_nothing_out(ask: str, leave: str) -> None:
    """Then the talk is over and no more is known."""
    result = "Error: only delivered orders can be returned"
    said = "It cannot be returned. 不能退货。"
    assert returned(ask, leave, result, said=said)[ask] == f"done {Change.ANSWERED}"


@pytest.mark.parametrize(
    ("ask", "leave"),
    [
        ("I'd like to return the lamp and cancel the order of the rug.", ASKS[0][1]),
        ("我想退掉台灯，再取消地毯的订单。", ASKS[1][1]),
    ],
)
def test_all_that_an_ask_says_is_carried_out(ask: str, leave: str) -> None:
    """One of two acts does not do it."""
    assert returned(ask, leave, '{"status": "return requested"}')[ask] == f"done {Change.ANSWERED}"


@pytest.mark.parametrize(
    ("ask", "order"),
    [
        ("Please change my address to the one in Bergen.", "Also make the rug a green one."),
        ("请把我的地址改成卑尔根的那个。", "另外把地毯换成绿色的。"),
    ],
)
def test_an_earlier_ask_is_done_with_the_report(ask: str, order: str) -> None:
    """A later ask stood between it and the call."""
    s = SessionBuilder()
    s.user(ask)
    s.agent("I see. 好的。")
    s.user(order)
    s.run("modify_order_address", '{"city": "Bergen"}', order_id="#77", city="Bergen")
    s.agent("The parcel goes to Bergen now. 包裹现在寄往卑尔根。")
    found = {
        f.value.text: f.status
        for f in analysed(s).of(FactKind.REQUEST)
        if isinstance(f.value, RequestValue)
    }
    assert found[ask] == "done"


@pytest.mark.parametrize(
    "noun", ["What is the address of the shop?", "I purchased a lamp with many switches."]
)
def test_words_that_only_look_like_an_act_ask_for_none(noun: str) -> None:
    """ "address" does not ask to add, and what was purchased is not to be bought."""
    s = SessionBuilder()
    s.user(noun)
    s.run("add_item", '{"status": "added"}', item="lamp")
    s.run("purchase_item", '{"status": "bought"}', item="lamp")
    s.run("modify_item", '{"status": "modified"}', item="lamp")
    s.agent("Is it in Bergen?")
    assert all(f.last.change is Change.ASKED for f in analysed(s).of(FactKind.REQUEST))
