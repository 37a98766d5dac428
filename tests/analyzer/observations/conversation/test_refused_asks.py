"""Asks that a service carries out, turns down, or that only say goodbye."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from uagent_memory.facts import FactKind, RequestValue, Status


def asks(*turns: str, team: bool = False) -> dict[str, Status]:
    """Words -> status of all asks; users and agents take turns."""
    s = SessionBuilder()
    for number, text in enumerate(turns):
        if number % 2 == 0:
            s.user(text)
        else:
            s.agent(text, agent=f"Expert{number}" if team else "clerk")
    found = analysed(s).of(FactKind.REQUEST)
    return {f.value.text: f.status for f in found if isinstance(f.value, RequestValue)}


@pytest.mark.parametrize(
    ("first", "order", "report"),
    [
        (
            "I want to return the lamp and the rug from my order, and I have three questions.",
            "Yes, please go ahead.",
            "The return of the lamp has been successfully requested.",
        ),
        (
            "我想退掉订单里的台灯和地毯，另外还有几个问题要问。",
            "请帮我退掉台灯。",
            "您好，台灯的退货已为您办理。",
        ),
    ],
)
def test_what_was_carried_out_is_done(first: str, order: str, report: str) -> None:
    """Also where the report says so within its sentence; a team's step ends nothing."""
    turns = (first, "Shall I? 要办理吗？", order, report)
    assert asks(*turns)[order] is Status.DONE
    assert asks(*turns, team=True)[order] is Status.ACTIVE


@pytest.mark.parametrize(
    ("wanted", "granted", "report"),
    [
        (
            "I need the refund sent within 3 days.",
            "Please proceed with the return of the lamp.",
            (
                "The return of the lamp has been successfully requested.\n"
                "Unfortunately, I cannot send the refund within 3 days."
            ),
        ),
        (
            "请三天内把退款打给我。",
            "请帮我退掉台灯。",
            "台灯的退货已为您办理。\n很抱歉，三天内把退款打给您做不到。",
        ),
    ],
)
def test_what_was_turned_down_is_not_done(wanted: str, granted: str, report: str) -> None:
    """The same message tells both."""
    found = asks("Hello, I have an order. 你好", "Yes? 请讲。", f"{wanted}\n{granted}", report)
    assert found[wanted] is Status.REJECTED
    assert found[granted] is Status.DONE


@pytest.mark.parametrize(
    "goodbye",
    ["No, that's it. Thanks.", "No, that’s all for now. Thanks!", "不用了，就这些，谢谢。"],
)
def test_a_goodbye_asks_nothing_again(goodbye: str) -> None:
    """Its "no" is no complaint."""
    found = asks(
        "Please return the lamp. 请退掉台灯。",
        "Done. The return has been requested. 已完成。",
        goodbye,
    )
    assert Status.ACTIVE not in found.values()


@pytest.mark.parametrize(
    ("ask", "answer", "bye"),
    [
        (
            "I'd like to know the price of lamp 7.",
            "It is 40 dollars.",
            "Got it. I’ll reach out again if I need help with it. Thanks! ###STOP###",
        ),
        ("Could you show me a lamp for the desk?", "Lamp 7 fits the desk.", "Thank you so much!"),
        ("请问哪盏台灯比较适合书桌，你能推荐一盏吗？", "七号台灯很合适。", "好的，谢谢你的帮助。"),
    ],
)
def test_who_takes_leave_has_been_answered(ask: str, answer: str, bye: str) -> None:
    """And asks for nothing more."""
    assert asks(ask, answer, bye) == {ask: Status.DONE}


@pytest.mark.parametrize(
    ("ask", "answer", "bye"),
    [
        ("Please add a dry run.", "I look at the importer.", "No, that's it, thanks."),
        ("请加一个试运行模式。", "我来看导入程序。", "谢谢，没有别的了。"),
        ("Could you reserve a lamp?", "Here is lamp 7.", "Thanks! Now show me a rug as well."),
        ("Could you reserve a lamp?", "Here is lamp 7.", "Thanks, but is it white?"),
    ],
)
def test_thanks_alone_end_no_work(ask: str, answer: str, bye: str) -> None:
    """Nor do they where something else is asked besides."""
    assert asks(ask, answer, bye)[ask] is Status.ACTIVE


def served(*turns: str) -> dict[str, Status]:
    """The same, of an agent that has changed something by a tool before its last answer."""
    s = SessionBuilder()
    for number, text in enumerate(turns):
        if number % 2 == 0:
            s.user(text)
            continue
        if number == len(turns) - 1:
            s.run("update_baggage", "ok", order_id="K5501")
        s.agent(text)
    found = analysed(s).of(FactKind.REQUEST)
    return {f.value.text: f.status for f in found if isinstance(f.value, RequestValue)}


@pytest.mark.parametrize(
    ("open_ask", "order", "report"),
    [
        (
            "I want to speak to your supervisor about the delay.",
            "Please add two bags to the harbour trip.",
            "Done: the harbour trip K5501 now has two bags at no charge.",
        ),
        (
            "请让主管联系我谈一下延误的事。",
            "请给港口行程加两件行李。",
            "已完成：港口行程K5501现在有两件行李，免费。",
        ),
    ],
)
def test_one_thing_that_is_done_ends_no_other_ask(open_ask: str, order: str, report: str) -> None:
    found = served(open_ask, "I see. 明白。", order, report)
    assert found[open_ask] is Status.ACTIVE
    assert found[order] is Status.DONE


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (
            "Please cancel the harbour reservation.",
            "I'm not able to cancel the harbour reservation, as it was booked last week.",
        ),
        ("请帮我取消港口的预订。", "抱歉，港口的预订不能取消，因为是上周订的。"),
    ],
)
def test_what_is_refused_and_nothing_else_is_rejected(ask: str, answer: str) -> None:
    assert asks(ask, answer)[ask] is Status.REJECTED


@pytest.mark.parametrize(
    ("ask", "besides"),
    [
        (
            "Please move my harbour trip to the evening.",
            "Actually first: please add a bag to the harbour trip.",
        ),
        ("请把港口行程改到晚上。", "还是先说港口行程的行李，请加一件。"),
    ],
)
def test_what_comes_first_takes_no_earlier_ask_back(ask: str, besides: str) -> None:
    assert asks(ask, "Which one? 哪一个？", besides)[ask] is Status.ACTIVE


@pytest.mark.parametrize(
    ("opening", "ask"),
    [
        ("Hey, couple of things.", "Please cancel the harbour trip."),
        ("你好，有几个问题，一个一个说吧。", "请帮我取消港口行程。"),
    ],
)
def test_that_there_are_several_matters_is_no_ask(opening: str, ask: str) -> None:
    assert list(asks(f"{opening} {ask}", "One moment. 请稍等。")) == [ask]
