"""ContextAnalyzer: class, density, relevance, units and observations of a role's messages."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from uagent_memory.analyzer.classifier import ContentClassifier
from uagent_memory.analyzer.density import InformationDensityEvaluator
from uagent_memory.analyzer.frames import without_frame
from uagent_memory.analyzer.observations.conversation import (
    ConversationObserver,
    Reading,
    read_message,
)
from uagent_memory.analyzer.observations.exchange import ExchangeObserver
from uagent_memory.analyzer.observations.refusals import FailureBook
from uagent_memory.analyzer.relevance import RelevanceScorer
from uagent_memory.analyzer.terms import terms_of
from uagent_memory.analyzer.types import (
    ContentClassification,
    ContextAnalysis,
    MessageAnalysis,
    Unit,
)
from uagent_memory.analyzer.units import link_results, split_units
from uagent_memory.ledger import Ledger, Observation
from uagent_memory.messages import Author, Message, MessageKind
from uagent_memory.roles import RoleProfile

__all__ = ["ContextAnalyzer"]

CACHED_MESSAGES = 50_000


class _Key(NamedTuple):
    """All of a message that its reading depends on."""

    id: str
    seq: int
    text: str
    author: Author
    agent: str | None
    to: str | None
    kind: MessageKind
    tool_name: str | None
    is_error: bool | None

    @classmethod
    def of(cls, message: Message) -> _Key:
        return cls(
            message.id,
            message.seq,
            message.full_text,
            message.author,
            message.agent,
            message.to,
            message.kind,
            message.tool_name,
            message.is_error,
        )


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a message says by itself, whatever stands around it and whoever will read it."""

    classification: ContentClassification
    density: float
    units: tuple[Unit, ...]
    said: Reading
    terms: dict[str, int]
    call_terms: dict[str, int]


class ContextAnalyzer:
    """Reads each message once; equal messages are read from the cache (bounded, by content)."""

    def __init__(self) -> None:
        self._classifier = ContentClassifier()
        self._density = InformationDensityEvaluator()
        self._relevance = RelevanceScorer()
        self._cache: OrderedDict[_Key, _Reading] = OrderedDict()

    def analyze_context(
        self, messages: Sequence[Message], *, receiver: RoleProfile
    ) -> ContextAnalysis:
        """Analyse a role's log for the role that will read the result."""
        anew: list[str] = []
        readings = [self._read(message, anew) for message in messages]
        units = link_results([reading.units for reading in readings], messages)
        observed = _observe(messages, readings)
        turn, analyses = 0, []
        met: set[str] = set()
        for index, (message, reading) in enumerate(zip(messages, readings, strict=True)):
            analyses.append(
                MessageAnalysis(
                    message=message,
                    index=index,
                    turn=turn,
                    classification=reading.classification,
                    density=reading.density,
                    relevance=self._relevance.score_message(
                        message, reading.terms, receiver, met=met
                    ),
                    units=units[index],
                    observations=observed[index],
                    terms=reading.terms,
                    call_terms=reading.call_terms,
                )
            )
            turn += message.author is Author.AGENT
            met.update(reading.terms)
        return ContextAnalysis(
            tuple(analyses),
            Ledger(seen for batch in observed for seen in batch),
            cached=len(messages) - len(anew),
        )

    def _read(self, message: Message, anew: list[str]) -> _Reading:
        """From the cache; a message that is not there is read, and its id added to `anew`."""
        key = _Key.of(message)
        reading = self._cache.get(key)
        if reading is None:
            reading = self._cache[key] = self._read_anew(message)
            anew.append(message.id)
            if len(self._cache) > CACHED_MESSAGES:
                self._cache.popitem(last=False)
        else:
            self._cache.move_to_end(key)
        return reading

    def _read_anew(self, message: Message) -> _Reading:
        classification = self._classifier.classify_content(message.full_text)
        terms = terms_of(message.text)
        call_terms: dict[str, int] = {}
        for call in message.tool_calls:
            for term, count in terms_of(call.text).items():
                call_terms[term] = call_terms.get(term, 0) + count
        for term, count in call_terms.items():
            terms[term] = terms.get(term, 0) + count
        units = tuple(without_frame(message, split_units(message)))
        return _Reading(
            classification=classification,
            density=self._density.evaluate_density(message.full_text, classification),
            units=units,
            said=read_message(message, units),
            terms=terms,
            call_terms=call_terms,
        )


def _observe(
    messages: Sequence[Message], readings: Sequence[_Reading]
) -> list[tuple[Observation, ...]]:
    exchange, conversation = ExchangeObserver(), ConversationObserver(FailureBook(messages))
    observed = []
    for message, reading in zip(messages, readings, strict=True):
        seen = [*exchange.feed(message), *conversation.feed(message, reading.units, reading.said)]
        observed.append(tuple(seen))
    if observed:
        observed[-1] = (*observed[-1], *exchange.open_calls())
    return observed
