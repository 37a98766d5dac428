"""SpokenFacts: which facts a stretch of somebody's words says."""

from __future__ import annotations

from collections.abc import Sequence

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


class SpokenFacts:
    """Facts that consist of words, by the places where they were said."""

    def __init__(self, ledger: Ledger) -> None:
        self._said: dict[tuple[str, str], list[tuple[Span, Fact]]] = {}
        for kind in SPOKEN:
            for fact in ledger.of(kind):
                for span in fact.sources:
                    self._said.setdefault(span[:2], []).append((span, fact))

    def within(self, span: Span) -> Sequence[Fact]:
        """The facts that stand in a stretch as they were said last, whole."""
        found = {
            (fact.kind, fact.key): fact
            for seen, fact in self._said.get(span[:2], ())
            if span.start <= seen.start and seen.end <= span.end
        }
        return tuple(found.values())
