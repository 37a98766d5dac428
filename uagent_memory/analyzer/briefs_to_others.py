"""Briefs that one agent of a log sends to another: they ask nothing of the role whose log it is."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from uagent_memory.messages import Author, Message

__all__ = ["briefs_to_others"]

_AGENT, _PARENT = Author.AGENT, Author.PARENT


def briefs_to_others(messages: Iterable[Message], *, own: AbstractSet[str]) -> frozenset[str]:
    """Ids of the briefs whose sender has spoken in the log before, and whose receiver is another.

    Args:
        messages: a log, in order.
        own: names of the role whose log it is: a brief to it is what it was asked to do.
    """
    found: set[str] = set()
    spoke: set[str | None] = set()
    names = {name.casefold() for name in own}
    for message in messages:
        if message.author is _AGENT:
            spoke.add(message.agent)
        elif message.author is _PARENT and message.to and message.agent in spoke:
            receiver = message.to.casefold()
            if names.isdisjoint((receiver, receiver.partition(":")[0])):
                found.add(message.id)
    return frozenset(found)
