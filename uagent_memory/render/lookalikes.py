"""What a text looks like to a reader: letters of other scripts and forms as the plain ones."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["Skeleton", "skeleton"]

_DATA = Path(__file__).with_name("lookalikes.toml")
_FORMS = (
    (0x00C0, 0x024F),  # letters with accents
    (0x1E00, 0x1EFF),
    (0x2070, 0x209F),  # raised and lowered
    (0x2100, 0x218F),  # letter-like, Roman numbers
    (0x2460, 0x24EA),  # circled
    (0xFE50, 0xFE6F),  # small
    (0xFF01, 0xFF5E),  # full width
    (0x1D400, 0x1D7FF),  # mathematical
    (0x1F110, 0x1F149),  # in squares
)
"""Where Unicode keeps other forms of ASCII characters."""
_MARKS = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f]"
)


class Skeleton(NamedTuple):
    """A text in plain characters, and the place in the original of each."""

    text: str
    places: Sequence[int]


def skeleton(text: str) -> Skeleton:
    """The text without marks over its letters, each look-alike as the character it looks like."""
    plain = text.translate(_table()) if _any_lookalike().search(text) else text
    if not _MARKS.search(plain):
        return Skeleton(plain, range(len(plain) + 1))
    places = [index for index, char in enumerate(plain) if not _MARKS.match(char)]
    return Skeleton("".join(plain[index] for index in places), [*places, len(plain)])


@cache
def _any_lookalike() -> re.Pattern[str]:
    """A cheap look: what it finds may be one."""
    forms = "".join(f"{chr(first)}-{chr(last)}" for first, last in _FORMS)
    return re.compile(f"[{forms}{re.escape(''.join(_characters().values()))}]")


@cache
def _table() -> dict[int, str]:
    table: dict[int, str] = {}
    for first, last in _FORMS:
        for code in range(first, last + 1):
            form = unicodedata.normalize("NFKD", chr(code))
            bare = _MARKS.sub("", form)
            if len(bare) == 1 and bare.isascii():
                table[code] = bare
    return table | {ord(char): plain for plain, chars in _characters().items() for char in chars}


@cache
def _characters() -> dict[str, str]:
    """By plain character, others that look like it."""
    with _DATA.open("rb") as file:
        characters: dict[str, str] = tomllib.load(file)["characters"]
    return characters
