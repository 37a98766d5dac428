"""Summaries that tell again what the same log holds."""

from __future__ import annotations

from collections.abc import Iterable

from uagent_memory.analyzer.observations.handed_on.passed_on import is_own_handoff
from uagent_memory.messages import Author, Message

__all__ = ["retellings"]

_SUMMARY = Author.SUMMARY


def retellings(log: Iterable[Message]) -> frozenset[str]:
    """Ids of summaries by others that follow a user's own message in the same log."""
    found: set[str] = set()
    has_user = False
    for message in log:
        has_user = has_user or message.author is Author.USER
        if has_user and message.author is _SUMMARY and not is_own_handoff(message):
            found.add(message.id)
    return frozenset(found)
