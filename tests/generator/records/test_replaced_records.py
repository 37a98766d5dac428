"""Records of what has been replaced."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.records.records import Records

OLD, NEW = "8800012345", "8800054321"


def order(thing: str) -> str:
    items = [{"name": "Tea Kettle 茶壶", "item_id": thing, "options": {"colour": "green 绿色"}}]
    return json.dumps({"items": items, "status": "pending", "note": "x" * 90}, ensure_ascii=False)


@pytest.mark.parametrize(
    ("call", "old", "new"),
    [
        ("modify_order_items", "item_ids", "new_item_ids"),
        ("exchange_item", "old_item", "new_item"),
        ("修改订单", "原商品", "新商品"),
    ],
)
def test_the_old_item_is_marked(call: str, old: str, new: str) -> None:
    """Where it stood before the change; the new one never."""
    s = SessionBuilder()
    s.user("Take the green kettle instead. 换成绿色的茶壶。")
    s.run("get_order_details", order(OLD), order_id="#K5501234")
    arguments: dict[str, Any] = {old: [OLD], new: [NEW]}
    s.run(call, order(NEW), **arguments)
    records = Records(view_of(s.messages))
    results = [message for message in s.messages if records.holds(message)]
    before, after = ([line.text for line in records.lines(result)] for result in results)
    marked = [line for line in before if OLD in line]
    assert marked
    assert all(line.startswith(("(superseded)", "（已被取代）")) for line in marked)
    assert not [line for line in after if line.startswith(("(superseded)", "（已被取代）"))]


@pytest.mark.parametrize(
    ("call", "arguments", "is_error"),
    [
        ("get_items", {"item_ids": [OLD], "new_item_ids": [NEW]}, False),
        ("modify_order_items", {"item_ids": [OLD], "new_item_ids": [NEW]}, True),
        ("modify_order_items", {"item_ids": [OLD], "new_item_ids": [OLD, NEW]}, False),
        ("cancel_order_items", {"item_ids": [OLD]}, False),
    ],
)
def test_what_stands_is_not_marked(call: str, arguments: dict[str, Any], is_error: bool) -> None:
    """A look-up, a call that failed, an item that stays, one without another in its place."""
    s = SessionBuilder()
    s.user("Take the green kettle. 换成绿色的茶壶。")
    s.run("get_order_details", order(OLD), order_id="#K5501234")
    s.run(
        call, "Error: no such item 没有" if is_error else order(NEW), is_error=is_error, **arguments
    )
    records = Records(view_of(s.messages))
    first = next(message for message in s.messages if records.holds(message))
    lines = [line.text for line in records.lines(first)]
    assert not [line for line in lines if line.startswith(("(superseded)", "（已被取代）"))]


def test_a_catalogue_is_of_no_order() -> None:
    """There the thing is on offer as before, whatever an order had in its place."""
    s = SessionBuilder()
    s.user("Take the blue kettle instead. 换成蓝色的茶壶。")
    s.run("get_order_details", order(OLD), order_id="#K5501234")
    s.run("get_product_details", order(OLD).replace("pending", "on sale"), product_id="770012")
    change: dict[str, Any] = {"order_id": "#K5501234", "item_ids": [OLD], "new_item_ids": [NEW]}
    s.run("modify_order_items", order(NEW), **change)
    records = Records(view_of(s.messages))
    results = [message for message in s.messages if records.holds(message)]
    ordered, offered, _ = ([line.text for line in records.lines(result)] for result in results)
    assert [line for line in ordered if line.startswith("(superseded)")]
    assert not [line for line in offered if line.startswith("(superseded)")]
