"""Short answers say little without their question: "It costs 35 dollars.", 价格是35元。"""

from __future__ import annotations

from collections.abc import Mapping

from uagent_memory.facts import FactKind, Status
from uagent_memory.ledger import Ledger
from uagent_memory.messages import Author, Span

__all__ = ["questions_answered"]


def questions_answered(ledger: Ledger) -> Mapping[str, Span]:
    """Id of the message that answers -> where the user's last question before it stands."""
    answered = (
        fact
        for fact in ledger.of(FactKind.QUESTION)
        if fact.status is Status.ANSWERED and fact.first.author is Author.USER
    )
    ordered = sorted(answered, key=lambda fact: fact.first.order)
    return {fact.last.span.message_id: fact.first.span for fact in ordered}
