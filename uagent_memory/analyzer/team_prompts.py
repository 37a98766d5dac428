"""The system prompts of a team whose agents each have one."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from uagent_memory.messages import Author, Message

__all__ = ["prompts_of_others"]


def prompts_of_others(messages: Iterable[Message], *, own: AbstractSet[str]) -> frozenset[str]:
    """Ids of the system prompts of agents besides these; none where only one agent has any."""
    prompts = [m for m in messages if m.author is Author.SYSTEM and m.agent]
    if len({message.agent for message in prompts}) <= 1:
        return frozenset()
    return frozenset(message.id for message in prompts if message.agent not in own)
