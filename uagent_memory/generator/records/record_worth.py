"""What records are worth: more where they were asked for, offered or acted on, or are spoken of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import NamedTuple

from uagent_memory.analyzer.terms import content_words, terms_of
from uagent_memory.generator.evidence.json_pieces import json_values
from uagent_memory.generator.records.record_numbers import NUMBERED, is_numbered, spoken_in
from uagent_memory.generator.records.record_speech import RecordSpeech
from uagent_memory.generator.records.reprinted import Reprinted
from uagent_memory.generator.records.told_fields import objects_of
from uagent_memory.generator.records.variants import Variants
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Message

__all__ = ["RecordWorth", "Worth"]


class Worth(NamedTuple):
    own: float
    telling: float
    """Factor on the worth of its terms."""


class RecordWorth:
    """Of one history."""

    def __init__(self, view: GeneratorView, speech: RecordSpeech) -> None:
        self._view = view
        self._settings = view.settings.records
        self._speech = speech
        self._variants = Variants(view)
        self._reprinted = Reprinted(view)

    def factors(self, message: Message, records: Sequence[str]) -> Mapping[str, float]:
        """What each record of a result counts beside the others, where that is not 1."""
        sought = self._speech.arguments(message)
        passing = self._settings.passed_factor if self._is_passed_over(message, sought) else 1.0
        beside = self._beside(records) | dict(self._variants.factors(message, records))
        return {record: passing * beside.get(record, 1.0) for record in records}

    def of(self, fields: str, message: Message, factor: float) -> Worth:
        """Of the fields of a record that are told.

        Args:
            fields: as they are spelled.
            message: the result that holds them.
            factor: what the record counts beside the others.
        """
        terms = terms_of(fields).keys()
        telling = self._telling(fields, terms) * factor
        sought = self._speech.arguments(message)
        asked = not self._speech.latest.isdisjoint(sought)
        asked = asked and not self._reprinted.holds(message, sought)
        own = self._own(fields, terms) * telling
        return Worth(own * (self._settings.offered_factor if asked else 1.0), telling)

    def idle(self, message: Message, records: Sequence[str]) -> frozenset[str]:
        """What a listing holds that nobody took up; among variants of a thing a choice is due."""
        found = self._view.listings.idle_records(message, records)
        choices = self._settings.choices
        return frozenset(one for one in found if not any(f'"{key}":' in one for key in choices))

    def _beside(self, records: Sequence[str]) -> dict[str, float]:
        """What things count of which nobody speaks, where people do of others beside them."""
        things = [one for one in objects_of(records) if self._speech.names.has_name(one)]
        spoken = {one for one in things if self._speech.is_of(one, terms_of(one).keys())}
        others = self._settings.beside_factor if spoken else 1.0
        return {one: others for one in things if one not in spoken}

    def _own(self, fields: str, terms: AbstractSet[str]) -> float:
        """More where it tells how things stand, was asked for, offered or acted on."""
        settings, speech = self._settings, self._speech
        worth = settings.worth
        if any(f'"{key}":' in fields for key in settings.telling):
            worth *= settings.telling_factor
        shared = self._view.latest_words.intersection(content_words(json_values(fields)))
        if len(shared) >= settings.asked_words or speech.names.is_asked(fields):
            worth *= settings.asked_factor
        if fields.startswith("{") and not speech.offered.isdisjoint(spoken_in(terms)):
            worth *= settings.offered_factor
        if not speech.acted_on.isdisjoint(terms):
            worth *= settings.acted_factor
        return worth

    def _telling(self, fields: str, terms: AbstractSet[str]) -> float:
        """More where people speak of it by its name, or of an id or a figure that it holds."""
        if self._speech.is_of(fields, terms):
            return self._settings.said_factor
        if fields.startswith("{") and not is_numbered(fields):
            return self._settings.nameless_factor
        return self._settings.unsaid_factor

    def _is_passed_over(self, message: Message, arguments: AbstractSet[str]) -> bool:
        """Nobody speaks of what the call looked up, but of what calls of the same tool did."""
        sought = frozenset(filter(NUMBERED.fullmatch, arguments))
        if not sought or not self._speech.said.isdisjoint(sought):
            return False
        return message.tool_name in self._spoken_tools

    @cached_property
    def _spoken_tools(self) -> frozenset[str]:
        """Tools of which some call looked up an id that somebody speaks of."""
        said = self._speech.said
        calls = (caller.tool_calls[at] for caller, at in self._view.calls.by_result.values())
        return frozenset(call.name for call in calls if not said.isdisjoint(terms_of(call.text)))
