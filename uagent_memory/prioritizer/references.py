"""CrossReferenceDetector: which later messages come back to earlier messages and facts.

Every reference points from later to earlier: a mention to the first and to the previous message
with the same term, a tool result to its call, a fact to the message that first showed it. The graph
has no cycle, so one sweep from the newest node to the oldest gives exactly the PageRank (Brin and
Page, 1998) to which an iteration would converge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from math import log1p
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from uagent_memory.analyzer.types import ContextAnalysis
from uagent_memory.facts import FactKind
from uagent_memory.prioritizer.links import BEFORE, LINK, Links
from uagent_memory.prioritizer.settings import PrioritizerSettings, ReferenceSettings

if TYPE_CHECKING:
    import networkx as nx

__all__ = [
    "CrossReferenceDetector",
    "CrossReferences",
    "FactId",
    "Reference",
    "ReferenceKind",
]

FactId: TypeAlias = tuple[FactKind, str]


class ReferenceKind(StrEnum):
    MENTION = "mention"
    RESULT = "result"  # a tool result to its call
    SOURCE = "source"  # a fact to the message that first showed it


class Reference(NamedTuple):
    """One edge. A node is a message id or a fact's (kind, key)."""

    source: str | FactId
    target: str | FactId
    kind: ReferenceKind
    weight: float


@dataclass(frozen=True)
class CrossReferences:
    """Later references to every message and fact, and how central each is, 0..1.

    Messages are addressed by their index in the analysis. A call's own result is no reference.
    """

    reference_count: tuple[int, ...]
    centrality: tuple[float, ...]
    fact_reference_count: Mapping[FactId, int]
    fact_centrality: Mapping[FactId, float]
    fact_names: Sequence[Sequence[str]]
    """Per fact, the terms by which later text refers to it."""
    analysis: ContextAnalysis = field(repr=False, compare=False)
    settings: ReferenceSettings = field(repr=False, compare=False)

    @cached_property
    def links(self) -> Links:
        """What refers to what by index; made again for those who ask for single references."""
        return Links(self.analysis, self.settings)

    @cached_property
    def edges(self) -> tuple[Reference, ...]:
        """Every reference by name, from the oldest source to the newest, facts last."""
        return tuple(_edges(self.links))

    @cached_property
    def graph(self) -> nx.DiGraph[str | FactId]:
        """The references as a networkx graph, for further questions; built when first asked for.

        Nodes are message ids and facts' (kind, key), all of them, with `references` (how many
        later messages come back to it) and `centrality`. Edges have a `kind` and a `weight`; where
        a result also mentions its own call, the two are one edge with both weights.
        """
        import networkx as nx

        graph: nx.DiGraph[str | FactId] = nx.DiGraph()
        ids = [seen.message.id for seen in self.links.messages]
        for name, count, central in zip(ids, self.reference_count, self.centrality, strict=True):
            graph.add_node(name, references=count, centrality=central)
        for fact, count in self.fact_reference_count.items():
            graph.add_node(fact, references=count, centrality=self.fact_centrality[fact])
        for source, target, kind, weight in self.edges:
            known = graph.get_edge_data(source, target, default={"weight": 0.0})
            graph.add_edge(source, target, kind=kind, weight=known["weight"] + weight)
        return graph


class CrossReferenceDetector:
    """Builds the references of a context; linear in the number of its terms."""

    def __init__(self, settings: ReferenceSettings | None = None) -> None:
        self._settings = settings or PrioritizerSettings.load().references

    def detect(self, analysis: ContextAnalysis) -> CrossReferences:
        """Count and weigh the references of an analysed context."""
        links = Links(analysis, self._settings)
        rank, fact_rank = _sweep(links, self._settings.damping)
        facts = analysis.ledger.names
        return CrossReferences(
            reference_count=tuple(links.reference_counts()),
            centrality=_scaled(rank),
            fact_reference_count=dict(zip(facts, links.fact_reference_counts(), strict=True)),
            fact_centrality=dict(zip(facts, _scaled(fact_rank), strict=True)),
            fact_names=links.names,
            analysis=analysis,
            settings=self._settings,
        )


def _sweep(links: Links, damping: float) -> tuple[list[float], list[float]]:
    """PageRank of messages and facts (base 1 each): a node passes its rank on once it is whole."""
    rank, fact_rank = [1.0] * len(links.messages), [1.0] * len(links.facts)
    shown_by: list[list[int]] = [[] for _ in links.messages]
    for number, index in enumerate(links.known_from):
        if index != BEFORE:
            shown_by[index].append(number)
    for index in range(len(rank) - 1, -1, -1):
        for number in shown_by[index]:
            rank[index] += damping * fact_rank[number]
        _pass_on(links, index, damping, rank, fact_rank)
    return rank, fact_rank


def _pass_on(
    links: Links, index: int, damping: float, rank: list[float], fact_rank: list[float]
) -> None:
    mentions, named, call = links.mentions[index], links.named[index], links.calls[index]
    if not mentions and not named and call is None:
        return
    total = sum(mentions.values()) + sum(named.values()) + (0.0 if call is None else LINK)
    if not total:
        return
    share = damping * rank[index] / total
    for target, weight in mentions.items():
        rank[target] += share * weight
    for number, weight in named.items():
        fact_rank[number] += share * weight
    if call is not None:
        rank[call] += share * LINK


def _scaled(ranks: Sequence[float]) -> tuple[float, ...]:
    """Ranks of base 1 to 0..1 by logarithm: a few nodes gather most of the rank."""
    top = log1p(max(ranks, default=1.0) - 1.0)
    return tuple(log1p(rank - 1.0) / top if top else 0.0 for rank in ranks)


def _edges(links: Links) -> Iterator[Reference]:
    ids = [seen.message.id for seen in links.messages]
    facts = [(fact.kind, fact.key) for fact in links.facts]
    for index, name in enumerate(ids):
        for target, weight in links.mentions[index].items():
            yield Reference(name, ids[target], ReferenceKind.MENTION, weight)
        for number, weight in links.named[index].items():
            yield Reference(name, facts[number], ReferenceKind.MENTION, weight)
        call = links.calls[index]
        if call is not None:
            yield Reference(name, ids[call], ReferenceKind.RESULT, LINK)
    for number, index in enumerate(links.known_from):
        if index != BEFORE:
            yield Reference(facts[number], ids[index], ReferenceKind.SOURCE, LINK)
