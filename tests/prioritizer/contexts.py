"""Hand-made analyses: what the prioritizer sees, without the analyzer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from uagent_memory.analyzer.types import (
    Actionability,
    ContentClassification,
    ContentType,
    ContextAnalysis,
    Cue,
    MessageAnalysis,
    Unit,
    UnitKind,
)
from uagent_memory.facts import Change, FactKind, FactValue
from uagent_memory.ledger import Ledger, Observation
from uagent_memory.messages import Author, Message, Span
from uagent_memory.roles import RoleProfile

ROLE = RoleProfile(name="tester")


def classified(
    content_type: ContentType = "general", actionability: Actionability = "informational"
) -> ContentClassification:
    return ContentClassification(content_type, 0.5, (), "basic", actionability)


def seen(
    message: Message, kind: FactKind, key: str, value: FactValue, change: Change = Change.STATED
) -> Observation:
    """An observation of the message's whole text."""
    span = Span(message.id, "text", 0, len(message.text))
    return Observation(kind, key, value, change, span, message.seq, message.author, message.trust)


def sentence(message: Message, cue: Cue = Cue.NONE) -> Unit:
    """The message's text as one unit."""
    span = Span(message.id, "text", 0, len(message.text))
    return Unit(UnitKind.SENTENCE, span, message.text, cue)


def context(
    messages: Sequence[Message],
    *,
    terms: Mapping[int, Sequence[str]] | None = None,
    facts: Sequence[Observation] = (),
    units: Mapping[int, Sequence[Unit]] | None = None,
) -> ContextAnalysis:
    """Terms and units by the message's index; turns as the analyzer counts them."""
    turn, analyses = 0, []
    for index, message in enumerate(messages):
        analyses.append(
            MessageAnalysis(
                message=message,
                index=index,
                turn=turn,
                classification=classified(),
                density=0.5,
                relevance=0.5,
                units=tuple((units or {}).get(index, ())),
                observations=(),
                terms=dict.fromkeys((terms or {}).get(index, ()), 1),
                call_terms={},
            )
        )
        turn += message.author is Author.AGENT
    return ContextAnalysis(tuple(analyses), Ledger(facts))
