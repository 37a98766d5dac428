"""What the hand-off of a customer's talk with a service says: finds, refusals, offers, acts."""

from __future__ import annotations

import json

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, view_of
from uagent_memory import compress_context_sync
from uagent_memory.generator.compressors.user_messages import UserMessagesCompressor
from uagent_memory.generator.records.records import Records
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
    assert text.count("status sent off") == 1


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


@pytest.mark.parametrize(
    ("change", "status", "marked"),
    [("reschedule", "moved", True), ("add_note", "noted", False)],
)
def test_what_a_later_call_changed_is_marked(change: str, status: str, marked: bool) -> None:
    """A note about it leaves it as it is."""
    s = long_session()
    s.user("Book a berth for me, please. 请帮我订一个泊位。")
    s.run("book", '{"booking": "B-7718", "state": "confirmed"}', berth="N-3")
    s.agent("Booked.")
    s.run(change, f'{{"booking": "B-7718", "state": "{status}"}}', booking="B-7718", berth="N-9")
    s.agent("Done.")
    s.user("Thanks. 谢谢。")
    text = told(s.messages)
    line = next(line for line in text.splitlines() if "berth: N-3" in line)
    assert ("(changed later)" in line or "后有变更" in line) is marked
    assert "→ booking B-7718, state confirmed" in line


@pytest.mark.parametrize("again", [True, False])
def test_a_refused_call_that_was_made_again_is_not_told(again: bool) -> None:
    s = long_session()
    s.user("Book a berth for me, please. 请帮我订一个泊位。")
    s.run("book", '{"error": "BLOCKED", "rule": "R-44"}', is_error=True, berth="N-3")
    s.agent("It was refused. 被拒绝了。")
    berth = "N-3" if again else "N-8"
    s.run("book", '{"booking": "B-7718", "state": "confirmed"}', berth=berth, leave="P-2")
    for n in range(30):
        s.agent(f"The quay has crane {n} near shed {n}. 码头有吊车{n}。")
    s.user("Thanks. 谢谢。")
    refused = [line for line in told(s.messages, 420).splitlines() if "berth: N-3` " in line]
    assert bool(refused) is not again


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        (
            "Doctor Vela has a slot at 11:40 (S-72). Shall I take it?",
            "Wait, I ask my mother first.",
        ),
        ("维拉医生11:40有号（S-72）。要改约吗？", "先等等，我问问我妈。"),
    ],
)
def test_what_the_latest_message_answers_is_told(offer: str, answer: str) -> None:
    """Though it is neither agreed to nor declined."""
    s = long_session()
    s.user("Find a doctor. 找个医生。")
    for n in range(60):
        s.agent(f"Room {n} on floor {n} has {n + 3} beds. {n}号房有{n + 3}张床。")
    s.agent(offer)
    s.user(answer)
    assert "S-72" in told(s.messages, 400)


@pytest.mark.parametrize("name", ["Kettle", "水壶"])
def test_a_record_that_people_speak_of_counts_more(name: str) -> None:
    """By its name, or by an id in it."""
    s = SessionBuilder()
    s.user("When does my kettle come? 我的水壶何时到？")
    items = [
        {"name": n, "item": f"8812{i}", "maker": "x" * 60} for i, n in enumerate((name, "Bell"))
    ]
    result = s.run("get_order", json.dumps(items, ensure_ascii=False), order="1")
    kettle, bell = Records(view_of(s.messages)).lines(result)
    assert kettle.telling > bell.telling
    s.agent("Item 88121 is sold out. 88121已售罄。")
    assert len({line.telling for line in Records(view_of(s.messages)).lines(result)}) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [("Never sail at night.", "What is the tide?"), ("不要在夜里出海。", "潮水怎样？")],
)
def test_a_message_whose_rule_stands_above_counts_by_the_rest(first: str, second: str) -> None:
    s = SessionBuilder()
    s.user("Plan a trip. 计划一次航行。")
    s.agent("Where to? 去哪里？")
    s.user(f"{first} {second}")
    s.agent("I see. 明白。")
    s.user("Go on. 继续。")
    both = {c.text: c.value for c in proposed(UserMessagesCompressor(), s.messages)}
    other = SessionBuilder()
    other.user("Plan a trip. 计划一次航行。")
    other.agent("Where to? 去哪里？")
    other.user(f"Boats are here. 船在这里。 {second}")
    other.agent("I see. 明白。")
    other.user("Go on. 继续。")
    plain = {c.text: c.value for c in proposed(UserMessagesCompressor(), other.messages)}
    assert both[f"{first} {second}"] < plain[f"Boats are here. 船在这里。 {second}"]


@pytest.mark.parametrize(
    ("offer", "yes"),
    [
        (
            "Would you like me to change the berth to N-9 for a fee of $12.50?",
            "Yes, please proceed.",
        ),
        ("需要我把泊位改到N-9吗，手续费12.5元？", "好的，请改吧。"),
    ],
)
def test_an_offer_that_was_agreed_to_stands_once(offer: str, yes: str) -> None:
    s = long_session()
    s.user("Book a berth for me, please. 请帮我订一个泊位。")
    s.agent(offer)
    s.user(yes)
    assert told(s.messages).count(offer) == 1


@pytest.mark.parametrize(
    ("ask", "name", "found"),
    [
        (
            "Is there an inn for 300 to 400 a night, with a yard?",
            "Inn Seven",
            "I suggest Inn Seven.",
        ),
        ("有没有300-400元一晚、带院子的客栈？", "七号客栈", "建议您去七号客栈。"),
    ],
)
def test_what_was_found_comes_before_what_was_asked(ask: str, name: str, found: str) -> None:
    """Where tools list names, and answers tell of them."""
    s = long_session()
    s.user("Hello, I plan a trip. 你好，我计划旅行。")
    look_up(s, ask, name, found)
    look_up(s, "And a boat? 有船吗？", "Boat Nine 九号船", "Boat Nine 九号船.")
    s.user("Thanks. 谢谢。")
    assert found in told(s.messages, 220)


def test_an_open_error_in_json_is_told_by_its_fields() -> None:
    s = long_session()
    s.user("Move my visit. 请改约。")
    s.run(
        "reschedule",
        '{"error": "SLOT_TAKEN", "message": "号源已被占用"}',
        is_error=True,
        slot="S-7",
    )
    s.agent("It is taken. 已被占用。")
    assert "error SLOT_TAKEN, message 号源已被占用" in told(s.messages)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Could you please provide your email address?", "It is ann@example.com."),
        ("请提供您的邮箱地址。", "邮箱是 ann@example.com。"),
    ],
)
def test_an_answered_question_is_not_told(question: str, answer: str) -> None:
    """The answer stands where the user gave it."""
    s = long_session()
    s.user("I want to return the blue lamp. 我想退掉蓝色台灯。")
    s.agent(question)
    s.user(answer)
    s.agent("Your account holds three orders, the newest is from May. 您有三个订单。")
    s.user("The newest one. 最新的那个。")
    text = compress_context_sync(s.messages, budget=700).markdown
    assert question not in text
    assert "ann@example.com" in text


@pytest.mark.parametrize(
    ("name", "other", "first", "then"),
    [
        ("Inn Seven", "Inn Nine", "Inns with a yard are plenty there.", "Inn Nine is one."),
        ("七号客栈", "九号客栈", "带院子的客栈那边非常多。", "比如九号客栈。"),
    ],
)
def test_an_answer_that_names_another_is_not_of_the_one_before(
    name: str, other: str, first: str, then: str
) -> None:
    s = long_session()
    look_up(s, "Is there an inn? 有客栈吗？", name, f"{name}.")
    s.user("And another, with a yard of its own? 还有自带院子的吗？")
    s.run("look_up", json.dumps([other, "Boat 船"], ensure_ascii=False), area="north")
    s.agent(f"{first} {then}")
    s.user("Thanks. 谢谢。")
    text = told(s.messages)
    assert first in text
    assert f"{name}: {first}" not in text


@pytest.mark.parametrize("tool", ["create_ticket", "登记工单"])
def test_a_short_result_is_told_by_its_line_alone(tool: str) -> None:
    s = long_session()
    s.user("Open a ticket. 登记工单。")
    pump = {"pump": "P-88120", "gate": "N"}
    s.run("get_pump", json.dumps(pump), pump="P-88120")
    made = {"ticket": "T-70991", "pump": "P-88120", "queue": "水泵 pumps", "due": "2026-01-15"}
    s.run(tool, json.dumps(made, ensure_ascii=False), device="P-88120", note="leak")
    s.user("When is P-88120 mended? P-88120 何时修好？")
    assert told(s.messages).count("2026-01-15") == 1


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("It seems that K-90011 is in Oslo.", "It stands there since noon, at gate 4."),
        ("看起来 K-90011 在青岛。", "它中午就在那里了，4 号门。"),
    ],
)
def test_what_seems_to_be_of_a_number_leans_on_nothing(said: str, plain: str) -> None:
    """Its subject stands in it."""
    s = SessionBuilder()
    s.user("Where is my boat? 我的船在哪？")
    s.agent(f"I looked. 我查了。 {said} {plain}")
    s.user("And now? 现在呢？")
    s.agent("At the pier. 在码头。")
    standing = view_of(s.messages).standing
    factors = {one.unit.text: standing.factor(one) for one in view_of(s.messages).statements}
    assert factors[said] > factors[plain]
