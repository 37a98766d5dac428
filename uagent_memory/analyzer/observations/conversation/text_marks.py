"""Marks in the whole text of a message without which single observers find nothing in it.

Most turns of talk hold none of them. They are looked for in all messages at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from uagent_memory.analyzer.joined import JoinedTexts
from uagent_memory.analyzer.lexicon import casefolded
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.messages import Author, Message, MessageKind

__all__ = ["CALLS_OFF", "DIGIT", "HANDS_OVER", "LITERAL", "NAME_SIGN", "text_marks"]

_PARENT = Author.PARENT
_HANDOFF = MessageKind.HANDOFF

HANDS_OVER = "hands over"
"""It is addressed to another, or holds a word with which work is passed on."""
CALLS_OFF = "calls off"
"""It holds a word of those that take an ask back without saying "stop"."""
LITERAL = "literal"
"""It holds an address, a digit, or a part of a name."""

DIGIT = re.compile(r"\d")
NAME_SIGN = re.compile(
    r"[0-9_(A-Z-](?:(?<=\d)(?:(?<=[#A-Za-z_.-].)|(?=[A-Za-z_]|\d{6}))|(?<=_)|(?<=\()\)"
    r"|(?<=[A-Z])(?:(?<=[a-z].)|[A-Z][a-z]{2})|(?<=[0-9a-f]{8}-))",
    re.ASCII,
)
"""One of these stands in every name by form; it begins with a set of characters, and so skips
words."""


def text_marks(messages: Sequence[Message]) -> list[frozenset[str]]:
    """The marks of each message."""
    joined = JoinedTexts([message.text for message in messages])
    folded = JoinedTexts([casefolded(message.text) for message in messages])
    addressed = {number for number, message in enumerate(messages) if _is_addressed(message)}
    holding = {
        HANDS_OVER: addressed | folded.holding(table("stages")["address_marks"]),
        CALLS_OFF: folded.holding(table("requests")["cancel_signs"]),
        LITERAL: joined.holding(("://", "`")) | joined.matching(DIGIT) | joined.matching(NAME_SIGN),
    }
    return _by_number(len(messages), holding.items())


def _is_addressed(message: Message) -> bool:
    passed = message.to is not None or message.author is _PARENT
    return passed or message.kind is _HANDOFF


def _by_number(count: int, holding: Iterable[tuple[str, set[int]]]) -> list[frozenset[str]]:
    """Turned round; messages with the same marks share one set."""
    found: list[frozenset[str]] = [frozenset()] * count
    for mark, numbers in holding:
        more: dict[frozenset[str], frozenset[str]] = {}
        for number in numbers:
            known = found[number]
            found[number] = more.get(known) or more.setdefault(known, known | {mark})
    return found
