"""What a DynaContext condensation covers: candidates, excluded tail, kept events."""

from __future__ import annotations

from typing import NamedTuple

from uagent_memory.condensers.dynacontext.config import EXCLUDE_TAIL_MAX
from uagent_memory.condensers.groups import Group
from uagent_memory.condensers.kinds import is_observation
from uagent_memory.condensers.scene import Scene
from uagent_memory.messages import Author, Message

__all__ = ["Ranges", "forced_range", "ranges_of"]


class Ranges(NamedTuple):
    """Indices, ascending; what is in neither list stays."""

    candidates: tuple[int, ...]
    """To be summarised."""
    excluded: tuple[int, ...]
    """Dropped without being summarised: the half-done end of the current turn."""

    @property
    def gone(self) -> tuple[int, ...]:
        return tuple(sorted((*self.candidates, *self.excluded)))


def ranges_of(scene: Scene, *, keep_last: int, hard: bool) -> Ranges:
    """All behind the first events, but open calls, `keep_last` and on a soft trigger the tail.

    With `keep_last` the tail is kept, so none of it is excluded.
    """
    size = len(scene.events)
    last = size - keep_last
    free = [
        group
        for group in scene.grouping.groups
        if group.members[0] >= scene.head and not group.is_fixed and group.last < last
    ]
    tail = set() if hard or keep_last else _tail(scene)
    excluded = {i for group in free if not tail.isdisjoint(group.members) for i in group.members}
    candidates = {i for group in free for i in group.members} - excluded
    return Ranges(tuple(sorted(candidates)), tuple(sorted(excluded)))


def forced_range(scene: Scene) -> tuple[int, ...]:
    """The oldest that may go when nothing can be summarised: nobody's words before a user's."""
    free = [g for g in scene.grouping.groups if g.members[0] >= scene.head and not g.is_fixed]
    silent = [group for group in free if not _is_spoken(scene, group)]
    first = next(iter(silent or free), None)
    return first.members if first is not None else ()


def _tail(scene: Scene) -> set[int]:
    """At most two trailing agent or tool events; a user's message ends them, as all else does."""
    found: set[int] = set()
    for index in range(len(scene.events) - 1, scene.head - 1, -1):
        if len(found) >= EXCLUDE_TAIL_MAX or not _is_agents_or_tools(scene.events[index]):
            break
        found.add(index)
    return found


def _is_agents_or_tools(event: Message) -> bool:
    return is_observation(event) or event.author is Author.AGENT


def _is_spoken(scene: Scene, group: Group) -> bool:
    return any(scene.events[index].author is Author.USER for index in group.members)
