"""The language of a conversation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from uagent_memory.analyzer.lexicon import HAN, is_mostly_han
from uagent_memory.messages import Author, Message

__all__ = ["is_chinese", "is_foreign"]

SAMPLE = 2_000
"""Characters of each message that show its language."""
HAN_SHARE = 0.1
"""Of the characters: a Chinese summary full of names and paths still has as many."""


def is_chinese(messages: Iterable[Message]) -> bool:
    """Whether people and agents mostly talk Chinese."""
    said = [m.text[:SAMPLE] for m in messages if m.author in {Author.USER, Author.AGENT}]
    if all(map(str.isascii, said)):
        return False
    return is_mostly_han("".join(" ".join(said).split()))


def is_foreign(text: str, language: Literal["en", "zh"]) -> bool:
    """Whether a text about a conversation is not in the conversation's language.

    A text without a letter has none.
    """
    if not any(map(str.isalpha, text)):
        return False
    if language == "en":
        return is_mostly_han("".join(text.split()))
    return len(HAN.findall(text)) < HAN_SHARE * len(text)
