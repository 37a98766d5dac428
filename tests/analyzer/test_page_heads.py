"""The lines that say which page is shown."""

from __future__ import annotations

import pytest

from uagent_memory.analyzer.page_heads import page_head

MARK = "The viewport shows 20% of the webpage, and is positioned at the top of the page."


@pytest.mark.parametrize(
    "opening",
    [
        "Here is a screenshot of [Boat (trips) | Quay](https://quay.example/boat_(trips))",
        "页面截图：[港口游船](https://quay.example/boats)",
    ],
)
def test_one_line_names_the_page(opening: str) -> None:
    """Title and address; what follows on the line tells where the window stands."""
    text = f"I clicked 'Boats'.\n\n{opening}. {MARK}\nBoats sail at nine."
    head = page_head(text)
    assert head is not None
    assert text[slice(*head.opening)] == opening
    assert text[slice(*head.lines)] == f"{opening}. {MARK}"


def test_lines_in_front() -> None:
    """Address and title on lines of their own, in front of the mark."""
    text = "Address: https://quay.example\nTitle: Quay\nViewport position: page 1 of 2.\nBoats."
    head = page_head(text)
    assert head is not None
    assert text[slice(*head.address)] == "https://quay.example"
    assert not any(head.opening)


def test_no_page() -> None:
    assert (
        page_head("Here is a screenshot of [Boats](https://quay.example). It looks fine.") is None
    )
