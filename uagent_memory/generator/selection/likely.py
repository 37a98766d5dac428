"""Likely: of much more than a page holds, what a rough estimate puts first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from uagent_memory.generator.limits import Limits
from uagent_memory.generator.wording.statements import Statement

__all__ = ["likely", "likely_statements"]

_T = TypeVar("_T")


def likely(
    said: Sequence[_T],
    *,
    text: Callable[[_T], str],
    worth: Callable[[_T], float],
    tokens: float,
    limits: Limits,
) -> Sequence[_T]:
    """The best by worth per token that take about so many tokens, and the newest, in order.

    One of these must be told where nothing else must (`last_words.py`), the same at any budget.

    Args:
        said: of which some are to be chosen.
        text: of one.
        worth: of one, roughly; asked for only where not all are likely.
        tokens: room for those that are looked at closely.
        limits: how much room a text takes.
    """
    room = tokens * limits.room_characters
    sizes = [_size(text(one), limits) for one in said]
    if sum(sizes) <= room:
        return said
    rates = [worth(one) / size for one, size in zip(said, sizes, strict=True)]
    found = set(range(max(0, len(said) - limits.newest_said), len(said)))
    for place in sorted(range(len(said)), key=rates.__getitem__, reverse=True):
        room -= sizes[place]
        if room < 0:
            break
        found.add(place)
    return [said[place] for place in sorted(found)]


def likely_statements(
    said: Sequence[Statement],
    about: Callable[[Statement], float],
    factor: Callable[[Statement], float],
    *,
    room: float,
    limits: Limits,
) -> Sequence[Statement]:
    """Of one segment what may be told: by a first look, then by what of it still stands.

    Args:
        said: what agents said.
        about: its worth, roughly.
        factor: what of that is left.
        room: tokens of the page.
        limits: how many times as much is looked at.
    """
    choose = partial(likely, text=lambda statement: statement.unit.text, limits=limits)
    said = choose(said, worth=about, tokens=limits.said_rooms * room)
    return choose(
        said,
        worth=lambda statement: about(statement) * factor(statement),
        tokens=limits.standing_rooms * room,
    )


def _size(text: str, limits: Limits) -> int:
    """Letters of English that take about as much room, with what stands around an entry."""
    letters = len(text) if text.isascii() else limits.latin_width * len(text)
    return letters + 2 * limits.overhead_characters
