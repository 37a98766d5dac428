"""Events that stay together: a call with its results (a second one too), parallel calls, thinking
with its action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from uagent_memory.messages import Message
from uagent_memory.obligations import is_standing, open_calls
from uagent_memory.pairing import Pairing, is_parallel, leads_to_action, legal_cuts, pair_calls

__all__ = ["Group", "Grouping", "group_events"]


@dataclass(frozen=True, slots=True)
class Group:
    """Indices of events that are kept or forgotten as one, ascending."""

    members: tuple[int, ...]
    is_fixed: bool
    """Must stay in view: a system prompt, or a call that waits for its result."""

    @property
    def last(self) -> int:
        return self.members[-1]

    def __len__(self) -> int:
        return len(self.members)


@dataclass(frozen=True, slots=True)
class Grouping:
    """The groups of a view, in the order of their first events."""

    groups: tuple[Group, ...]
    pairing: Pairing
    cuts: tuple[int, ...]
    """Where a list may be cut in two."""
    expired: tuple[str, ...]
    """Events with a call that nobody will answer any more; they hold up nothing."""

    def head(self, events: Sequence[Message], keep_first: int) -> int:
        """Where the first `keep_first` events end, system prompts not counted.

        Moved on to the next place where no exchange would be split; back if there is none.
        """
        wanted = _head_end(events, keep_first)
        later = [cut for cut in self.cuts if cut >= wanted]
        return later[0] if later else max(cut for cut in self.cuts if cut <= wanted)


def group_events(events: Sequence[Message], *, patience: int) -> Grouping:
    """Find the groups.

    Args:
        events: in order.
        patience: agent turns after which a call without a result no longer holds its place.
    """
    pairing = pair_calls(events)
    parent = list(range(len(events)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    def join(first: int, second: int) -> None:
        first, second = sorted((root(first), root(second)))
        parent[second] = first

    for result, at in pairing.answers.items():
        join(result, at.message)
    callers = {call.id: i for i, event in enumerate(events) for call in event.tool_calls}
    for second in pairing.duplicates:
        join(second, callers.get(events[second].tool_call_id or "", second))
    for index in range(len(events) - 1):
        if is_parallel(events, index) or leads_to_action(events, index):
            join(index, index + 1)
    waiting = open_calls(events, patience=patience)
    held = set(waiting.held)
    members: dict[int, list[int]] = {}
    for index in range(len(events)):
        members.setdefault(root(index), []).append(index)
    groups = tuple(
        Group(
            tuple(group),
            any(events[i].id in held or is_standing(events[i]) for i in group),
        )
        for group in members.values()
    )
    cuts = legal_cuts(events, patience=patience)
    return Grouping(groups, pairing, cuts, waiting.expired)


def _head_end(events: Sequence[Message], keep_first: int) -> int:
    counted = 0
    for index, event in enumerate(events):
        if counted >= keep_first and not is_standing(event):
            return index
        counted += not is_standing(event)
    return len(events)
