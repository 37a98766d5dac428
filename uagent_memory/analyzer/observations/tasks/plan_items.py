"""The items of agents' lists and plans, and what they are about."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from uagent_memory.analyzer.observations.conversation.ties import content_words, speaks_of
from uagent_memory.analyzer.observations.failures.proofs import Checks, is_over
from uagent_memory.analyzer.observations.tasks.carrying_out import Named, named_in
from uagent_memory.analyzer.observations.tasks.undone import Undone, undone_in
from uagent_memory.facts import Change, TaskValue
from uagent_memory.ledger import Observation

__all__ = ["Item", "by_act", "text_of"]


@dataclass(slots=True)
class Item:
    seen: Observation
    is_next: bool = False
    """It serves the present turn, or the user has asked for it: the next "done" closes it."""
    waits: bool = False
    """For the user's word: no "done" closes it."""
    alone: bool = False
    """A sentence, no part of a list: only a line that says it done closes it."""
    headed: bool = False
    """A sentence under a lead of its own, "Still open: ...": the agent's next list replaces it."""
    tracked: bool = False
    """A tool keeps its state: besides it only the word that all is done closes it."""
    worked_on: bool = False
    """The one file that it names was changed, or a teammate was told to do it."""
    left: bool = False
    """An earlier role left it."""
    words: frozenset[str] = field(init=False)
    names: Named = field(init=False)
    undone: Undone | None = field(init=False)
    checks: Checks = field(init=False)

    def __post_init__(self) -> None:
        text = text_of(self.seen)
        self.undone = undone_in(text) if self.alone else None
        self.words = self.undone.words if self.undone else content_words(text)
        self.names = named_in(text)
        self.checks = Checks(text, changed=self.left)

    @property
    def listed(self) -> bool:
        """It stands or falls with its list."""
        return not (self.alone or self.tracked)

    def is_proved_by(self, act: Observation) -> bool:
        """A run passes the checks that it asks for, or ends the trouble of an earlier role."""
        if self.tracked or self.waits:
            return False
        if self.checks.are_done_by(act):
            return True
        begun = self.seen.change is Change.STARTED
        return self.left and is_over(text_of(self.seen), act, begun=begun)

    def is_meant_by(self, words: AbstractSet[str]) -> bool:
        """Whether a text of these content words speaks of it."""
        return speaks_of(words, self.words)


def text_of(seen: Observation) -> str:
    return seen.value.text if isinstance(seen.value, TaskValue) else ""


def by_act(seen: Observation, change: Change, act: Observation) -> Observation:
    return seen._replace(
        change=change, span=act.span, seq=act.seq, author=act.author, trust=act.trust
    )
