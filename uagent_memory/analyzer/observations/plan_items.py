"""The items of agents' lists and plans, and what they are about."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from uagent_memory.analyzer.observations.carrying_out import Named, named_in
from uagent_memory.analyzer.observations.ties import content_words
from uagent_memory.analyzer.observations.undone import Undone, undone_in
from uagent_memory.facts import Change, TaskValue
from uagent_memory.ledger import Observation

__all__ = ["ABOUT", "HEARD", "Item", "by_act", "text_of"]

ABOUT = 0.5
"""Share of a task's words of content that a message which closes or takes it up has."""
HEARD = 2000
"""Characters of a message in which it can speak of an open task."""


@dataclass(slots=True)
class Item:
    seen: Observation
    is_next: bool = False
    """It serves the present turn, or the user has asked for it: the next "done" closes it."""
    waits: bool = False
    """For the user's word: no "done" closes it."""
    alone: bool = False
    """A sentence, no part of a list: only a line that says it done closes it."""
    tracked: bool = False
    """A tool keeps its state: besides it only the word that all is done closes it."""
    worked_on: bool = False
    """The one file that it names was changed, or a teammate was told to do it."""
    words: frozenset[str] = field(init=False)
    names: Named = field(init=False)
    undone: Undone | None = field(init=False)

    def __post_init__(self) -> None:
        text = text_of(self.seen)
        self.undone = undone_in(text) if self.alone else None
        self.words = self.undone.words if self.undone else content_words(text)
        self.names = named_in(text)

    @property
    def listed(self) -> bool:
        """It stands or falls with its list."""
        return not (self.alone or self.tracked)

    def share(self, words: AbstractSet[str]) -> float:
        """How much of what it is about these words name."""
        return len(self.words & words) / len(self.words) if self.words else 0.0


def text_of(seen: Observation) -> str:
    return seen.value.text if isinstance(seen.value, TaskValue) else ""


def by_act(seen: Observation, change: Change, act: Observation) -> Observation:
    return replace(
        seen, change=change, span=act.span, seq=act.seq, author=act.author, trust=act.trust
    )
