"""Which asks and rules of a log are those of the role that goes on with it."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from uagent_memory.analyzer.retellings import retellings
from uagent_memory.facts import Change, FactKind
from uagent_memory.ledger import Fact, Observation
from uagent_memory.messages import Author, Message

__all__ = ["Ownership", "asks_or_states"]

_OWNED = frozenset((FactKind.CONSTRAINT, FactKind.REQUEST))


@dataclass(frozen=True, slots=True)
class Ownership:
    """Messages whose asks and rules are nobody's here, each by its id.

    What must be kept, what is shown, and what counts as lost ask this one place.
    """

    briefs: frozenset[str] = frozenset()
    """To other agents of the log: they ask and bind those."""
    prompts: frozenset[str] = frozenset()
    """System prompts of other members of a team in which each has its own."""
    retellings: frozenset[str] = frozenset()
    """Summaries by others that tell again what the same log holds."""

    @classmethod
    def of(cls, log: Iterable[Message], *, sender: str, receiver: str) -> Ownership:
        """Read a log, in order.

        Args:
            log: its messages.
            sender: the role whose log it is.
            receiver: the role that will read the result; the sender itself, or another.
        """
        messages = tuple(log)
        return cls(
            briefs=_briefs_to_others(messages, own={sender}),
            prompts=_prompts_of_others(messages, own={sender, receiver}),
            retellings=retellings(messages),
        )

    def is_own(self, fact: Fact) -> bool:
        """Whether a fact is no ask and no rule, or is said where it asks or binds this role."""
        return fact.kind not in _OWNED or any(
            asks_or_states(seen) and not self._is_others(seen.span.message_id)
            for seen in fact.history
        )

    def _is_others(self, message_id: str) -> bool:
        return any(message_id in ids for ids in (self.briefs, self.prompts, self.retellings))


def asks_or_states(seen: Observation) -> bool:
    """It says an ask or a rule; other observations of it only tell what came of that."""
    return seen.change in (Change.ASKED, Change.STATED)


def _briefs_to_others(messages: Iterable[Message], *, own: AbstractSet[str]) -> frozenset[str]:
    """Ids of the briefs whose sender has spoken in the log before, and whose receiver is another.

    Args:
        messages: a log, in order.
        own: names of the role whose log it is: a brief to it is what it was asked to do.
    """
    found: set[str] = set()
    spoke: set[str | None] = set()
    names = {name.casefold() for name in own}
    for message in messages:
        if message.author is Author.AGENT:
            spoke.add(message.agent)
        elif message.author is Author.PARENT and message.to and message.agent in spoke:
            receiver = message.to.casefold()
            if names.isdisjoint((receiver, receiver.partition(":")[0])):
                found.add(message.id)
    return frozenset(found)


def _prompts_of_others(messages: Iterable[Message], *, own: AbstractSet[str]) -> frozenset[str]:
    """Ids of the system prompts of agents besides these; none where only one agent has any."""
    prompts = [m for m in messages if m.author is Author.SYSTEM and m.agent]
    if len({message.agent for message in prompts}) <= 1:
        return frozenset()
    return frozenset(message.id for message in prompts if message.agent not in own)
