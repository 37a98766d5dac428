"""What the prioritizer hands on: one score, with its parts, per message, unit, fact and term."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from uagent_memory.analyzer.ownership import Ownership
from uagent_memory.fact_name import FactName
from uagent_memory.facts import FactKind
from uagent_memory.prioritizer.references import CrossReferences

__all__ = ["ImportanceMetrics", "Prioritization", "Score"]


class ImportanceMetrics(NamedTuple):
    """The document's four parts and their weighted sum (section 5.1); all 0..1."""

    criticality_score: float
    dependency_score: float
    uniqueness_score: float
    actionability_score: float
    overall_importance: float


class Score(NamedTuple):
    """How much one unit or fact matters to the receiver, 0..1, and why."""

    total: float
    names: Sequence[str]
    """importance, temporal, references, relevance, density ..."""
    shares: Sequence[float | None]
    """What each of them is, 0..1; of parts that are left out further ones may follow."""

    @property
    def parts(self) -> Mapping[str, float]:
        """The parts by name: made when asked for, as there is a score for all that is known."""
        found = zip(self.names, self.shares, strict=False)
        return {name: share for name, share in found if share is not None}


@dataclass(frozen=True, slots=True)
class Prioritization:
    """Scores parallel to `ContextAnalysis`."""

    importance: tuple[ImportanceMetrics, ...]
    """Per message, in order."""
    messages: tuple[Score, ...]
    """Per message, in order."""
    units: tuple[tuple[Score, ...], ...]
    """Per message, per unit."""
    facts: Mapping[tuple[FactKind, str], Score]
    must_get: frozenset[FactName] = frozenset()
    """Facts of the kinds that the receiver's role file must get."""
    ownership: Ownership = field(default_factory=Ownership)
    """Which asks and rules are the role's own."""
    need: Mapping[str, float] = field(default_factory=dict)
    """Expected need of each term (path, identifier, number ...): see ranker.py."""
    references: CrossReferences | None = field(default=None, repr=False, compare=False)
    """What comes back to what; `references.graph` is the same for networkx."""
