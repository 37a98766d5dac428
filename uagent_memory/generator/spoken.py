"""SpokenFacts: which facts a stretch of somebody's words says."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from uagent_memory.facts import FactKind
from uagent_memory.ledger import Fact, Ledger
from uagent_memory.messages import Span

__all__ = ["SpokenFacts"]

SPOKEN = (
    FactKind.REQUEST,
    FactKind.CONSTRAINT,
    FactKind.DECISION,
    FactKind.FINDING,
    FactKind.QUESTION,
    FactKind.TASK,
)


class _Said(NamedTuple):
    """A fact at one of its places; in a list of them sorted by place."""

    start: int
    end: int
    rank: int
    """By kind, and of one kind in the ledger's order."""
    fact: Fact


class SpokenFacts:
    """Facts that consist of words, by the places where they were said."""

    def __init__(self, ledger: Ledger) -> None:
        self._said: dict[tuple[str, str], list[_Said]] = {}
        facts = [fact for kind in SPOKEN for fact in ledger.of(kind)]
        for rank, fact in enumerate(facts):
            for span in fact.sources:
                said = _Said(span.start, span.end, rank, fact)
                self._said.setdefault(span[:2], []).append(said)
        for known in self._said.values():
            known.sort(key=_place)

    def within(self, span: Span) -> Sequence[Fact]:
        """The facts that one of their places in a stretch says whole, by rank."""
        known = self._said.get(span[:2])
        if known is None:
            return ()
        first = bisect_left(known, span.start, key=_start)
        found: dict[int, Fact] = {}
        for said in known[first : bisect_left(known, span.end, key=_start)]:
            if said.end <= span.end:
                found[said.rank] = said.fact
        return tuple(found[rank] for rank in sorted(found))


def _place(said: _Said) -> tuple[int, int, int]:
    return said[:3]


def _start(said: _Said) -> int:
    return said.start
