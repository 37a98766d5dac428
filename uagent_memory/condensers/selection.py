"""Which events stay: the first ones, the newest, and the most important in between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from uagent_memory.condensers.groups import Group, Grouping

__all__ = ["Selection", "select"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Indices of a view's events, each list ascending; together they are all of them."""

    head: tuple[int, ...]
    kept: tuple[int, ...]
    """Of the middle."""
    tail: tuple[int, ...]
    forgotten: tuple[int, ...]


def select(
    grouping: Grouping,
    *,
    head: int,
    size: int,
    target: int,
    tail: int | None = None,
    rank: Callable[[Group], tuple[float, ...]] | None = None,
    never: frozenset[int] = frozenset(),
) -> Selection:
    """Choose `target - 1` events, so that with the summary there are `target`.

    A tool call and its results are kept or forgotten together. What must stay (open calls, system
    prompts) stays even where that is more than the target.

    Args:
        grouping: the view's groups.
        head: events at the start that stay.
        size: events of the view.
        target: events of the result, its summary included.
        tail: newest events that stay; None: half of the room behind head and summary.
        rank: of two groups of the middle the greater stays; None: the newer.
        never: indices that do not stay in any case: earlier summaries.
    """
    room = max(target - head - 1, 0)
    middle = [group for group in grouping.groups if group.members[0] >= head]
    fixed = [group for group in middle if group.is_fixed]
    free = [group for group in middle if not group.is_fixed and never.isdisjoint(group.members)]
    room -= sum(map(len, fixed))
    most = min(room // 2 if tail is None else tail, max(room, 0))
    newest = _newest(free, most, end=size - 1)
    room -= sum(map(len, newest))
    ends = set(newest)
    rest = [group for group in free if group not in ends]
    order = rank or (lambda group: (float(group.last),))
    chosen = []
    for group in sorted(rest, key=order, reverse=True):
        if len(group) <= room:
            chosen.append(group)
            room -= len(group)
    kept = sorted(i for group in (*fixed, *chosen) for i in group.members)
    tail_indices = sorted(i for group in newest for i in group.members)
    stays = {*range(head), *kept, *tail_indices}
    return Selection(
        tuple(range(head)),
        tuple(kept),
        tuple(tail_indices),
        tuple(i for i in range(size) if i not in stays),
    )


def _newest(groups: Sequence[Group], most: int, *, end: int) -> list[Group]:
    """Whole groups from the end; that of the view's last event stays however many it has."""
    found: list[Group] = []
    for group in sorted(groups, key=lambda group: group.last, reverse=True):
        if len(group) > most and group.last != end:
            break
        found.append(group)
        most -= len(group)
    return found
