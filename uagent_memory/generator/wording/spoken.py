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


class _Part(NamedTuple):
    """What is said in one part of a message, by place."""

    starts: list[int]
    said: list[_Said]

    @classmethod
    def of(cls, said: list[_Said]) -> _Part:
        in_order = sorted(said, key=_place)
        return cls([one.start for one in in_order], in_order)


class SpokenFacts:
    """Facts that consist of words, by the places where they were said."""

    def __init__(self, ledger: Ledger) -> None:
        found: dict[tuple[str, str], list[_Said]] = {}
        facts = [fact for kind in SPOKEN for fact in ledger.of(kind)]
        for rank, fact in enumerate(facts):
            for span in fact.sources:
                said = _Said(span.start, span.end, rank, fact)
                found.setdefault(span[:2], []).append(said)
        self._parts = {part: _Part.of(said) for part, said in found.items()}

    def within(self, span: Span) -> Sequence[Fact]:
        """The facts that one of their places in a stretch says whole, by rank."""
        known = self._parts.get(span[:2])
        if known is None:
            return ()
        starts, said = known
        first, end = bisect_left(starts, span.start), bisect_left(starts, span.end)
        found = {one.rank: one.fact for one in said[first:end] if one.end <= span.end}
        return tuple(found[rank] for rank in sorted(found))


def _place(said: _Said) -> tuple[int, int, int]:
    return said[:3]
