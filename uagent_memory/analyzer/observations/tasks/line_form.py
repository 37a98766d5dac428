"""The form of a line: its list mark, the marks of emphasis in it, and its key for comparing."""

from __future__ import annotations

import re
from functools import lru_cache

from uagent_memory.analyzer.shapes import NO_SUBJECT
from uagent_memory.holding import holds_any

__all__ = ["REFERENCE", "bullet_length", "is_question", "key_of"]

_BULLET = re.compile(
    r"\s*(?:>\s*)*(?:#{1,6}\s+"
    rf"|(?:[-*+•·]|\d{{1,3}}\.|\(?\d{{1,3}}\)(?=\s+{NO_SUBJECT}))\s+(?:\[[ xX~-]\]\s+)?"
    r"|\d{1,3}、\s*)?"
)
_MARKS = re.compile(r"[*~`_](?:(?<=[*~`])[*~`]*|(?<!\w_)_*|(?<=_)_*(?!\w))")
"""Marks of emphasis, underscores at the edges of words; it begins with a set of characters, and so
skips words."""
REFERENCE = re.compile(
    r"[(\[](?:[\w.-]{1,60}/)?m\d{1,9}(?:(?: \.{3} |[-–, ]+)(?:[\w.-]{1,60}/)?m\d{1,9})*[)\]]\s*$"
)
_AFTER_MARK = ' \t\r\n*_`"”’)）~'
_ENDS = " \t\r\n.。!！?？;；:：,，、…\"'“”‘’「」"


@lru_cache(maxsize=1 << 12)
def key_of(text: str) -> str:
    """One form for equal statements: case, white space, list, quotation and end marks."""
    body = text[bullet_length(text) :]
    if body.rstrip().endswith((")", "]")):
        body = REFERENCE.sub("", body)
    if holds_any(body, "*~`_"):
        body = _MARKS.sub("", body)
    return " ".join(body.casefold().split()).strip(_ENDS)


def bullet_length(text: str) -> int:
    """Length of a list, quotation or heading mark and the space around it."""
    if text[:1].isalpha():
        return 0
    match = _BULLET.match(text)
    return match.end() if match else 0


def is_question(text: str) -> bool:
    """It is written as a question."""
    return text.rstrip(_AFTER_MARK).endswith(("?", "？"))
