"""Who speaks in a log: people, agents, and the one agent that needs no name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from uagent_memory.analyzer.talk import is_named_user
from uagent_memory.messages import Author, Message

__all__ = ["Voices"]

_USER, _AGENT = Author.USER, Author.AGENT


class Voices:
    """The names under which the messages of a log were said."""

    def __init__(self, messages: Iterable[Message]) -> None:
        authors, spoken = [], []
        for message in messages:
            authors.append(message.author)
            if message.author in (_USER, _AGENT):
                spoken.append(message)
        users = [message for message in spoken if message.author is _USER]
        said = Counter(
            message.agent
            for message in spoken
            if message.author is _AGENT and message.agent and message.text.strip()
        )
        self.people = frozenset(map(_name, users))
        self.agents = frozenset(said)
        self.main_agent = _main(said) if len(users) > 1 else ""
        """Whom a user goes on talking with; "" where a team works by itself."""
        self.talk_turns = _talk_turns(authors) if len(self.people) > 1 else frozenset()
        """Indices of turns beside another person's, as in a meeting: no agent is between them."""

    def needed(self, message: Message) -> str:
        """The speaker's name, where somebody else could have said it; else ""."""
        by_agent = message.author is _AGENT
        names = self.agents if by_agent else self.people
        name = message.agent or "" if by_agent else _name(message)
        return name if len(names) > 1 and name != self.main_agent else ""


def _name(message: Message) -> str:
    """The name of a person who has one; "user" and 客户 name nobody."""
    return message.agent or "" if is_named_user(message) else ""


def _talk_turns(authors: Sequence[Author]) -> frozenset[int]:
    by_users = [index for index, author in enumerate(authors) if author is _USER]
    beside = ((first, second) for first, second in pairwise(by_users) if second == first + 1)
    return frozenset(index for pair in beside for index in pair)


def _main(said: Counter[str]) -> str:
    """The agent that says more than all others together."""
    for name, count in said.most_common(1):
        return name if count > said.total() / 2 else ""
    return ""
