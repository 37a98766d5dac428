"""Selection: coverage of expected need under a token budget.

Lazy greedy over a monotone submodular gain: each further mention of a term is worth less (a ledger
line that only names it takes little from a line that shows it where it stood), and a segment that
has had its share is worth less. Marginal gains never rise, so a stale gain is an upper bound and
the heap is exact (Minoux, accelerated greedy, 1978).
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from uagent_memory.generator.candidate import QUOTE, Candidate
from uagent_memory.generator.settings import SelectionSettings
from uagent_memory.segments import SegmentName

__all__ = ["Selection", "select"]


@dataclass(frozen=True, slots=True)
class Selection:
    order: tuple[int, ...]
    """Ids in the order they were taken, a parent before its children."""
    tokens: int

    @property
    def chosen(self) -> frozenset[int]:
        return frozenset(self.order)


@dataclass(slots=True)
class _Mentions:
    """How often a term is covered, and how often where it stood."""

    covered: int = 0
    shown: int = 0


class _State:
    def __init__(
        self, shares: Mapping[SegmentName, float], room: int, s: SelectionSettings
    ) -> None:
        self.mentions: dict[str, _Mentions] = {}
        self.used: dict[SegmentName, int] = dict.fromkeys(SegmentName, 0)
        self._limit = {
            name: max(shares.get(name, 0.0) * room * s.share_softness, 1.0) for name in SegmentName
        }
        self._quoted = 0
        self._quotable = max(s.evidence_share * room, 1.0)
        self._ruled = 0
        self._rulable = max(s.policy_share * room, 1.0)
        self._decay = s.repeat_decay
        self._context = s.context_share

    def gain(self, candidate: Candidate) -> float:
        worth = candidate.value
        uncovered, unshown = self._fresh(candidate.targets)
        if candidate.named_only:
            worth += uncovered
        else:
            worth += (1.0 - self._context) * uncovered
            worth += self._context * unshown
        fill = self.used[candidate.segment] / self._limit[candidate.segment]
        worth /= 1.0 + fill * fill
        if candidate.kind == QUOTE:
            worth /= 1.0 + (self._quoted / self._quotable) ** 2
        if candidate.is_policy:
            worth /= 1.0 + (self._ruled / self._rulable) ** 4
        return worth

    def _fresh(self, targets: Mapping[str, float]) -> tuple[float, float]:
        """Worth of covering the targets and of showing them, less where that is done already."""
        decay, known = self._decay, self.mentions.get
        uncovered = unshown = 0.0
        for term, weight in targets.items():
            seen = known(term)
            if seen is None:
                uncovered += weight
                unshown += weight
            else:
                uncovered += weight * decay**seen.covered
                unshown += weight * decay**seen.shown
        return uncovered, unshown

    def take(self, candidate: Candidate, tokens: int) -> None:
        for term in candidate.targets:
            seen = self.mentions.setdefault(term, _Mentions())
            seen.covered += 1
            seen.shown += not candidate.named_only
        self.used[candidate.segment] += tokens
        if candidate.kind == QUOTE:
            self._quoted += tokens
        if candidate.is_policy:
            self._ruled += tokens


def select(
    candidates: Sequence[Candidate],
    costs: Sequence[int],
    *,
    room: int,
    shares: Mapping[SegmentName, float],
    settings: SelectionSettings,
    required: Sequence[int] = (),
) -> Selection:
    """Choose candidates by id within `room` tokens.

    Args:
        candidates: `candidates[i].id == i`; a parent stands before its children.
        costs: tokens of each candidate's own lines.
        room: tokens for all chosen lines.
        shares: segment weights, summing to 1.
        settings: the gain's knobs.
        required: ids taken first, in order, whatever their gain; the caller sees that they fit.
    """
    return _Greedy(candidates, costs, room, _State(shares, room, settings)).run(required)


class _Greedy:
    def __init__(
        self, candidates: Sequence[Candidate], costs: Sequence[int], room: int, state: _State
    ) -> None:
        self._candidates, self._costs, self._room, self._state = candidates, costs, room, state
        self._children: dict[int, list[int]] = {}
        for candidate in candidates:
            if candidate.parent is not None:
                self._children.setdefault(candidate.parent, []).append(candidate.id)
        self._chosen: dict[int, None] = {}
        self._used = 0
        self._heap: list[tuple[float, int]] = []

    def run(self, required: Sequence[int]) -> Selection:
        for index in required:
            self._take(self._with_parents(index))
        self._heap = [
            (-self._rate(self._with_parents(index)), index)
            for index in range(len(self._candidates))
            if index not in self._chosen and self._candidates[index].alone
        ]
        heapq.heapify(self._heap)
        while self._heap and self._used < self._room:
            self._step(*heapq.heappop(self._heap))
        return Selection(tuple(self._chosen), self._used)

    def _step(self, stale: float, index: int) -> None:
        if index in self._chosen:
            return
        needed = self._with_parents(index)
        if self._used + sum(self._costs[i] for i in needed) > self._room:
            return
        rate = self._rate(needed)
        if rate <= 0:
            return
        if -rate > stale and self._heap and -rate > self._heap[0][0]:
            heapq.heappush(self._heap, (-rate, index))
            return
        self._take(needed)
        if len(needed) > 1 or index in self._children:
            self._refresh(needed)

    def _refresh(self, taken: Sequence[int]) -> None:
        """Children of a new entry no longer pay for it: their rates may have risen."""
        for parent in taken:
            for child in self._children.get(parent, ()):
                if child not in self._chosen:
                    rate = self._rate(self._with_parents(child))
                    heapq.heappush(self._heap, (-rate, child))

    def _with_parents(self, index: int) -> list[int]:
        needed: list[int] = []
        current: int | None = index
        while current is not None and current not in self._chosen:
            needed.append(current)
            current = self._candidates[current].parent
        return needed

    def _rate(self, needed: Sequence[int]) -> float:
        gain, cost = 0.0, 0
        for index in needed:
            gain += self._state.gain(self._candidates[index])
            cost += self._costs[index]
        return gain / max(cost, 1)

    def _take(self, indices: Sequence[int]) -> None:
        for index in reversed(indices):
            self._chosen[index] = None
            self._state.take(self._candidates[index], self._costs[index])
            self._used += self._costs[index]
