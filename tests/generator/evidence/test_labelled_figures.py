"""Figures of a page, with the words that they stand under."""

from __future__ import annotations

import pytest

from uagent_memory.generator.evidence.labelled_figures import figured_lines, labelled_figures
from uagent_memory.generator.settings import GeneratorSettings

FIGURES = GeneratorSettings.load().figures


def _labelled(text: str) -> list[str]:
    return [" ".join(text[at:to].split()) for at, to in labelled_figures(text, FIGURES)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Harbour Day Ticket\nFrom\n$18.50\nBuy now", ["Harbour Day Ticket From $18.50"]),
        ("**Family pass 2031**\nOnly\n**€64**", ["Family pass 2031** Only **€64"]),
        ("Harbour Day Ticket\n\n12%\nHarbour Night Ticket\n30%", None),
        ("港口日票\n仅需\n￥88\n立即购买", ["港口日票 仅需 ￥88"]),
        ("Menu\nHome\n$18.50", []),
        ("Harbour Day Ticket costs $18.50 at the door.", []),
        ("Harbour Day Ticket\nBuy now", []),
    ],
)
def test_label_above(text: str, found: list[str] | None) -> None:
    """The nearest line above with two words says what a bare figure is of; without one, nothing."""
    if found is None:
        found = ["Harbour Day Ticket 12%", "Harbour Night Ticket 30%"]
    assert _labelled(text) == found


def test_lines_with_a_figure() -> None:
    """What says something with a figure is a line of its own."""
    text = "- Save up to $37 off the price at the gate\nOpen all year round for everybody here\n$37"
    found = [text[at:to] for at, to in figured_lines(text, FIGURES)]
    assert found == ["Save up to $37 off the price at the gate"]
