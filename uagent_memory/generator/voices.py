"""Who speaks in a log: people, agents, and the one agent that needs no name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from uagent_memory.messages import Author, Message

__all__ = ["Voices"]


class Voices:
    """The names under which the messages of a log were said."""

    def __init__(self, messages: Iterable[Message]) -> None:
        spoken = [m for m in messages if m.author in (Author.USER, Author.AGENT)]
        users = [message for message in spoken if message.author is Author.USER]
        said = Counter(
            message.agent
            for message in spoken
            if message.author is Author.AGENT and message.agent and message.text.strip()
        )
        self.people = frozenset(message.agent for message in users if message.agent)
        self.agents = frozenset(said)
        self.main_agent = _main(said) if len(users) > 1 else ""
        """Whom a user goes on talking with; "" where a team works by itself."""

    def needed(self, message: Message) -> str:
        """The speaker's name, where somebody else could have said it; else ""."""
        names = self.agents if message.author is Author.AGENT else self.people
        name = message.agent or ""
        return name if len(names) > 1 and name != self.main_agent else ""


def _main(said: Counter[str]) -> str:
    """The agent that says more than all others together."""
    for name, count in said.most_common(1):
        return name if count > said.total() / 2 else ""
    return ""
