"""Selection: coverage of expected need under a token budget.

Lazy greedy over a monotone submodular gain: each further mention of a term is worth less (a ledger
line that only names it takes little from a line that shows it where it stood), and a segment that
has had its share is worth less. Marginal gains never rise, so a stale gain is an upper bound and
the heap is exact (Minoux, accelerated greedy, 1978).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.selection.coverage import Coverage, Damped
from uagent_memory.generator.settings import SelectionSettings
from uagent_memory.segments import SegmentName

__all__ = ["Selection", "select"]

_QUOTE = EntryKind.QUOTE

Group: TypeAlias = tuple[SegmentName, int | None, str]
"""Candidates that become one entry: segment, parent, `joins`."""


@dataclass(frozen=True, slots=True)
class Selection:
    order: tuple[int, ...]
    """Ids in the order they were taken, a parent before its children."""
    tokens: int

    @property
    def chosen(self) -> frozenset[int]:
        return frozenset(self.order)


def select(
    candidates: Sequence[Candidate],
    costs: Sequence[int],
    *,
    room: int,
    shares: Mapping[SegmentName, float],
    settings: SelectionSettings,
    required: Sequence[int] = (),
    opening: Sequence[int] = (),
) -> Selection:
    """Choose candidates by id within `room` tokens.

    Args:
        candidates: `candidates[i].id == i`; a parent stands before its children.
        costs: tokens of each candidate's own lines.
        room: tokens for all chosen lines.
        shares: segment weights, summing to 1.
        settings: the gain's knobs.
        required: ids taken first, in order, whatever their gain; the caller sees that they fit.
        opening: further tokens of each, paid once by those that become one entry; none if empty.
    """
    return _Greedy(
        candidates, costs, opening or [0] * len(candidates), room, Coverage(shares, room, settings)
    ).run(required)


class _Greedy:
    """Bounds of rates in one heap for each sort, before its damping: a choice damps all of a sort
    alike, and makes no bound of it stale. What would bring parents along has a heap of its own."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        costs: Sequence[int],
        opening: Sequence[int],
        room: int,
        coverage: Coverage,
    ) -> None:
        self._candidates, self._costs, self._room = candidates, costs, room
        self._coverage = coverage
        self._children: dict[int, list[int]] = {}
        for candidate in candidates:
            if candidate.parent is not None:
                self._children.setdefault(candidate.parent, []).append(candidate.id)
        self._groups: dict[Group, list[int]] = {}
        self._group_of: dict[int, Group] = {}
        """Of those that may begin an entry that others go on with."""
        for candidate in candidates:
            if candidate.joins and opening[candidate.id]:
                group = self._group_of[candidate.id] = _group(candidate)
                self._groups.setdefault(group, []).append(candidate.id)
        self._lines = {c.id: _line(c) for c in candidates if c.kind is _QUOTE}
        self._shown: set[str] = set()
        self._opened: set[Group] = set()
        self._opening = opening
        self._chosen: dict[int, None] = {}
        self._used = 0
        self._heaps: dict[Damped | None, list[tuple[float, int]]] = {}
        self._damping: dict[Damped | None, float] = {}

    def run(self, required: Sequence[int]) -> Selection:
        for index in required:
            self._take(self._with_parents(index))
        for candidate in self._candidates:
            if candidate.alone and candidate.id not in self._chosen:
                bound, sort = self._bound(candidate)
                self._heaps.setdefault(sort, []).append((-bound, candidate.id))
        for heap in self._heaps.values():
            heapq.heapify(heap)
        self._damp()
        least = max(min(self._costs, default=1), 1)
        while self._used + least <= self._room and (best := self._best()):
            self._step(*best)
        return Selection(tuple(self._chosen), self._used)

    def _best(self) -> tuple[Damped | None, float] | None:
        """The sort whose first has the highest bound, and that of the second; None at the end."""
        best: Damped | None = None
        first, second = 0.0, 0.0
        for sort, heap in self._heaps.items():
            if heap and (bound := -heap[0][0] / self._damping[sort]) > second:
                if bound > first:
                    best, first, second = sort, bound, first
                else:
                    second = bound
        return (best, second) if first else None

    def _step(self, sort: Damped | None, others: float) -> None:
        """Take the first of a sort, unless something else has a higher bound than its rate."""
        heap = self._heaps[sort]
        stale, index = heapq.heappop(heap)
        left = self._room - self._used
        if self._is_told(index) or self._costs[index] > left:
            return
        needed = self._with_parents(index)
        cost = self._cost(needed)
        if cost > left:
            return
        rate, now = self._rate(needed, cost)
        if now is not sort:
            return
        if -rate > stale and ((heap and -rate > heap[0][0]) or rate / self._damping[sort] < others):
            heapq.heappush(heap, (-rate, index))
            return
        self._take(needed)
        self._damp()
        self._refresh([other for taken in needed for other in self._children.get(taken, ())])

    def _damp(self) -> None:
        damping = self._coverage.damping
        self._damping = {sort: damping(sort) if sort else 1.0 for sort in self._heaps}

    def _refresh(self, indices: Iterable[int]) -> None:
        """What no longer pays for an entry of its own, or a parent: its rate may have risen."""
        for index in indices:
            if not self._is_told(index):
                needed = self._with_parents(index)
                rate, sort = self._rate(needed, self._cost(needed))
                if sort not in self._heaps:
                    self._heaps[sort] = []
                    self._damp()
                heapq.heappush(self._heaps[sort], (-rate, index))

    def _is_told(self, index: int) -> bool:
        """It is chosen, or evidence that shows what a chosen line shows."""
        if index in self._chosen:
            return True
        return self._lines.get(index) in self._shown and not self._candidates[index].fact

    def _with_parents(self, index: int) -> list[int]:
        needed: list[int] = []
        current: int | None = index
        while current is not None and current not in self._chosen:
            needed.append(current)
            current = self._candidates[current].parent
        return needed

    def _bound(self, candidate: Candidate) -> tuple[float, Damped | None]:
        """Of its rate, before anything was looked at that is covered already."""
        needed = self._with_parents(candidate.id)
        cost = self._cost(needed)
        if len(needed) > 1:
            return self._rate(needed, cost)
        need = self._coverage.need(candidate)
        return need.untouched / max(cost, 1), need.sort

    def _rate(self, needed: Sequence[int], cost: int) -> tuple[float, Damped | None]:
        """Gain per token: of one candidate before the damping of its sort."""
        cost = max(cost, 1)
        if len(needed) == 1:
            need = self._coverage.need(self._candidates[needed[0]])
            return self._coverage.worth(need) / cost, need.sort
        gain = 0.0
        for index in needed:
            gain += self._coverage.gain(self._candidates[index])
        return gain / cost, None

    def _cost(self, needed: Sequence[int]) -> int:
        """Tokens of the lines, and of the entries that they begin."""
        cost = 0
        for index in needed:
            cost += self._costs[index]
            begun = self._opening[index]
            if begun and self._group_of.get(index) not in self._opened:
                cost += begun
        return cost

    def _take(self, indices: Sequence[int]) -> None:
        opened: list[Group] = []
        for index in reversed(indices):
            candidate, cost = self._candidates[index], self._cost((index,))
            self._chosen[index] = None
            if index in self._lines:
                self._shown.add(self._lines[index])
            self._coverage.take(candidate, cost)
            self._used += cost
            group = self._group_of.get(index)
            if group is not None and group not in self._opened:
                self._opened.add(group)
                opened.append(group)
        if self._heaps:
            self._refresh(other for group in opened for other in self._groups[group])


def _line(quoted: Candidate) -> str:
    """What it shows, wherever that stood, and whether or not it was just put in."""
    return " ".join(quoted.text.removeprefix("+").split())


def _group(candidate: Candidate) -> Group:
    return candidate.segment, candidate.parent, candidate.joins
