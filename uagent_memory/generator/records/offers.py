"""Offers that a user took up, with the sentence that says what they are of."""

from __future__ import annotations

from collections.abc import Mapping

from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.analyzer.types import MessageAnalysis, Unit, UnitKind
from uagent_memory.facts import OPEN_STATUSES, FactKind, TaskValue, TextSpan
from uagent_memory.generator.records.service_words import is_inviting
from uagent_memory.generator.wording.emptiness import is_bare
from uagent_memory.generator.wording.phrasing import is_lead_in
from uagent_memory.generator.wording.references import points_back
from uagent_memory.ledger import Fact, Ledger
from uagent_memory.messages import Author, Span

__all__ = ["is_offer", "offer_of", "offered", "told_with_offers"]


def is_offer(text: str) -> bool:
    """It asks for a go-ahead: "Shall I?", "Let me know if you would like me to proceed"."""
    return is_question(text) or is_inviting(text)


def offer_of(task: Fact) -> TextSpan | None:
    """What an agent offered, where it did so last; None of all other work."""
    if not (isinstance(task.value, TaskValue) and is_offer(task.value.text)):
        return None
    places = [seen.span for seen in task.history if seen.author is Author.AGENT]
    return TextSpan(task.value.text, places[-1] if places else task.first.span)


def offered(messages: Mapping[str, MessageAnalysis], offer: TextSpan) -> TextSpan | None:
    """The sentence before "Shall I proceed with these changes?"; None if it says all itself."""
    if not (is_offer(offer.text) and points_back(offer.text)):
        return None
    analysis = messages.get(offer.span.message_id)
    before = [
        unit
        for unit in (analysis.units if analysis else ())
        if unit.span.part == offer.span.part and unit.span.end <= offer.span.start
    ]
    said = next((unit for unit in reversed(before) if _tells(unit)), None)
    return TextSpan(said.text, said.span) if said else None


def told_with_offers(ledger: Ledger, messages: Mapping[str, MessageAnalysis]) -> frozenset[Span]:
    """Where the sentences stand that the lines of open offers say.

    Args:
        ledger: of a history.
        messages: its messages, by id.
    """
    tasks = ledger.of(FactKind.TASK)
    offers = map(offer_of, (task for task in tasks if task.status in OPEN_STATUSES))
    told = (offered(messages, offer) for offer in offers if offer is not None)
    return frozenset(said.span for said in told if said is not None)


def _tells(unit: Unit) -> bool:
    text = unit.text
    return unit.kind is UnitKind.SENTENCE and not (
        is_question(text) or is_bare(text) or is_lead_in(text)
    )
