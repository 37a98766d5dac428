"""Records: what the short JSON results of a history say, as ledger lines with their worth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from uagent_memory.analyzer.terms import content_words, terms_of
from uagent_memory.facts import CommandValue, FactKind
from uagent_memory.generator.compressors.commands import changes_something
from uagent_memory.generator.evidence_line import EvidenceLine
from uagent_memory.generator.json_lines import record_line
from uagent_memory.generator.json_pieces import json_records, json_values, looks_like_json
from uagent_memory.generator.replaced_records import ReplacedRecords
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author, Message, Span

__all__ = ["Records"]


class Records:
    """Of one history; remembers what was told, so that each record is told once."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view
        self._settings = view.settings.records
        self._told: set[str] = set()
        self._replaced = ReplacedRecords(view)

    def holds(self, message: Message) -> bool:
        """The result is one short JSON value: what it says is in its fields, not in its lines."""
        text = message.text
        short = len(text) <= self._settings.longest
        return message.author is Author.TOOL and short and looks_like_json(text, 0, len(text))

    def lines(self, message: Message) -> Iterator[EvidenceLine]:
        """The records of a result that none before it held, in order."""
        text = message.text
        most = self._view.settings.limits.piece_characters
        for start, end in json_records(text, 0, len(text), most=most):
            fields = text[start:end]
            if fields.startswith("{") and len(fields) > self._settings.short:
                if fields in self._told:
                    continue
                self._told.add(fields)
            line, worth = record_line(fields, self._settings), self._worth(fields)
            span = Span(message.id, "text", start, end)
            if self._replaced.holds(fields, self._view.index_of(span)):
                line = self._view.labels("superseded") + line
                worth *= self._settings.outdated_factor
            yield EvidenceLine(span, line, worth)

    def _worth(self, fields: str) -> float:
        """More where it tells how things stand, was asked for, or was acted on."""
        settings = self._settings
        worth = settings.worth
        if any(f'"{key}":' in fields for key in settings.telling):
            worth *= settings.telling_factor
        shared = self._view.latest_words.intersection(content_words(json_values(fields)))
        if len(shared) >= settings.asked_words:
            worth *= settings.asked_factor
        if self._acted_on and not self._acted_on.isdisjoint(terms_of(fields)):
            worth *= settings.acted_factor
        return worth

    @cached_property
    def _acted_on(self) -> frozenset[str]:
        """Ids and names in the arguments of calls that change something, such as cancel_order."""
        commands = self._view.analysis.ledger.of(FactKind.COMMAND)
        changing = (
            fact.value.command
            for fact in commands
            if isinstance(fact.value, CommandValue) and changes_something(self._view, fact.value)
        )
        return frozenset(term for command in changing for term in terms_of(command))
