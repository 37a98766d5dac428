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
from uagent_memory.generator.settings import SelectionSettings
from uagent_memory.segments import SegmentName

__all__ = ["Selection", "select"]

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


@dataclass(slots=True)
class _Mentions:
    """How often a term is covered, and how often where it stood."""

    covered: int = 0
    shown: int = 0
    uncovered: float = 1.0
    """Share of a target's worth that covering it once more brings."""
    unshown: float = 1.0
    """The same of showing it."""


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
        self._scarcity = min((s.scarce_room / max(room, 1)) ** s.scarcity, s.most_scarce)
        self._least_likely = s.least_likely
        self._ruled = 0
        self._rulable = max(s.policy_share * room, 1.0)
        self._decay = s.repeat_decay
        self._context = s.context_share

    def gain(self, candidate: Candidate) -> float:
        uncovered, unshown = self._fresh(candidate.targets)
        if candidate.named_only:
            covering = uncovered
        else:
            covering = (1.0 - self._context) * uncovered + self._context * unshown
        worth = candidate.value + covering
        if candidate.is_evidence:
            worth += self._scarcity * self._likely(candidate)
        fill = self.used[candidate.segment] / self._limit[candidate.segment]
        worth /= 1.0 + fill * fill
        if candidate.kind is EntryKind.QUOTE:
            worth /= 1.0 + (self._quoted / self._quotable) ** 2
        if candidate.is_policy:
            worth /= 1.0 + (self._ruled / self._rulable) ** 4
        return worth

    def _fresh(self, targets: Mapping[str, float]) -> tuple[float, float]:
        """Worth of covering the targets and of showing them, less where that is done already."""
        known = self.mentions.get
        uncovered = unshown = 0.0
        if self.mentions.keys().isdisjoint(targets):
            for weight in targets.values():
                uncovered += weight
            return uncovered, uncovered
        for term, weight in targets.items():
            seen = known(term)
            if seen is None:
                uncovered += weight
                unshown += weight
            else:
                uncovered += weight * seen.uncovered
                unshown += weight * seen.unshown
        return uncovered, unshown

    def _likely(self, evidence: Candidate) -> float:
        """Worth of showing the terms that are likely to be typed next, and all of a record."""
        shown = self.mentions
        least = 0.0 if evidence.kind is EntryKind.RECORD else self._least_likely
        return sum(
            weight * (shown[term].unshown if term in shown else 1.0)
            for term, weight in evidence.targets.items()
            if weight >= least
        )

    def take(self, candidate: Candidate, tokens: int) -> None:
        for term in candidate.targets:
            seen = self.mentions.setdefault(term, _Mentions())
            seen.covered += 1
            seen.shown += not candidate.named_only
            seen.uncovered = self._decay**seen.covered
            seen.unshown = self._decay**seen.shown
        self.used[candidate.segment] += tokens
        if candidate.kind is EntryKind.QUOTE:
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
        candidates, costs, opening or [0] * len(candidates), room, _State(shares, room, settings)
    ).run(required)


class _Greedy:
    def __init__(
        self,
        candidates: Sequence[Candidate],
        costs: Sequence[int],
        opening: Sequence[int],
        room: int,
        state: _State,
    ) -> None:
        self._candidates, self._costs, self._room, self._state = candidates, costs, room, state
        self._children: dict[int, list[int]] = {}
        for candidate in candidates:
            if candidate.parent is not None:
                self._children.setdefault(candidate.parent, []).append(candidate.id)
        self._groups: dict[Group, list[int]] = {}
        for candidate in candidates:
            if candidate.joins and opening[candidate.id]:
                self._groups.setdefault(_group(candidate), []).append(candidate.id)
        self._opened: set[Group] = set()
        self._opening = opening
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
        left = self._room - self._used
        if self._costs[index] > left:
            return
        needed = self._with_parents(index)
        cost = self._cost(needed)
        if cost > left:
            return
        rate = self._gain(needed) / max(cost, 1)
        if rate <= 0:
            return
        if -rate > stale and self._heap and -rate > self._heap[0][0]:
            heapq.heappush(self._heap, (-rate, index))
            return
        self._take(needed)
        self._refresh([other for taken in needed for other in self._children.get(taken, ())])

    def _refresh(self, indices: Iterable[int]) -> None:
        """What no longer pays for an entry of its own: its rate may have risen."""
        for index in indices:
            if index not in self._chosen:
                rate = self._rate(self._with_parents(index))
                heapq.heappush(self._heap, (-rate, index))

    def _with_parents(self, index: int) -> list[int]:
        needed: list[int] = []
        current: int | None = index
        while current is not None and current not in self._chosen:
            needed.append(current)
            current = self._candidates[current].parent
        return needed

    def _rate(self, needed: Sequence[int]) -> float:
        return self._gain(needed) / max(self._cost(needed), 1)

    def _gain(self, needed: Sequence[int]) -> float:
        gain = 0.0
        for index in needed:
            gain += self._state.gain(self._candidates[index])
        return gain

    def _cost(self, needed: Sequence[int]) -> int:
        """Tokens of the lines, and of the entries that they begin."""
        cost = 0
        for index in needed:
            cost += self._costs[index]
            begun = self._opening[index]
            if begun and _group(self._candidates[index]) not in self._opened:
                cost += begun
        return cost

    def _take(self, indices: Sequence[int]) -> None:
        opened: list[Group] = []
        for index in reversed(indices):
            candidate, cost = self._candidates[index], self._cost((index,))
            self._chosen[index] = None
            self._state.take(candidate, cost)
            self._used += cost
            if (
                self._opening[index]
                and candidate.joins
                and (group := _group(candidate)) not in self._opened
            ):
                self._opened.add(group)
                opened.append(group)
        if self._heap:
            self._refresh(other for group in opened for other in self._groups[group])


def _group(candidate: Candidate) -> Group:
    return candidate.segment, candidate.parent, candidate.joins
