"""Who spoke last: a user, an agent; who went on last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.messages import Author

__all__ = ["LastSpoken", "last_sent", "last_spoken"]


class LastSpoken(NamedTuple):
    """Indices of messages."""

    heard: int
    """The last one that a user wrote; -1 if there is none."""
    said: int
    """The last one in which an agent wrote text; 0 if there is none."""


def last_spoken(messages: Sequence[MessageAnalysis]) -> LastSpoken:
    """Of a whole history."""
    heard = (m.index for m in messages if m.message.author is Author.USER)
    written = (m for m in messages if m.message.text.strip())
    said = (m.index for m in written if m.message.author is Author.AGENT)
    return LastSpoken(heard=max(heard, default=-1), said=max(said, default=0))


def last_sent(messages: Sequence[MessageAnalysis]) -> int:
    """Index of the last message of an agent, also of one without text; -1 if there is none."""
    sent = (m.index for m in reversed(messages) if m.message.author is Author.AGENT)
    return next(sent, -1)
