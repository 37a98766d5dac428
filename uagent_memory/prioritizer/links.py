"""The links under the cross-reference graph, as plain lists of indices.

Bounded per term: a later mention links to the first and to the previous message with the term, and
a term that stands in a large share of all messages links nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from math import log2
from typing import TypeAlias

from uagent_memory.analyzer.types import ContextAnalysis
from uagent_memory.facts import FactValue, FileValue, MentionValue, SymbolValue, TaskValue
from uagent_memory.facts import TestValue as TestFigures
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author
from uagent_memory.prioritizer.settings import ReferenceSettings

__all__ = ["BEFORE", "LINK", "Links"]

BEFORE = -1
"""Index of a message that stands before the analysed ones (facts of an earlier hand-off)."""
LINK = 1.0
"""Weight of a result's link to its call; a mention's is smaller, the commoner its term."""
SILENT = frozenset((Author.TOOL, Author.HARNESS))
"""Printed text repeats terms without meaning to refer to anything."""
Targets: TypeAlias = dict[int, float]


class Links:
    """Message -> earlier messages, message -> facts known before it, fact -> its first message."""

    def __init__(self, analysis: ContextAnalysis, settings: ReferenceSettings) -> None:
        self.messages = analysis.messages
        self.facts = tuple(analysis.ledger)
        self.mentions: list[Targets] = [{} for _ in self.messages]
        """Per message, the earlier messages that it comes back to."""
        self.named: list[Targets] = [{} for _ in self.messages]
        """Per message, the numbers of the facts that it comes back to."""
        self.calls: list[int | None] = [None] * len(self.messages)
        """Per message, the call that it is the result of."""
        self.known_from: list[int] = []
        """Per fact, the message that first showed it."""
        self.names = [names_of(fact) for fact in self.facts]
        """Per fact, the terms by which later text refers to it."""
        self._settings = settings
        self._link_facts()
        self._link_messages()
        self._link_calls()

    def reference_counts(self) -> list[int]:
        """Per message, the number of later messages that come back to it."""
        counts = [0] * len(self.messages)
        for targets in self.mentions:
            for target in targets:
                counts[target] += 1
        return counts

    def fact_reference_counts(self) -> list[int]:
        """Per fact, the number of messages after the first that show or name it."""
        referrers = {number: set(seen) for number, seen in self._seen_again.items()}
        for index, targets in enumerate(self.named):
            for number in targets:
                referrers.setdefault(number, set()).add(index)
        return [len(referrers.get(number, ())) for number in range(len(self.facts))]

    def _link_facts(self) -> None:
        index_of = {seen.message.id: seen.index for seen in self.messages}
        limit = self._settings.facts_per_name
        self._by_name: dict[str, list[int]] = {}
        self._seen_again: dict[int, list[int]] = {}
        for number, (fact, names) in enumerate(zip(self.facts, self.names, strict=True)):
            seen_first, *seen_later = fact.history
            first = index_of.get(seen_first.span.message_id, BEFORE)
            self.known_from.append(first)
            if seen_later:
                places = {index_of.get(seen.span.message_id, BEFORE) for seen in seen_later}
                again = sorted(place for place in places if place > first)
                self._seen_again[number] = again
                for index in again:
                    self.named[index][number] = LINK
            for name in names:
                bearers = self._by_name.setdefault(name, [])
                if len(bearers) < limit:
                    bearers.append(number)

    def _link_messages(self) -> None:
        weights = self._term_weights()
        first: dict[str, int] = {}
        previous: dict[str, int] = {}
        for analysis in self.messages:
            index = analysis.index
            known = [term for term in analysis.terms if term in weights]
            if not known:
                continue
            if analysis.message.author not in SILENT:
                self._link(index, known, first, previous, weights)
            for term in known:
                first.setdefault(term, index)
                previous[term] = index

    def _link(
        self,
        index: int,
        terms: Sequence[str],
        first: dict[str, int],
        previous: dict[str, int],
        weights: dict[str, float],
    ) -> None:
        mentions, named = self.mentions[index], self.named[index]
        for term in terms:
            weight = weights[term]
            origin = first.get(term)
            if origin is not None:
                mentions[origin] = mentions.get(origin, 0.0) + weight
                latest = previous[term]
                if latest != origin:
                    mentions[latest] = mentions.get(latest, 0.0) + weight
            for number in self._by_name.get(term, ()):
                if self.known_from[number] < index:
                    named[number] = named.get(number, 0.0) + weight

    def _term_weights(self) -> dict[str, float]:
        """Terms that can link: in two messages at least, or a fact's name; not commonplace."""
        spread = Counter(chain.from_iterable(analysis.terms for analysis in self.messages))
        settings = self._settings
        limit = max(settings.commonplace_minimum, settings.commonplace_share * len(self.messages))
        by_name = self._by_name
        return {
            term: LINK / log2(1 + count)
            for term, count in spread.items()
            if count <= limit and (count > 1 or term in by_name)
        }

    def _link_calls(self) -> None:
        open_calls: dict[str, int] = {}
        for analysis in self.messages:
            message = analysis.message
            if message.tool_call_id is not None:
                self.calls[analysis.index] = open_calls.get(message.tool_call_id)
            for call in message.tool_calls:
                open_calls[call.id] = analysis.index


def names_of(fact: Fact) -> tuple[str, ...]:
    """The terms by which later text refers to a fact: its key and its value's spellings."""
    spelled = _spellings(fact.value)
    if not spelled:
        return (fact.key,) if fact.key else ()
    return tuple(dict.fromkeys([name for name in (fact.key, *spelled) if name]))


def _spellings(value: FactValue) -> tuple[str, ...]:
    match value:
        case MentionValue():
            return (value.literal,)
        case FileValue():
            return (value.path, value.spelled)
        case SymbolValue() | TestFigures():
            return (value.name,)
        case TaskValue():
            return (value.task_id,)
        case _:
            return ()
