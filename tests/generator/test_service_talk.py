"""What the hand-off of a customer's talk with a service says: finds, refusals, offers, acts."""

from __future__ import annotations

import json

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory import compress_context_sync
from uagent_memory.messages import Author, Message, Role


def long_session() -> SessionBuilder:
    """Too long to be passed on as it stands."""
    s = SessionBuilder()
    s.system("You work for a harbour office. 你在港务局工作。 " * 300)
    return s


def told(messages: tuple[Message, ...], budget: int = 2000) -> str:
    return compress_context_sync(messages, budget=budget).markdown


def look_up(s: SessionBuilder, ask: str, found: str, answer: str) -> None:
    """One question, the names that a tool finds, and the answer in a few words."""
    s.user(ask)
    s.run("look_up", json.dumps([found], ensure_ascii=False), area="north")
    s.agent(answer)


@pytest.mark.parametrize(
    ("ask", "name", "answer", "more", "price"),
    [
        (
            "Is there an inn?",
            "Inn Seven",
            "Yes, Inn Seven.",
            "What does a room cost?",
            "A room costs 22 a night.",
        ),
        ("有餐馆吗？", "七号餐馆", "有，七号餐馆。", "这家人均消费多少？", "人均消费22元。"),
    ],
)
def test_a_short_answer_says_what_it_is_about(
    ask: str, name: str, answer: str, more: str, price: str
) -> None:
    """The name that a tool found and that was spoken of last stands before it."""
    s = long_session()
    look_up(s, ask, name, answer)
    s.user(more)
    s.agent(price)
    s.user("Thanks. 谢谢。")
    assert f"{name}: {price}" in told(s.messages)


@pytest.mark.parametrize(
    ("first", "second", "price"),
    [
        ("Inn Seven", "Inn Nine", "A room costs 22 a night."),
        ("七号餐馆", "九号餐馆", "人均消费22元。"),
    ],
)
def test_of_two_names_at_once_none_is_meant(first: str, second: str, price: str) -> None:
    s = long_session()
    s.user("Any place? 有地方吗？")
    s.run("look_up", json.dumps([first, second], ensure_ascii=False), area="north")
    s.agent(f"{first}, {second}")
    s.user("And the price? 价格呢？")
    s.agent(price)
    s.user("Thanks. 谢谢。")
    text = told(s.messages)
    assert price in text
    assert f"{first}: " not in text
    assert f"{second}: " not in text


@pytest.mark.parametrize(
    ("said", "offer", "yes"),
    [
        ("Cheaper parts bring the total to $41.20.", "Shall I proceed with these?", "Yes, do."),
        ("换成便宜的配件后总价为41.20元。", "需要我按这个继续吗？", "好的。"),
    ],
)
def test_an_offer_that_points_back_is_told_with_what_it_offers(
    said: str, offer: str, yes: str
) -> None:
    s = long_session()
    s.user("Can you make it cheaper? 能便宜一点吗？")
    s.agent(f"{said} {offer}")
    s.user(yes)
    assert f"{said} {offer}" in told(s.messages)


@pytest.mark.parametrize("id_", ["A-4471", "订单-4471"])
def test_a_record_says_no_field_that_its_call_says(id_: str) -> None:
    """Nor the outcome that stands in the line of the call."""
    s = long_session()
    s.user("What is in my order? 我的订单里有什么？")
    sent = {"order": id_, "user": "u_77", "log": ["x" * 300], "status": "sent off today"}
    result = sent | {"more": ["y"], "weight": 12.5}
    s.run("get_order", json.dumps(result, ensure_ascii=False), order=id_)
    s.user("And the weight? 重量呢？")
    text = told(s.messages)
    assert "weight 12.5" in text
    assert f"order {id_}" not in text
    assert "status sent off" not in text


@pytest.mark.parametrize("name", ["Lamp", "台灯"])
def test_of_a_catalogue_what_was_looked_up_is_told(name: str) -> None:
    s = long_session()
    s.user("Which lamps do you have? 有哪些台灯？")
    catalogue = {f"Part {n}": f"77410{n}" for n in range(10, 30)} | {name: "9912345"}
    s.run("list_types", json.dumps(catalogue, ensure_ascii=False))
    s.run("get_type", json.dumps({"name": name, "price": 31.5}, ensure_ascii=False), id="9912345")
    s.user("Take it. 就要它。")
    text = told(s.messages)
    assert "Part 25" not in text


@pytest.mark.parametrize(
    ("tells", "other"),
    [
        ("Parcels cannot be sent back once open.", "Parcels travel by the early morning train."),
        ("抱歉，拆封的包裹不支持退回。", "这里，常见的包裹搭乘早班火车。"),
        ("A parcel of that kind costs $41.20 by train.", "A parcel of that kind travels by train."),
        ("这样的包裹坐火车要41元。", "这样的包裹常常坐火车去。"),
    ],
)
def test_refusals_and_figures_in_an_answer_count_more(tells: str, other: str) -> None:
    worths = []
    for said in (tells, other):
        s = SessionBuilder()
        s.user("Send the parcel back. 把包裹退回去。")
        s.agent(f"{said}\n\nThe harbour is open. 港口开着。")
        s.user("I see. 知道了。")
        s.agent("Good day. 再见。")
        view = view_of(s.messages)
        worths += [view.statement_worth(st) for st in view.statements if st.unit.text == said]
    assert worths[0] > worths[1]


@pytest.mark.parametrize("name", ["cancel_order", "取消订单"])
def test_what_was_carried_out_comes_before_what_was_looked_up(name: str) -> None:
    """However little room there is."""
    s = long_session()
    s.user("Cancel order A-4471. 取消订单 A-4471。")
    for n in range(12):
        order = {"id": f"A-44{n}", "items": ["lamp", "rope"], "price": 10.5 + n, "weight": n + 0.25}
        s.run("get_order", json.dumps(order), order=f"A-44{n}")
    s.run(name, json.dumps({"id": "A-4471", "status": "cancelled"}), order="A-4471")
    s.agent("Done. 好了。")
    s.user("And what else was there? 还有别的吗？")
    assert f"{name} order: A-4471" in told(s.messages, budget=420)


def test_code_saved_under_the_name_of_earlier_code_takes_its_place() -> None:
    s = long_session()
    s.user("Count the lamps. 数一数灯。")
    for way in ("by_boat", "by_train"):
        code = f"# filename: count.py\nlamps = fetch({way!r})\nprint(len(lamps))"
        s.agent(f"I try.\n```python\n{code}\n```", agent="expert")
        s.add(Role.TOOL, Author.TOOL, "exitcode: 0 (execution succeeded)\n12", agent="terminal")
    s.agent("I have counted. 数完了。", agent="expert")
    text = told(s.messages)
    assert "fetch('by_train')" in text
    assert "+ lamps = fetch('by_boat')" not in text
