"""Open orders, as hand-offs tell them: what an agent said in giving one is not told again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from uagent_memory.analyzer.types import MessageAnalysis, Unit
from uagent_memory.facts import Change, FactKind, Status
from uagent_memory.ledger import Fact, Ledger
from uagent_memory.messages import Author, Span

__all__ = ["GivenOrders"]

_PARAGRAPH = "\n\n"


class GivenOrders:
    """Of one history.

    Args:
        ledger: of the whole history.
        messages: by id.
        most: characters up to which all that a message says of an order is told with it.
    """

    def __init__(self, ledger: Ledger, messages: Sequence[MessageAnalysis], most: int) -> None:
        texts = {m.message.id: m.message.text for m in messages if _by_agent(m)}
        self._told: dict[str, Span] = {}
        for fact in ledger.of(FactKind.HANDOFF):
            if fact.status is Status.STATED and (at := _newest(fact)) is not None:
                self._told[fact.key] = _widened(at, texts, most)
        self._by_message: Mapping[str, Span] = {at.message_id: at for at in self._told.values()}

    def whole(self, fact: Fact) -> Span | None:
        """All that was said of an open order; None of one that is over."""
        return self._told.get(fact.key)

    def tell(self, unit: Unit) -> bool:
        """Whether a hand-off's line says what a sentence says."""
        at, said = self._by_message.get(unit.span.message_id), unit.span
        return at is not None and said.part == at.part and at.start <= said.start < at.end


def _by_agent(analysis: MessageAnalysis) -> bool:
    return analysis.message.author in (Author.AGENT, Author.PARENT)


def _newest(fact: Fact) -> Span | None:
    stated = (seen.span for seen in reversed(fact.history) if seen.change is Change.STATED)
    return next(stated, None)


def _widened(at: Span, texts: Mapping[str, str], most: int) -> Span:
    """To the end of its message, where that is short and goes on in the same paragraph."""
    text = texts.get(at.message_id, "") if at.part == "text" else ""
    end = len(text.rstrip())
    is_short = at.end < end and end - at.start <= most
    return at._replace(end=end) if is_short and _PARAGRAPH not in text[at.start : end] else at
