"""Small conversations and the facts that come out of them."""

from __future__ import annotations

from collections.abc import Iterable

from tests.builders import SessionBuilder
from uagent_memory.analyzer.observations.conversation.conversation import ConversationObserver
from uagent_memory.analyzer.observations.conversation.refusals import FailureBook
from uagent_memory.analyzer.units import split_units
from uagent_memory.facts import FactKind
from uagent_memory.ledger import Fact, Ledger, Observation
from uagent_memory.messages import Message

Turn = tuple[str, str]


def talk(*turns: Turn) -> tuple[Message, ...]:
    """Messages of ("user" | "agent" | "system", text) turns."""
    builder = SessionBuilder()
    for speaker, text in turns:
        getattr(builder, speaker)(text)
    return builder.messages


def observe(messages: Iterable[Message]) -> list[Observation]:
    """All observations of a log, read from its first message."""
    log = tuple(messages)
    observer = ConversationObserver(FailureBook(log))
    return [seen for message in log for seen in observer.feed(message, split_units(message))]


def facts(kind: FactKind, *turns: Turn) -> list[Fact]:
    """The facts of one kind that a conversation leaves, by first appearance."""
    return list(Ledger(observe(talk(*turns))).of(kind))


def states(kind: FactKind, *turns: Turn) -> dict[str, str]:
    """Text of each fact and its status."""
    return {text_of(fact): fact.status.value for fact in facts(kind, *turns)}


def text_of(fact: Fact) -> str:
    value = fact.value
    for name in ("text", "literal", "what", "stage"):
        if hasattr(value, name):
            return str(getattr(value, name))
    return ""
