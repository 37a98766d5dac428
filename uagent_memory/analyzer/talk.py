"""A talk among people, in which no agent works: what they ask each other is no order to one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.messages import Author, Message

__all__ = ["is_meeting", "is_named_user", "is_talk"]

_TALKING = frozenset((Author.USER, Author.SYSTEM, Author.SUMMARY))


def is_talk(messages: Iterable[Message]) -> bool:
    """Whether people talk among themselves in a log: no agent speaks and no tool answers."""
    return all(message.author in _TALKING for message in messages)


def is_meeting(messages: Sequence[Message]) -> bool:
    """Whether several people with names talk among themselves; one alone may write to an agent."""
    if not is_talk(messages):
        return False
    return len({message.agent for message in messages if is_named_user(message)}) > 1


def is_named_user(message: Message) -> bool:
    """Whether a person with a name wrote it, not "the user"."""
    return message.author is Author.USER and bool(message.agent) and _is_named(message.agent or "")


@lru_cache(maxsize=1024)
def _is_named(speaker: str) -> bool:
    return speaker.casefold() not in strings("requests", "plain_speakers")
