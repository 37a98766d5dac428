"""Scene: a view with its groups and calls, as every condenser looks at it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from uagent_memory.condensers.failing import is_reading, shows_error
from uagent_memory.condensers.groups import Grouping, group_events
from uagent_memory.condensers.kinds import AnsweredCall, EventKind, is_summary, kind_of
from uagent_memory.condensers.view import View
from uagent_memory.messages import Message

__all__ = ["Scene"]


@dataclass(frozen=True)
class Scene:
    """Everything of a view that does not depend on what a condenser wants."""

    view: View
    keep_first: int
    patience: int

    @property
    def events(self) -> tuple[Message, ...]:
        return self.view.events

    @cached_property
    def grouping(self) -> Grouping:
        return group_events(self.events, patience=self.patience)

    @cached_property
    def calls(self) -> dict[str, AnsweredCall]:
        """What each observation answers, by the observation's id."""
        return {
            self.events[index].id: AnsweredCall(self.events[at.message], at.call)
            for index, at in self.grouping.pairing.answers.items()
        }

    @cached_property
    def head(self) -> int:
        """Events at the start that stay; never an earlier summary."""
        wanted = self.grouping.head(self.events, self.keep_first)
        summaries = [i for i in range(wanted) if is_summary(self.events[i])]
        return min(summaries, default=wanted)

    @cached_property
    def summaries(self) -> frozenset[int]:
        """Earlier summaries: the next one takes them in."""
        return frozenset(i for i, event in enumerate(self.events) if is_summary(event))

    @cached_property
    def kinds(self) -> dict[str, EventKind]:
        """Kind of each event by its id."""
        return {event.id: kind_of(event, self.calls.get(event.id)) for event in self.events}

    def kind(self, index: int) -> EventKind:
        return self.kinds[self.events[index].id]

    def shows_error(self, index: int) -> bool:
        """Whether an observation reports an error, or that its action failed."""
        event = self.events[index]
        return shows_error(event, self.kind(index), self.calls.get(event.id))

    def is_reading(self, index: int) -> bool:
        """Whether an observation shows what stands in files."""
        return is_reading(self.kind(index), self.calls.get(self.events[index].id))

    def at(self, indices: Iterable[int]) -> list[Message]:
        return [self.events[index] for index in indices]

    @property
    def fixed(self) -> int:
        """Events that stay in any case: first ones, open calls, the last event's exchange."""
        end = len(self.events) - 1
        behind = (
            group
            for group in self.grouping.groups
            if group.members[0] >= self.head and (group.is_fixed or group.last == end)
        )
        return self.head + sum(map(len, behind))
