"""Which asks and rules of a log are those of the role that goes on with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from uagent_memory.analyzer.briefs_to_others import briefs_to_others
from uagent_memory.analyzer.retellings import retellings
from uagent_memory.analyzer.team_prompts import prompts_of_others
from uagent_memory.facts import Change, FactKind
from uagent_memory.ledger import Fact, Observation
from uagent_memory.messages import Message

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
            briefs=briefs_to_others(messages, own={sender}),
            prompts=prompts_of_others(messages, own={sender, receiver}),
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
