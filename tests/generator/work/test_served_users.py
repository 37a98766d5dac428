"""What agents tell those whom they serve, and what these have chosen from."""

from __future__ import annotations

import json

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.view import GeneratorView

ENGLISH = (
    "Can I return the opened kettle?",
    "I'm sorry, but an opened kettle cannot be returned.",
    "Then exchange it.",
    "It is out of stock. You can choose:\n- the blue one for 41.50\n- a refund of 39.90\nWhich?",
    "The blue one please.",
    "The exchange EX5501234 for the blue kettle has been requested.",
)
CHINESE = (
    "拆封的水壶能退吗？",
    "很抱歉，拆封的水壶不能退货。",
    "那换一个。",
    "同款水壶没有库存。您可以选择：\n- 换蓝色款，41.50元\n- 退款39.90元\n请问要哪个？",
    "蓝色的。",
    "换货申请EX5501234已提交，换成蓝色水壶。",
)


def service(
    turns: tuple[str, ...], *, on_the_way: bool = False, on_files: bool = False
) -> GeneratorView:
    s = SessionBuilder()
    for number, text in enumerate(turns):
        if number % 2 == 0:
            s.user(text)
            said = "Let me look it up in the list. 我查一下订单。" if on_the_way else ""
            s.run("get_order", json.dumps({"order_id": "K5501234"}), say=said, number=str(number))
            if on_files:
                s.edit("src/orders.py", "a = 1", "a = 2", say=said)
        else:
            s.agent(text)
    s.user("And when does it arrive? 什么时候到？")
    return view_of(s.messages)


def told(view: GeneratorView) -> str:
    served = view.standing.served
    return "\n".join(s.unit.text for s in view.statements if served.tells(s))


@pytest.mark.parametrize(
    ("turns", "refused", "refund", "agreed"),
    [
        (ENGLISH, "cannot be returned", "39.90", "EX5501234"),
        (CHINESE, "不能退货", "39.90", "EX5501234"),
    ],
)
def test_refusals_and_outcomes_are_told_and_not_what_was_chosen_from(
    turns: tuple[str, ...], refused: str, refund: str, agreed: str
) -> None:
    view = service(turns)
    assert refused in told(view)
    assert agreed in told(view)
    assert refund not in told(view)


@pytest.mark.parametrize(("turns", "refund"), [(ENGLISH, "39.90"), (CHINESE, "39.90")])
def test_an_option_that_was_not_taken_counts_little(turns: tuple[str, ...], refund: str) -> None:
    view = service(turns)
    options = [s for s in view.statements if refund in s.unit.text]
    assert options
    assert all(view.standing.factor(s) == view.settings.worth.answered for s in options)


@pytest.mark.parametrize("turns", [ENGLISH, CHINESE])
def test_an_agent_that_works_on_files_from_call_to_call_serves_nobody(
    turns: tuple[str, ...],
) -> None:
    assert told(service(turns, on_the_way=True, on_files=True)) == ""


@pytest.mark.parametrize("turns", [ENGLISH, CHINESE])
def test_an_agent_that_only_announces_its_calls_serves_all_the_same(
    turns: tuple[str, ...],
) -> None:
    assert "EX5501234" in told(service(turns, on_the_way=True))


def test_a_report_counts_also_where_something_else_was_offered_with_it() -> None:
    s = SessionBuilder()
    for asked, call, told_them in (
        (
            "Book it. 订上。",
            "book_table",
            "Table TB-3301 is booked. 已订好。 Shall I add wine? 要加酒吗？",
        ),
        (
            "lol no, a cake. 不要，要蛋糕。",
            "add_cake",
            "The cake CK-10 is added. 蛋糕已加。 Candles? 要蜡烛吗？",
        ),
        ("Two. 两支。", "add_candles", "Two candles are added. 蜡烛已加。"),
    ):
        s.user(asked)
        s.run(call, json.dumps({"status": "ok"}), ref="TB-3301")
        s.agent(told_them)
    s.user("And when? 几点？")
    said = told(view_of(s.messages))
    assert "TB-3301" in said
    assert "CK-10" in said


@pytest.mark.parametrize(
    ("answer", "decides"),
    [
        ("The blue one please.", True),
        ("要蓝色的。", True),
        ("Yes, go ahead.", False),
        ("嗯确认", False),
        ("Is it in stock?", False),
        ("有货吗", False),
    ],
)
def test_yes_and_a_question_decide_nothing(answer: str, decides: bool) -> None:
    view = service((*ENGLISH, answer, "I have noted it. 已记录。"))
    said = next(m for m in view.users if m.message.text == answer)
    assert view.standing.served.decides(said) is decides


@pytest.mark.parametrize(
    "text", ["I understand this is annoying for you.", "非常理解您现在的心情和处境。"]
)
def test_sympathy_tells_nothing(text: str) -> None:
    view = service(("It broke. 坏了。", text, *ENGLISH))
    said = next(s for s in view.statements if s.unit.text == text)
    assert view.standing.factor(said) == view.settings.worth.answered
