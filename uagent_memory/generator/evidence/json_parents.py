"""Whose a nested object is: its own key, and the number of the object that it stands in."""

from __future__ import annotations

import re
from typing import NamedTuple

from uagent_memory.generator.evidence.json_pieces import plain_fields

__all__ = ["Owner", "owner_of"]

_OWN_KEY = re.compile(r'"([^"]{1,40})"\s*:\s*\Z')
_SEVERAL = 2
"""Objects of one key, from which on the key alone does not say whose one is."""
_BRACES = re.compile(r"[{}]")


class Owner(NamedTuple):
    start: int
    """Where the number stands."""
    number: str
    key: str


def owner_of(text: str, start: int, *, numbered: re.Pattern[str], most: int) -> Owner | None:
    """Of one of several objects of a key; None where nothing before it is a number of its parent.

    Args:
        text: of JSON.
        start: of the object.
        numbered: a value that is an id.
        most: characters before it in which its parent begins.
    """
    low = max(0, start - most)
    key = _OWN_KEY.search(text, max(low, start - 50), start)
    opened = _opened(text, low, start) if key is not None else None
    if key is None or opened is None or text.count(f'"{key[1]}"') < _SEVERAL:
        return None
    for field, value in plain_fields(text[opened + 1 : key.start()]):
        if numbered.fullmatch(value):
            return Owner(text.index(field, opened), value, key[1])
    return None


def _opened(text: str, low: int, at: int) -> int | None:
    """The brace that is open there, innermost."""
    depth = 0
    for mark in reversed(list(_BRACES.finditer(text, low, at))):
        if mark.group() == "}":
            depth += 1
        elif depth:
            depth -= 1
        else:
            return mark.start()
    return None
