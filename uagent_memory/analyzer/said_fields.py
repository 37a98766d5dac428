"""What an agent says in the fields of a JSON object that it writes: a ledger of progress."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from uagent_memory.analyzer.shapes import shape_settings

__all__ = ["SaidField", "said_fields"]

LEAST = 12
"""Characters of a sentence, where no mark shows that it is one."""
_ENDS = re.compile(r"[，。！？；]")
_FIELD = re.compile(
    r'^(?P<indent>[ \t]*)"(?P<key>[^"\n]{1,60})"[ \t]*:[ \t]*'
    r'(?:(?P<open>\{)|"(?P<said>(?:[^"\\\n]|\\["/u]){5,})"[ \t]*,?)[ \t]*$',
    re.MULTILINE,
)


class SaidField(NamedTuple):
    """A field's sentences; offsets are code points of the text."""

    start: int
    end: int
    about: tuple[int, int]
    """The name of the object that holds the field, or of the field itself."""


def said_fields(text: str, start: int, end: int) -> Mapping[int, SaidField]:
    """By the start of its line, each field whose name says that it holds an agent's own words."""
    told = shape_settings().said_fields
    found: dict[int, SaidField] = {}
    around: dict[str, tuple[int, int]] = {}
    for field in _FIELD.finditer(text, start, end):
        name = field.span("key")
        if field["open"]:
            around[field["indent"]] = name
        elif field["key"].casefold() in told and _is_said(field["said"]):
            about = around.get(_outside(field["indent"], around), name)
            found[field.start()] = SaidField(*field.span("said"), about)
    return found


def _is_said(value: str) -> bool:
    """Words, not the one name of what was chosen; a Chinese sentence has a mark or some length."""
    is_long = len(value) >= LEAST or _ENDS.search(value) is not None
    return is_long and (" " in value or not value.isascii())


def _outside(indent: str, around: Mapping[str, tuple[int, int]]) -> str:
    """The widest indent of an object that is less than a field's own."""
    return max((one for one in around if len(one) < len(indent)), key=len, default=indent)
