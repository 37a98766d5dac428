"""What a team's messages hold beside what their agents said: orders told once, heads of pages."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory.messages import Author, Message, Role
from uagent_memory.stateless import compress_context_sync

ROUTE = {"agent": "Lead"}


def team(order: str, *, to: str = "Searcher") -> SessionBuilder:
    s = SessionBuilder()
    s.user("Find out which of the shops in 12 Harbour Street sells lamps. 找出卖灯的店。")
    s.add(Role.ASSISTANT, Author.AGENT, "We know the street, not yet the shops.", agent="Lead")
    s.add(Role.ASSISTANT, Author.PARENT, order, agent="Lead", to=to)
    return s


def handed_over(s: SessionBuilder) -> str:
    filler = "\n".join(f"entry {n} of the street register" for n in range(400))
    call = s.call("lookup", street="Harbour Street")
    s.agent("", call)
    s.result(call, filler)
    messages: tuple[Message, ...] = s.messages
    return compress_context_sync(messages, budget=900).markdown


@pytest.mark.parametrize(
    "order",
    [
        "Please list all shops in 12 Harbour Street. Then mark those that sell lamps.",
        "请列出港口街 12 号的所有店铺。然后标出卖灯的店。",
    ],
)
def test_an_open_order_is_told_once_and_whole(order: str) -> None:
    """By the hand-off, which also says to whom it was given."""
    text = handed_over(team(order))
    (line,) = [line for line in text.split("\n") if order[-12:] in line]
    assert "Lead → Searcher" in line
    assert text.count(order[:20]) == 1


PAGE = (
    "{0}: https://shops.example/harbour-12\n{1}: Lamps and more\nViewport position: page 1 of 2.\n"
)


@pytest.mark.parametrize(
    ("address", "title"), [("Address", "Title"), ("URL", "Page title"), ("网址", "标题")]
)
def test_the_head_of_a_page_names_it_and_is_no_statement(address: str, title: str) -> None:
    s = team("Please look at the page of the shop.")
    lamps = "The shop in 12 Harbour Street has sold brass lamps and lampshades since 1987."
    page = PAGE.format(address, title) + lamps
    s.add(Role.ASSISTANT, Author.AGENT, page, agent="Searcher")
    text = handed_over(s)
    assert f"{title}: Lamps and more" not in text
    assert "page https://shops.example/harbour-12:" in text


def test_an_address_that_an_agent_tells_is_told() -> None:
    """Only in front of a page it is a head."""
    s = team("Please look up the shop.")
    s.add(
        Role.ASSISTANT, Author.AGENT, "Address: 12 Harbour Street, second floor.", agent="Searcher"
    )
    assert "Address: 12 Harbour Street, second floor." in handed_over(s)


LEDGER = '{{\n  "progress": {{\n    "reason": "{0}",\n    "answer": {1}\n  }}\n}}'


def test_of_a_ledger_that_is_filled_in_anew_the_older_state_is_not_told() -> None:
    s = team("Please list the shops.")
    for said, is_done in (("no shop is known so far", "false"), ("three shops are known", "true")):
        s.add(Role.ASSISTANT, Author.AGENT, LEDGER.format(said, is_done), agent="Lead")
        s.add(Role.ASSISTANT, Author.AGENT, "I looked at the register.", agent="Searcher")
    text = handed_over(s)
    assert "three shops are known" in text
    assert "no shop is known so far" not in text
