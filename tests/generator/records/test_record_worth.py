"""Which records count."""

from __future__ import annotations

import json

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.evidence.evidence_line import EvidenceLine
from uagent_memory.generator.records.records import Records

ENGLISH = ("items", "name", "id", "fee", ("Berth", "Crane", "Shed"))
CHINESE = ("物品", "名称", "编号", "费用", ("泊位", "吊车", "仓库"))
Words = tuple[str, str, str, str, tuple[str, str, str]]
NUMBERS, FEES = ("B-550121", "B-550122", "B-550123"), (41.5, 62.25, 73.75)


def booking(words: Words) -> str:
    items, name, number, fee, names = words
    things = [
        {name: what, number: no, fee: cost}
        for what, no, cost in zip(names, NUMBERS, FEES, strict=True)
    ]
    return json.dumps({items: things, "note": "x" * 300}, ensure_ascii=False)


def worths(s: SessionBuilder) -> dict[str, float]:
    records = Records(view_of(s.messages))
    result = next(message for message in s.messages if records.holds(message))
    lines: list[EvidenceLine] = list(records.lines(result))
    return {no: line.own for line in lines for no in NUMBERS if no in line.text}


def talk(words: Words, said: str, latest: str) -> dict[str, float]:
    s = SessionBuilder()
    s.user("Hello. 你好。")
    s.run("get_booking", booking(words), booking="K-900171")
    s.agent(said)
    s.user(latest)
    return worths(s)


@pytest.mark.parametrize(
    ("words", "said", "latest"),
    [
        (ENGLISH, "It would be 62.25 in all. Shall I go on?", "Yes, do."),
        (CHINESE, "一共 62.25 元。需要我继续吗？", "好的。"),
        (ENGLISH, "It would be $41.50 in all. Shall I go on?", "Yes, do."),
    ],
)
def test_what_the_latest_message_answers_comes_first(words: Words, said: str, latest: str) -> None:
    """By a figure of it, as it is spelled or as it is said."""
    found = talk(words, said, latest)
    offered = NUMBERS["41.50" not in said]
    assert all(found[offered] > 5 * worth for no, worth in found.items() if no != offered)


@pytest.mark.parametrize(
    ("words", "latest"),
    [(ENGLISH, "I want the crane, no more."), (CHINESE, "我只要吊车。")],
)
def test_things_beside_those_that_are_spoken_of_count_little(words: Words, latest: str) -> None:
    """Of different names they are no variants of one thing."""
    found = talk(words, "Which? 哪个？", latest)
    assert found[NUMBERS[1]] > 5 * found[NUMBERS[0]]
    nobody = talk(words, "Which? 哪个？", "All. 全部。")
    assert len(set(nobody.values())) == 1


@pytest.mark.parametrize("latest", ["What of K-900171?", "K-900171 怎么样了？"])
def test_what_was_looked_up_by_the_number_in_the_latest_message(latest: str) -> None:
    named, other = talk(ENGLISH, "Hm.", latest), talk(ENGLISH, "Hm.", "What of it? 怎么样了？")
    assert all(named[no] > 2 * other[no] for no in NUMBERS)


def test_by_what_somebody_was_looked_up_is_not_spoken_of() -> None:
    """A postcode that only served to find the customer makes no address worth telling."""

    def address(answer: str) -> float:
        s = SessionBuilder()
        s.user("I am in 48155. 邮编 48155。")
        s.run("find_customer", answer, zip="48155")
        home = {"address": {"street": "Pier Road", "zip": "48155"}, "note": "x" * 300}
        s.run("get_customer", json.dumps(home), id="u_cust_7701")
        s.user("Go on. 继续。")
        records = Records(view_of(s.messages))
        result = next(m for m in s.messages if records.holds(m) and "Pier" in m.text)
        return next(line.telling for line in records.lines(result) if "Pier" in line.text)

    assert address("u_cust_7701") < address("many of them, see 48155")


@pytest.mark.parametrize(
    ("look", "change"), [("get_booking", "update_booking"), ("查询预订", "修改预订")]
)
def test_what_a_change_printed_anew_is_not_asked_for_in_its_old_state(
    look: str, change: str
) -> None:
    def least(*, is_changed: bool) -> float:
        s = SessionBuilder()
        s.user("Hello. 你好。")
        s.run(look, booking(ENGLISH), booking="K-900171")
        if is_changed:
            s.run(change, booking(ENGLISH).replace("41.5", "40.5"), booking="K-900171", crane="no")
        s.agent("Done. 好了。")
        s.user("What about K-900171? K-900171 怎么样了？")
        return min(worths(s).values())

    assert least(is_changed=True) < 0.5 * least(is_changed=False)
