"""Of the variants of a thing those count that somebody wants."""

from __future__ import annotations

import json

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.records.variants import Variants

ENGLISH = ("options", ("green", "blue", "white"), ("small", "small", "large"))
CHINESE = ("规格", ("绿色", "蓝色", "白色"), ("小号", "小号", "大号"))
NUMBERS = ("7001112223", "7001112224", "7001112225")
PRICES = (21.5, 24.75, 30.25)
Words = tuple[str, tuple[str, ...], tuple[str, ...]]


def variants(words: Words) -> str:
    field, colours, sizes = words
    rows = zip(NUMBERS, PRICES, colours, sizes, strict=True)
    return json.dumps(
        [
            {"id": number, "price": price, field: {"colour": colour, "size": size}}
            for number, price, colour, size in rows
        ],
        ensure_ascii=False,
    )


def factors(words: Words, before: str, after: str, call: str = "") -> list[float]:
    s = SessionBuilder()
    s.user(before)
    listing = s.run("get_product_details", variants(words), product="p-1")
    s.agent("Which one would you like? 您要哪一个？")
    s.user(after)
    if call:
        s.run("exchange_item", "{}", new_item=call)
    result = next(message for message in s.messages if message.text == listing.text)
    records = [json.dumps(row, ensure_ascii=False) for row in json.loads(result.text)]
    return list(Variants(view_of(s.messages)).factors(result, records).values())


@pytest.mark.parametrize(
    ("words", "wish", "choice"),
    [
        (ENGLISH, "Show me the lamps.", "The blue one, small, please."),
        (ENGLISH, "Show me the lamps.", "The one for $24.75."),
        (CHINESE, "看看台灯。", "我要蓝色的小号。"),
        (CHINESE, "看看台灯。", "24.75 元的那个。"),
        (ENGLISH, "I would like something in blue.", "How long does it take?"),
        (CHINESE, "想要蓝色的。", "要多久？"),
    ],
)
def test_the_chosen_or_wished_one_counts_in_full(words: Words, wish: str, choice: str) -> None:
    first, second, third = factors(words, wish, choice)
    assert second == 1.0
    assert first == third < 0.5


@pytest.mark.parametrize(("words", "ask"), [(ENGLISH, "Show me more."), (CHINESE, "再看看。")])
def test_a_call_that_names_one_has_chosen_it(words: Words, ask: str) -> None:
    first, second, third = factors(words, ask, ask, call=NUMBERS[2])
    assert third == 1.0
    assert first == second < 0.5


@pytest.mark.parametrize(
    ("words", "ask", "offer"),
    [
        (ENGLISH, "Something else, please.", "The closest is $21.50."),
        (CHINESE, "换一个吧。", "最接近的是 21.50 元。"),
    ],
)
def test_what_an_agent_offers_by_its_price_counts(words: Words, ask: str, offer: str) -> None:
    """Where it is one of few: a list of all says nothing of any."""

    def found(offer: str) -> list[float]:
        s = SessionBuilder()
        s.user(ask)
        result = s.run("get_product_details", variants(words), product="p-1")
        s.agent(offer)
        s.user("Yes, do. 好的。")
        records = [json.dumps(row, ensure_ascii=False) for row in json.loads(result.text)]
        return list(Variants(view_of(s.messages)).factors(result, records).values())

    first, second, third = found(offer)
    assert first == 1.0
    assert second == third < 0.5


def test_things_of_several_names_are_no_variants() -> None:
    s = SessionBuilder()
    s.user("What did I order?")
    names = ("Lamp", "Hose", "Shed")
    rows = [{"name": name, "options": {"colour": "green"}} for name in names]
    result = s.run("get_order", json.dumps(rows), order="K-1")
    records = [json.dumps(row) for row in rows]
    assert Variants(view_of(s.messages)).factors(result, records) == {}


@pytest.mark.parametrize(("words", "ask"), [(ENGLISH, "Show me more."), (CHINESE, "再看看。")])
def test_where_nobody_chose_all_count_alike(words: Words, ask: str) -> None:
    found = factors(words, ask, ask)
    assert len(found) == 3
    assert len(set(found)) == 1


def test_two_addresses_are_no_choice() -> None:
    """Less than three objects of a kind are told as any record."""
    s = SessionBuilder()
    s.user("Where do I live?")
    rows = [{"address": {"city": "Lyon"}}, {"address": {"city": "Oslo"}}]
    result = s.run("get_user", json.dumps(rows))
    records = [json.dumps(row) for row in rows]
    assert Variants(view_of(s.messages)).factors(result, records) == {}
