"""Coverage: what the chosen candidates cover, and what covering more would bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.settings import SelectionSettings
from uagent_memory.segments import SegmentName

__all__ = ["Coverage", "Damped"]


class Damped(NamedTuple):
    """What is worth less the more of it there is: candidates of one segment and sort."""

    segment: SegmentName
    is_quote: bool
    is_policy: bool

    @classmethod
    def of(cls, candidate: Candidate) -> Damped:
        return cls(candidate.segment, candidate.kind is EntryKind.QUOTE, candidate.is_policy)


@dataclass(slots=True)
class _Mentions:
    """How often a term is covered, and how often where it stood."""

    covered: int = 0
    shown: int = 0
    uncovered: float = 1.0
    """Share of a target's worth that covering it once more brings."""
    unshown: float = 1.0
    """The same of showing it."""


class Coverage:
    """Grows by what is taken; the worth of a candidate never rises."""

    def __init__(
        self, shares: Mapping[SegmentName, float], room: int, s: SelectionSettings
    ) -> None:
        self._mentions: dict[str, _Mentions] = {}
        self._used: dict[SegmentName, int] = dict.fromkeys(SegmentName, 0)
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
        """What taking a candidate brings."""
        return self.worth(candidate) / self.damping(Damped.of(candidate))

    def worth(self, candidate: Candidate) -> float:
        """The same, however much of its sort is taken."""
        uncovered, unshown = self._fresh(candidate.targets)
        if candidate.named_only:
            covering = uncovered
        else:
            covering = (1.0 - self._context) * uncovered + self._context * unshown
        worth = candidate.value + covering
        if candidate.is_evidence:
            worth += self._scarcity * self._likely(candidate)
        return worth

    def damping(self, sort: Damped) -> float:
        """By what the worth of a sort is divided, for what is taken of it; it never falls."""
        fill = self._used[sort.segment] / self._limit[sort.segment]
        damping = 1.0 + fill * fill
        if sort.is_quote:
            damping *= 1.0 + (self._quoted / self._quotable) ** 2
        if sort.is_policy:
            damping *= 1.0 + (self._ruled / self._rulable) ** 4
        return damping

    def take(self, candidate: Candidate, tokens: int) -> None:
        for term in candidate.targets:
            seen = self._mentions.setdefault(term, _Mentions())
            seen.covered += 1
            seen.shown += not candidate.named_only
            seen.uncovered = self._decay**seen.covered
            seen.unshown = self._decay**seen.shown
        self._used[candidate.segment] += tokens
        if candidate.kind is EntryKind.QUOTE:
            self._quoted += tokens
        if candidate.is_policy:
            self._ruled += tokens

    def _fresh(self, targets: Mapping[str, float]) -> tuple[float, float]:
        """Worth of covering the targets and of showing them, less where that is done already."""
        known = self._mentions.get
        if self._mentions.keys().isdisjoint(targets):
            worth = sum(targets.values())
            return worth, worth
        uncovered = unshown = 0.0
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
        shown = self._mentions
        least = 0.0 if evidence.kind is EntryKind.RECORD else self._least_likely
        return sum(
            weight * (shown[term].unshown if term in shown else 1.0)
            for term, weight in evidence.targets.items()
            if weight >= least
        )
