"""Coverage: what the chosen candidates cover, and what covering more would bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import ACT, Candidate
from uagent_memory.generator.settings import SelectionSettings
from uagent_memory.segments import SegmentName

__all__ = ["Coverage", "Damped", "Need"]

_QUOTE = EntryKind.QUOTE


class Damped(NamedTuple):
    """What is worth less the more of it there is: candidates of one segment and sort."""

    segment: SegmentName
    is_quote: bool
    is_policy: bool

    @classmethod
    def of(cls, candidate: Candidate) -> Damped:
        return cls(candidate.segment, candidate.kind is _QUOTE, candidate.is_policy)


class Need(NamedTuple):
    """What a candidate covers, made ready for being asked about many times."""

    sort: Damped
    value: float
    targets: Mapping[str, float]
    named_only: bool
    likely: tuple[tuple[str, float], ...]
    """Of evidence, the terms that are likely to be typed next; of a record, and of what a user was
    told, all."""
    untouched: float
    """Its worth as long as none of its terms is covered."""


class _Left(NamedTuple):
    """Shares of a term's worth that are left once it was told."""

    uncovered: float
    """That covering it once more brings."""
    unshown: float
    """That showing it where it stood brings."""


class Coverage:
    """Grows by what is taken; the worth of a candidate never rises."""

    def __init__(
        self, shares: Mapping[SegmentName, float], room: int, s: SelectionSettings
    ) -> None:
        self._needs: dict[int, Need] = {}
        self._sorts: dict[Damped, Damped] = {}
        self._covered: dict[str, int] = {}
        self._shown: dict[str, int] = {}
        self._left: dict[str, _Left] = {}
        """Of the covered terms."""
        self._used: dict[SegmentName, int] = dict.fromkeys(SegmentName, 0)
        self._limit = {
            name: max(shares.get(name, 0.0) * room * s.share_softness, 1.0) for name in SegmentName
        }
        self._quoted = 0
        self._quotable = max(s.evidence_share * room, 1.0)
        self._scarcity: float = min((s.scarce_room / max(room, 1)) ** s.scarcity, s.most_scarce)
        self._evidence = 1.0 if room >= s.roomy else s.close_evidence
        self._decided = s.roomy_decision if room >= s.roomy else 1.0
        self._least_likely = s.least_likely
        self._least_figure = s.least_figure
        self._told_user = s.told_user
        self._told_own = 1.0 + (s.told_own - 1.0) * self._scarcity / s.most_scarce
        self._ruled = 0
        self._rulable = max(s.policy_share * room, 1.0)
        self._decay = s.repeat_decay
        self._context = s.context_share

    def need(self, candidate: Candidate) -> Need:
        """What it covers; the sort is one object for all candidates of that sort."""
        known = self._needs.get(candidate.id)
        if known is None:
            known = self._needs[candidate.id] = self._need_of(candidate)
        return known

    def gain(self, candidate: Candidate) -> float:
        """What taking a candidate brings."""
        need = self.need(candidate)
        return self.worth(need) / self.damping(need.sort)

    def worth(self, need: Need) -> float:
        """The same, however much of its sort is taken."""
        _, value, targets, named_only, evidence, untouched = need
        if self._left.keys().isdisjoint(targets):
            return untouched
        known = self._left.get
        uncovered = unshown = 0.0
        for term, weight in targets.items():
            left = known(term)
            if left is None:
                uncovered += weight
                unshown += weight
            else:
                uncovered += weight * left[0]
                unshown += weight * left[1]
        likely = 0.0
        for term, weight in evidence:
            left = known(term)
            likely += weight if left is None else weight * left[1]
        return self._worth(value, uncovered, unshown, likely, named_only=named_only)

    def _worth(
        self, value: float, uncovered: float, unshown: float, likely: float, *, named_only: bool
    ) -> float:
        """Of covering the targets, of showing them, and of showing what is likely to be typed."""
        covering = uncovered
        if not named_only:
            covering = (1.0 - self._context) * uncovered + self._context * unshown
        return value + covering + self._scarcity * likely

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
            covered = self._covered[term] = self._covered.get(term, 0) + 1
            shown = self._shown.get(term, 0)
            if not candidate.named_only:
                shown = self._shown[term] = shown + 1
            self._left[term] = _Left(self._decay**covered, self._decay**shown)
        self._used[candidate.segment] += tokens
        if candidate.kind is _QUOTE:
            self._quoted += tokens
        if candidate.is_policy:
            self._ruled += tokens

    def _is_likely(self, term: str, weight: float) -> bool:
        """Whether it is likely to be typed next; a bare number stands for too many things."""
        return weight >= (self._least_figure if term.isdecimal() else self._least_likely)

    def _need_of(self, candidate: Candidate) -> Need:
        targets, named_only = candidate.targets, candidate.named_only
        value = candidate.value
        if candidate.kind is EntryKind.DECISION:
            value *= self._decided
        likely: tuple[tuple[str, float], ...] = ()
        if candidate.is_evidence:
            if self._evidence != 1.0:
                targets = {term: weight * self._evidence for term, weight in targets.items()}
            is_record = candidate.kind is EntryKind.RECORD
            likely = tuple(
                [item for item in targets.items() if is_record or self._is_likely(*item)]
            )
        elif candidate.told_user:
            value *= self._told_own
            own = 1.0 if candidate.kind is EntryKind.COMMAND else self._told_own
            acts = {t: w * own for t, w in targets.items() if t.startswith(ACT)}
            factor = self._told_user
            likely = tuple([(t, w * factor) for t, w in targets.items() if t not in acts])
            targets = {**targets, **acts}
        total, typed = sum(targets.values()), sum([weight for _, weight in likely])
        untouched = self._worth(value, total, total, typed, named_only=named_only)
        sort = Damped.of(candidate)
        sort = self._sorts.setdefault(sort, sort)
        return Need(sort, value, targets, named_only, likely, untouched)
