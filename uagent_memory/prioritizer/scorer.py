"""Adds named parts up to scores: a message's five, a unit's cue, a fact's kind and state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from uagent_memory.analyzer.ownership import Ownership
from uagent_memory.analyzer.types import ContextAnalysis, Cue, Unit
from uagent_memory.fact_name import FactName, file_of_symbol
from uagent_memory.facts import FactKind
from uagent_memory.ledger import Fact
from uagent_memory.prioritizer.references import CrossReferences, FactId
from uagent_memory.prioritizer.settings import NO_CUE, PrioritizerSettings
from uagent_memory.prioritizer.types import Score
from uagent_memory.roles import RoleProfile

__all__ = ["FactScorer", "MessageScorer", "Parts", "UnitScorer"]


class Parts(NamedTuple):
    """What a message's score is made of, each 0..1; `need` is None outside the learned profile."""

    importance: float
    temporal: float
    references: float
    relevance: float
    density: float
    need: float | None = None


_PARTS = Parts._fields
UNIT_PARTS = (*Parts._fields, "cue")
FACT_PARTS = (*Parts._fields, "kind", "status")


def _mean(total: float, weight: float) -> float:
    """Of weighted parts added up, and their weights."""
    return min(total / weight, 1.0) if weight else 0.0


class MessageScorer:
    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = [weights.get(name, 0.0) for name in Parts._fields]

    def score(self, parts: Parts, added: tuple[float, float]) -> Score:
        """The score of a message; `added` is the `sum` of its parts."""
        return tuple.__new__(Score, (_mean(*added), _PARTS, parts))

    def sum(self, parts: Parts) -> tuple[float, float]:
        """The weighted parts added up, and their weights."""
        a, b, c, d, e, f = self._weights
        importance, temporal, references, relevance, density, need = parts
        total = a * importance + b * temporal + c * references + d * relevance + e * density
        weight = a + b + c + d + e
        return (total, weight) if need is None else (total + f * need, weight + f)


class UnitScorer:
    """Units inherit their message's parts and add what their cues say."""

    def __init__(self, weights: Mapping[str, float], settings: PrioritizerSettings) -> None:
        self._weight = weights.get("cue", 0.0)
        self._worth = settings.cue
        self._by_cue: dict[int, float] = {}

    def score(
        self, units: Sequence[Unit], parts: Parts, added: tuple[float, float]
    ) -> tuple[Score, ...]:
        """Scores of one message's units, its parts added up; units with the same cues share one."""
        if not units:
            return ()
        total, weight = added
        scores: dict[int, Score] = {}
        result, new = [], tuple.__new__
        for unit in units:
            cue = int(unit.cue)
            score = scores.get(cue)
            if score is None:
                part = self._cue_part(unit.cue)
                mean = _mean(total + self._weight * part, weight + self._weight)
                score = scores[cue] = new(Score, (mean, UNIT_PARTS, (*parts, part)))
            result.append(score)
        return tuple(result)

    def _cue_part(self, cue: Cue) -> float:
        part = self._by_cue.get(int(cue))
        if part is None:
            names = [str(flag.name).lower() for flag in Cue if flag and flag in cue]
            part = max(self._worth[name] for name in names or [NO_CUE])
            self._by_cue[int(cue)] = part
        return part


class FactScorer:
    """A fact has the parts of its messages, its own references, and a kind and a state."""

    def __init__(
        self, weights: Mapping[str, float], settings: PrioritizerSettings, role: RoleProfile
    ) -> None:
        self._messages = MessageScorer(weights)
        self._kind_weight = weights.get("kind", 0.0)
        self._status_weight = weights.get("status", 0.0)
        self._settings = settings
        wanted = [settings.must_get.rules[name] for name in role.must_get]
        self._wanted = {
            kind: tuple(rule for rule in wanted if kind in rule.kinds) for kind in FactKind
        }

    def score(
        self,
        analysis: ContextAnalysis,
        parts: Sequence[Parts],
        references: CrossReferences,
        need: Mapping[str, float] | None,
    ) -> Mapping[FactId, Score]:
        """Scores by (kind, key), in the ledger's order."""
        by_id = {
            analysed.message.id: own for analysed, own in zip(analysis.messages, parts, strict=True)
        }
        counted = zip(
            analysis.ledger.names,
            references.fact_reference_count.values(),
            references.fact_centrality.values(),
            references.fact_names,
            strict=True,
        )
        part, spoken = self._settings.references.part, self._settings.references.spoken_kinds
        scores, new = {}, tuple.__new__
        for fact, (name, count, centrality, names) in zip(analysis.ledger, counted, strict=True):
            first = by_id.get(fact.history[0].span.message_id)
            inherited = self._inherited(fact, first, by_id)
            referred = part(count, centrality)
            if first is not None and fact.kind in spoken:
                referred = max(referred, first.references)
            needed = None if need is None else _need(names, need, inherited.need or 0.0)
            importance, temporal, _, relevance, density, _ = inherited
            own = new(Parts, (importance, temporal, referred, relevance, density, needed))
            scores[name] = self._score(fact, own)
        return MappingProxyType(scores)

    def _score(self, fact: Fact, own: Parts) -> Score:
        kind, status = self._kind(fact), self._settings.status[fact.status]
        total, weight = self._messages.sum(own)
        of_kind, of_status = self._kind_weight, self._status_weight
        mean = _mean(total + of_kind * kind + of_status * status, weight + of_kind + of_status)
        return tuple.__new__(Score, (mean, FACT_PARTS, (*own, kind, status)))

    def must_get(self, analysis: ContextAnalysis, ownership: Ownership) -> frozenset[FactName]:
        """The facts of the kinds that the role must get.

        Without names in files that are gone, and without the asks and rules of others.
        """
        gone = {fact.key for fact in analysis.ledger.of(FactKind.FILE) if fact.came_and_went}
        return frozenset(
            fact.name
            for fact in analysis.ledger
            if self._is_wanted(fact)
            and not (fact.kind is FactKind.SYMBOL and file_of_symbol(fact.key) in gone)
            and ownership.is_own(fact)
        )

    def _is_wanted(self, fact: Fact) -> bool:
        rules = self._wanted[fact.kind]
        return bool(rules) and any(rule.covers(fact) for rule in rules)

    def _inherited(self, fact: Fact, first: Parts | None, by_id: Mapping[str, Parts]) -> Parts:
        """The best of the messages that showed it first and last; age and density of the last."""
        last = first
        if len(fact.history) > 1:
            last = by_id.get(fact.last.span.message_id, first)
        if last is None:
            neutral = self._settings.scoring.neutral
            return Parts(neutral, neutral, neutral, neutral, neutral)
        if first is None or first is last:
            return last
        return last._replace(
            importance=max(first.importance, last.importance),
            relevance=max(first.relevance, last.relevance),
        )

    def _kind(self, fact: Fact) -> float:
        worth = self._settings.kind[fact.kind]
        if self._is_wanted(fact):
            return max(worth, self._settings.must_get.floor)
        return worth


def _need(names: Sequence[str], need: Mapping[str, float], inherited: float) -> float:
    """The need of the names by which later text would refer to a fact; else its message's."""
    known = [need[name] for name in names if name in need]
    return min(max(known), 1.0) if known else inherited
