"""The language of a conversation."""

from __future__ import annotations

from collections.abc import Iterable

from uagent_memory.analyzer.lexicon import is_mostly_han
from uagent_memory.messages import Author, Message

__all__ = ["is_chinese"]

SAMPLE = 2_000
"""Characters of each message that show its language."""


def is_chinese(messages: Iterable[Message]) -> bool:
    """Whether people and agents mostly talk Chinese."""
    said = (m.text[:SAMPLE] for m in messages if m.author in {Author.USER, Author.AGENT})
    return is_mostly_han("".join(" ".join(said).split()))
