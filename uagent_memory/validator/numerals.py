"""Numbers that are written in words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.config import read_toml

__all__ = ["in_figures", "number_words"]


def number_words(text: str) -> frozenset[str]:
    """The numbers a text writes in words, as figures."""
    return frozenset(match.category for match in _lexicon().find(text))


def in_figures(text: str) -> str:
    """The text with figures in place of number words."""
    pieces, end = [], 0
    for match in _lexicon().find(text):
        unit = "" if match.word.isascii() else _unit_of(match.word)
        pieces += [text[end : match.start], match.category, unit]
        end = match.end
    return "".join((*pieces, text[end:]))


@cache
def _unit_of(form: str) -> str:
    units: list[str] = read_toml(Path(__file__).with_name("numerals.toml"))["units"]["zh"]
    return next((unit for unit in sorted(units, key=len, reverse=True) if form.endswith(unit)), "")


@cache
def _lexicon() -> Lexicon:
    data = read_toml(Path(__file__).with_name("numerals.toml"))
    units = data["units"]["zh"]
    return Lexicon(
        {
            number: [
                form
                for word in words
                for form in ((word,) if word.isascii() else (f"{word}{unit}" for unit in units))
            ]
            for number, words in data["numbers"].items()
        }
    )
