"""Counting and cutting by the library's own tokens (`o200k_base`)."""

from __future__ import annotations

from collections.abc import Sequence

import toktok

from benchmarks.quality.record import RawMessage, message_text
from uagent_memory.readable import readable
from uagent_memory.tokens import ENCODING, default_counter

__all__ = ["count", "count_history", "cut", "cut_tail"]

MOST_CHARACTERS = 12
"""Of one token, on average over a tail: what stands further back cannot be in it."""

_counter = default_counter()


def count(text: str) -> int:
    return _counter.count(text)


def count_history(history: Sequence[RawMessage]) -> int:
    """Tokens of the messages, each counted by itself."""
    return sum(_counter.count_many([message_text(message) for message in history]))


def cut(text: str, budget: int) -> str:
    """The first `budget` tokens."""
    if budget <= 0:
        return ""
    kept, _ = toktok.truncate(readable(text), budget, ENCODING)
    return str(kept)


def cut_tail(text: str, budget: int) -> str:
    """The longest end of the text that has at most `budget` tokens."""
    if budget <= 0:
        return ""
    text = text[-budget * MOST_CHARACTERS :]
    least, most = 0, len(text)
    while least < most:
        start = (least + most) // 2
        if count(text[start:]) <= budget:
            most = start
        else:
            least = start + 1
    return text[least:]
