"""Records: what the short JSON results of a history say, as ledger lines with their worth."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from uagent_memory.analyzer.terms import content_words, terms_of
from uagent_memory.facts import CommandValue, FactKind
from uagent_memory.generator.call_results import calls_by_id
from uagent_memory.generator.compressors.commands import changes_something
from uagent_memory.generator.evidence_line import EvidenceLine
from uagent_memory.generator.json_lines import record_line
from uagent_memory.generator.json_pieces import (
    json_records,
    json_values,
    looks_like_json,
    plain_fields,
)
from uagent_memory.generator.replaced_records import ReplacedRecords
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author, Message, Span

__all__ = ["Records"]

_ID = re.compile(r"#?(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[\w-]{4,}")
"""Letters and digits together: a value that names one thing."""
_NUMBERED = re.compile(rf"\d{{6,}}|{_ID.pattern}")


class Records:
    """Of one history; remembers what was told, so that each record is told once."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view
        self._calls = calls_by_id(view.messages)
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
        told_above = self._arguments(message)
        most = self._view.settings.limits.piece_characters
        places = list(json_records(text, 0, len(text), most=most))
        idle = self._idle(message, [text[a:b] for a, b in places])
        for start, end in places:
            fields = text[start:end]
            if fields in idle:
                continue
            if fields.startswith("{") and len(fields) > self._settings.short:
                if fields in self._told:
                    continue
                self._told.add(fields)
            if not fields.startswith("{"):
                fields = self._untold(fields, told_above)
            if not fields:
                continue
            line, worth = record_line(fields, self._settings), self._worth(fields)
            span = Span(message.id, "text", start, end)
            if self._replaced.holds(fields, self._view.index_of(span)):
                line = self._view.labels("superseded") + line
                worth *= self._settings.outdated_factor
            yield EvidenceLine(span, line, worth)

    def _untold(self, fields: str, told_above: frozenset[str]) -> str:
        """Fields of a run less those that the call says, and names that another result has told."""
        told = plain_fields(fields)
        if len(told) >= self._settings.catalogue and all(_NUMBERED.fullmatch(v) for _, v in told):
            told = [(field, value) for field, value in told if value in self._sent]
        kept = []
        for field, value in told:
            names_it = _ID.fullmatch(value) is not None
            if value in told_above or (names_it and field in self._told):
                continue
            if names_it:
                self._told.add(field)
            kept.append(field)
        return ", ".join(kept)

    def _arguments(self, message: Message) -> frozenset[str]:
        """What the line of the call above shows already."""
        place = self._calls.get(message.tool_call_id or "")
        if place is None:
            return frozenset()
        caller, index = place
        arguments = caller.tool_calls[index].arguments
        values = arguments.values() if isinstance(arguments, dict) else ()
        return frozenset(value for value in values if isinstance(value, str))

    def _idle(self, message: Message, records: Sequence[str]) -> frozenset[str]:
        """What a listing holds that nobody took up; among variants of a thing a choice is due."""
        found = self._view.listings.idle_records(message, records)
        choices = self._settings.choices
        return frozenset(one for one in found if not any(f'"{key}":' in one for key in choices))

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
    def _sent(self) -> frozenset[str]:
        """Ids and names in the arguments of all calls: of a catalogue only what was looked up."""
        calls = (call for m in self._view.messages for call in m.message.tool_calls)
        return frozenset(term for call in calls for term in terms_of(call.text))

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
