"""Records: what the short JSON results of a history say, as ledger lines with their worth."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from uagent_memory.analyzer.terms import content_words, terms_of
from uagent_memory.facts import CommandValue, FactKind
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
from uagent_memory.generator.variants import Variants
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author, Message, Span
from uagent_memory.nested import strings_in

__all__ = ["Records"]

_ID = re.compile(r"#?(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[\w-]{4,}")
"""Letters and digits together: a value that names one thing."""
_NUMBERED = re.compile(rf"\d{{6,}}|{_ID.pattern}")

_DIGIT = re.compile(r"\d")
_WORD = re.compile(r'"([^"]*)"')
_SPOKEN = re.compile(rf"{_NUMBERED.pattern}|\d+\.\d\d|\d{{3,5}}")


def _items(value: str) -> Sequence[str]:
    """Of a list of words these, of any other value itself."""
    return _WORD.findall(value) if value.startswith("[") else (value,)


class Records:
    """Of one history; remembers what was told, so that each record is told once."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view
        self._calls = view.calls.by_result
        self._settings = view.settings.records
        self._told: set[str] = set()
        self._replaced = ReplacedRecords(view)
        self._variants = Variants(view)

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
        passing = self._settings.passed_factor if self._is_passed_over(message) else 1.0
        records = [text[a:b] for a, b in places]
        idle = self._idle(message, records)
        variants = self._variants.factors(message, records)
        for start, end in places:
            fields = text[start:end]
            if fields in idle:
                continue
            if fields.startswith("{") and len(fields) > self._settings.short:
                if fields in self._told:
                    continue
                self._told.add(fields)
            if not fields.startswith("{"):
                fields = self._untold(fields, told_above, self._outcomes.get(message.id, ()))
            if not fields:
                continue
            line = record_line(fields, self._settings)
            terms = terms_of(fields).keys()
            telling = self._telling(fields, terms) * passing * variants.get(text[start:end], 1.0)
            worth = self._worth(fields, terms) * telling
            span = Span(message.id, "text", start, end)
            if self._replaced.holds(fields, message, told_above):
                line = self._view.labels("superseded") + line
                worth *= self._settings.outdated_factor
            yield EvidenceLine(span, line, worth, telling)

    def _untold(self, fields: str, told_above: frozenset[str], outcomes: Collection[str]) -> str:
        """Fields of a run less those that the call says, and names that another result has told."""
        told = plain_fields(fields)
        if len(told) >= self._settings.catalogue and all(_NUMBERED.fullmatch(v) for _, v in told):
            told = [(field, value) for field, value in told if value in self._sent]
        kept = []
        for field, value in told:
            names_it = _ID.fullmatch(value) is not None
            if (
                told_above.issuperset(_items(value))
                or (field in outcomes and len(told) > 1)
                or (names_it and field in self._told)
            ):
                continue
            if names_it:
                self._told.add(field)
            kept.append(field)
        return ", ".join(kept)

    @cached_property
    def _outcomes(self) -> Mapping[str, Collection[str]]:
        """By result, the field that the line of its call shows."""
        found: dict[str, set[str]] = {}
        for fact in self._view.analysis.ledger.of(FactKind.COMMAND):
            if isinstance(fact.value, CommandValue):
                for line in fact.value.verdict[:1]:
                    found.setdefault(line.span.message_id, set()).add(line.text)
        return found

    def _arguments(self, message: Message) -> frozenset[str]:
        """What the line of the call above shows already."""
        place = self._calls.get(message.id)
        if place is None:
            return frozenset()
        caller, index = place
        return frozenset(strings_in(caller.tool_calls[index].arguments))

    def _idle(self, message: Message, records: Sequence[str]) -> frozenset[str]:
        """What a listing holds that nobody took up; among variants of a thing a choice is due."""
        found = self._view.listings.idle_records(message, records)
        choices = self._settings.choices
        return frozenset(one for one in found if not any(f'"{key}":' in one for key in choices))

    def _worth(self, fields: str, terms: AbstractSet[str]) -> float:
        """More where it tells how things stand, was asked for, or was acted on."""
        settings = self._settings
        worth = settings.worth
        if any(f'"{key}":' in fields for key in settings.telling):
            worth *= settings.telling_factor
        shared = self._view.latest_words.intersection(content_words(json_values(fields)))
        if len(shared) >= settings.asked_words:
            worth *= settings.asked_factor
        if not self._acted_on.isdisjoint(terms):
            worth *= settings.acted_factor
        return worth

    def _telling(self, fields: str, terms: AbstractSet[str]) -> float:
        """More where people speak of it by its name, or of an id or a figure that it holds."""
        if not self._said.isdisjoint(terms) or self._is_named(fields):
            return self._settings.said_factor
        return self._settings.unsaid_factor

    def _is_passed_over(self, message: Message) -> bool:
        """Nobody speaks of what the call looked up, but of what calls of the same tool did."""
        sought = {value for value in self._arguments(message) if _NUMBERED.fullmatch(value)}
        if not sought or not self._said.isdisjoint(sought):
            return False
        return message.tool_name in self._spoken_tools

    @cached_property
    def _spoken_tools(self) -> frozenset[str]:
        """Tools of which some call looked up an id that somebody speaks of."""
        return frozenset(
            call.name
            for caller, index in self._calls.values()
            if not self._said.isdisjoint(terms_of((call := caller.tool_calls[index]).text))
        )

    def _is_named(self, fields: str) -> bool:
        """Users speak of it by a word of its name."""
        named = (
            value
            for field, value in plain_fields(fields)
            if any(field.startswith(f'"{key}"') for key in self._settings.naming)
        )
        return any(not self._users_words.isdisjoint(content_words(name)) for name in named)

    @cached_property
    def _users_words(self) -> frozenset[str]:
        general = self._view.settings.policies.general
        said = {word for m in self._view.users for word in content_words(m.message.text)}
        return frozenset(said - general)

    @cached_property
    def _said(self) -> frozenset[str]:
        """Ids and figures that people and agents speak of."""
        speaking = (Author.USER, Author.AGENT)
        said = (s for s in self._view.statements if s.analysis.message.author in speaking)
        spoken = (s.unit.text for s in said if _DIGIT.search(s.unit.text))
        return frozenset(
            term for text in spoken for term in terms_of(text) if _SPOKEN.fullmatch(term)
        )

    @cached_property
    def _sent(self) -> frozenset[str]:
        """Ids and names in the arguments of all calls: of a catalogue only what was looked up."""
        return frozenset(term for m in self._view.messages for term in m.call_terms)

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
