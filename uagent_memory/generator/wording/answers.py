"""Short answers say little without their question: "It costs 35 dollars.", 价格是35元。"""

from __future__ import annotations

from collections.abc import Mapping

from uagent_memory.facts import Change, FactKind, Status
from uagent_memory.ledger import Ledger
from uagent_memory.messages import Author, Span

__all__ = ["passed_over", "questions_answered"]


def questions_answered(ledger: Ledger) -> Mapping[str, Span]:
    """Id of the message that answers -> where the user's last question before it stands."""
    answered = (
        fact
        for fact in ledger.of(FactKind.QUESTION)
        if fact.status is Status.ANSWERED and fact.first.author is Author.USER
    )
    ordered = sorted(answered, key=lambda fact: fact.first.order)
    return {fact.last.span.message_id: fact.first.span for fact in ordered}


def passed_over(ledger: Ledger) -> frozenset[Span]:
    """Where an agent asked what nobody waits to have answered any more."""
    return frozenset(
        seen.span
        for fact in ledger.of(FactKind.QUESTION)
        if fact.status is Status.SUPERSEDED
        for seen in fact.history
        if seen.author is Author.AGENT and seen.change is Change.ASKED
    )
