"""Pages that a browser's tools print as trees of elements."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, view_of
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor
from uagent_memory.generator.evidence.screens import Screens

FIRST = (
    "RootWebArea 'Hotels in Graz'\n  [11] link 'Home'\n  [12] link 'Hotel Erika'\n"
    "  StaticText '120 EUR'\n  [13] link 'Hotel Olga'\n  StaticText '95 EUR'\n"
    "  StaticText 'Prices with breakfast'"
)
SECOND = (
    "RootWebArea 'Hotel Olga'\n  [21] button 'Reserve'\n  [22] textbox 'Name' value=''\n"
    "  [23] link 'Back'\n  StaticText '95 EUR'"
)
REFS = (
    '- link "Home" [ref=e11]\n- link "Hotel Olga" [cursor=pointer] [ref=e13]:\n'
    '- button "Go" [ref=e14]'
)


def browsed() -> SessionBuilder:
    s = SessionBuilder()
    s.user("Reserve a room in Graz.")
    s.run("goto", FIRST, url="https://hotels.example/graz")
    s.run("click", SECOND, id=13)
    return s


def screens(s: SessionBuilder) -> Screens:
    view = view_of(s.messages)
    return Screens(view.messages, view.settings.screens)


def test_elements_of_an_older_page_are_gone() -> None:
    """So are prices of nothing; what the page said in words stands, and the newest page."""
    shown = screens(browsed())
    assert shown.is_gone(2, "[11] link 'Home'")
    assert shown.is_gone(2, "StaticText '120 EUR'")
    assert not shown.is_gone(2, "StaticText 'Prices with breakfast'")
    assert not shown.is_gone(4, "[22] textbox 'Name' value=''")


def test_a_call_names_what_it_acts_on() -> None:
    """The number alone says nothing once the page is gone."""
    texts = [c.text for c in proposed(CurrentWorkCompressor(), browsed().messages)]
    assert any("`click id: 13` (link 'Hotel Olga')" in text for text in texts)


@pytest.mark.parametrize("command", ["click ref: e13", "browser_click element: x\nref: e13"])
def test_references_in_another_form(command: str) -> None:
    """Elements that carry their reference behind their name."""
    s = SessionBuilder()
    s.user("Reserve a room.")
    s.run("browser_snapshot", REFS)
    element = screens(s).target(command, 4)
    assert element is not None
    assert element.text == 'link "Hotel Olga"'


def test_other_outputs_are_no_pages() -> None:
    """Numbers in brackets stand in many outputs."""
    s = SessionBuilder()
    s.user("Search.")
    s.run("search", "[1] Graz tourism\n[2] Graz hotels\n[3] Graz weather", query="Graz")
    s.run("open", "Hotel Olga, 95 EUR", id=2)
    shown = screens(s)
    assert not shown.is_gone(2, "[1] Graz tourism")
    assert shown.target("open id: 2", 3) is None
