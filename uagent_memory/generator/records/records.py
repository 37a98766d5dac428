"""Records: what the short JSON results of a history say, as ledger lines with their worth."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from uagent_memory.facts import CommandValue, FactKind
from uagent_memory.generator.evidence.evidence_line import EvidenceLine
from uagent_memory.generator.evidence.json_lines import record_line
from uagent_memory.generator.evidence.json_parents import Owner, owner_of
from uagent_memory.generator.evidence.json_pieces import is_short_json, json_records, plain_fields
from uagent_memory.generator.records.record_numbers import ID, NUMBERED, is_numbered
from uagent_memory.generator.records.record_speech import RecordSpeech
from uagent_memory.generator.records.record_worth import RecordWorth
from uagent_memory.generator.records.replaced_records import ReplacedRecords
from uagent_memory.generator.records.told_fields import (
    ToldRecords,
    items_of,
    names_all,
    objects_of,
    whole_lists,
    without_fields,
    without_keys,
)
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Message, Span

__all__ = ["Records"]


class Records:
    """Of one history; remembers what was told, so that each record is told once."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view
        self._settings = view.settings.records
        self._told: set[str] = set()
        self._told_records = ToldRecords(self._settings)
        self._speech = RecordSpeech(view)
        self._worth = RecordWorth(view, self._speech)
        self._replaced = ReplacedRecords(view)

    def holds(self, message: Message) -> bool:
        """The result is one short JSON value."""
        return is_short_json(message, self._settings.longest)

    def lines(self, message: Message) -> Iterator[EvidenceLine]:
        """The records of a result that none before it held, in order."""
        text = message.text
        told_above = self._speech.arguments(message)
        most = self._view.settings.limits.piece_characters
        places = list(json_records(text, 0, len(text), most=most))
        records = [text[a:b] for a, b in places]
        idle = self._worth.idle(message, records)
        factors = self._worth.factors(message, records)
        for (start, end), record in zip(places, records, strict=True):
            fields = "" if record in idle else self._new_in(record, told_above, message, records)
            if not fields:
                continue
            line = record_line(fields, self._settings)
            owner = self._owner(text, start, fields)
            first = start
            if owner is not None:
                line, first = f"{owner.number} {owner.key}: {line}", owner.start
            own, telling = self._worth.of(fields, message, factors[record])
            if self._replaced.holds(fields, message, told_above):
                line = self._view.labels("superseded") + line
                own *= self._settings.outdated_factor
            yield EvidenceLine(Span(message.id, "text", first, end), line, own, telling)

    def _owner(self, text: str, start: int, fields: str) -> Owner | None:
        """Whose an object is that names neither a number nor a name of its own."""
        if not fields.startswith("{") or is_numbered(fields) or self._speech.names.has_name(fields):
            return None
        return owner_of(text, start, numbered=NUMBERED, most=self._settings.owner_within)

    def _new_in(
        self, record: str, told_above: AbstractSet[str], message: Message, records: Sequence[str]
    ) -> str:
        """The fields of a record that nothing before it tells."""
        if not record.startswith("{"):
            return self._untold(record, told_above, message, records)
        if len(record) > self._settings.short:
            if record in self._told:
                return ""
            self._told.add(record)
        if self._says_again(record, told_above):
            return ""
        fields = without_keys(record, self._speech.looked_up, NUMBERED)
        return without_fields(fields, whole_lists(fields, records))

    def _says_again(self, record: str, told_above: AbstractSet[str]) -> bool:
        """An object that another one, or the line of the call, has said all of."""
        values = [value.casefold() for _, value in plain_fields(record)]
        above = [argument.casefold() for argument in told_above]
        if values and all(any(value in argument for argument in above) for value in values):
            return True
        return self._told_records.repeat(record, NUMBERED)

    def _untold(
        self, fields: str, told_above: AbstractSet[str], message: Message, records: Sequence[str]
    ) -> str:
        """Fields of a run less those that the call says, and names that another result has told."""
        outcomes = self._outcomes.get(message.id, ())
        objects = objects_of(records)
        told = plain_fields(fields)
        if len(told) >= self._settings.catalogue and all(NUMBERED.fullmatch(v) for _, v in told):
            told = [(field, value) for field, value in told if value in self._speech.sent]
        kept = []
        for field, value in told:
            names_it = ID.fullmatch(value) is not None
            if (
                all(item in told_above for item in items_of(value))
                or (field in outcomes and len(told) > 1)
                or (names_it and field in self._told)
                or names_all(value, objects)
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
