"""Variants of one thing in a result - sizes, colours - of which somebody wants one."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from uagent_memory.analyzer.terms import content_words
from uagent_memory.generator.evidence.json_pieces import json_values, plain_fields
from uagent_memory.generator.records.record_numbers import as_spoken
from uagent_memory.generator.tool_settings import RecordSettings
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author, Message

__all__ = ["Variants"]

_NUMBER = re.compile(r"\d{4,}|\d+\.\d\d?")


class Variants:
    """Tells how much each variant of a result counts, by what was said and called after it."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view
        self._settings = view.settings.records

    def factors(self, message: Message, records: Sequence[str]) -> Mapping[str, float]:
        """By variant; empty where the result holds less than `least_variants` of them."""
        settings = self._settings
        choices = {
            record: words
            for record in _of_one_thing(records, settings)
            if (words := _choices(record, settings))
        }
        if len(choices) < settings.least_variants:
            return {}
        taken = self._taken(message, choices) or self._wished(choices)
        others = settings.untaken_factor if taken else settings.unchosen_factor
        return {record: 1.0 if record in taken else others for record in choices}

    def _taken(self, message: Message, choices: Mapping[str, frozenset[str]]) -> AbstractSet[str]:
        """Those that a user chose since, or a call names: by a number, or by all that they are."""
        said = self._said_since(message)
        text = "\n".join(said)
        numbers = {record: _numbers(record) for record in choices}
        numbered = {
            record
            for record, own in numbers.items()
            if any(self._sent.get(one, -1) > message.seq or one in text for one in own)
        }
        if numbered:
            return numbered
        words = [frozenset(content_words(one)) for one in said]
        worded = {record for record, own in choices.items() if any(own <= one for one in words)}
        return worded or self._offered(message, numbers)

    def _offered(self, message: Message, numbers: Mapping[str, Sequence[str]]) -> AbstractSet[str]:
        """Those that an agent's newest message on them names, by a number, where it names few."""
        most = self._settings.most_offered
        for analysis in reversed(self._view.messages[self._view.by_id[message.id].index :]):
            if analysis.message.author is Author.AGENT:
                text = analysis.message.text
                offered = {record for record, own in numbers.items() if any(n in text for n in own)}
                if offered:
                    return offered if len(offered) <= most else frozenset()
        return frozenset()

    def _wished(self, choices: Mapping[str, frozenset[str]]) -> AbstractSet[str]:
        """Those that are most of what users spoke of, where not all are."""
        telling = frozenset.union(*choices.values()) - frozenset.intersection(*choices.values())
        wished = telling & self._users_words
        counts = {record: len(own & wished) for record, own in choices.items()}
        most = max(counts.values())
        return {record for record, count in counts.items() if most and count == most}

    @cached_property
    def _users_words(self) -> frozenset[str]:
        return frozenset(w for m in self._view.users for w in content_words(m.message.text))

    def _said_since(self, message: Message) -> Sequence[str]:
        """What users said next."""
        place = bisect_right(self._places, message.seq)
        later = self._view.users[place : place + self._settings.choice_reach]
        return [m.message.text for m in later]

    @cached_property
    def _places(self) -> Sequence[int]:
        return [m.message.seq for m in self._view.users]

    @cached_property
    def _sent(self) -> Mapping[str, int]:
        """Ids and names in arguments of calls, with `Message.seq` of the last call."""
        found: dict[str, int] = {}
        for analysis in self._view.messages:
            if analysis.message.author is Author.AGENT:
                found |= dict.fromkeys(analysis.call_terms, analysis.message.seq)
        return found


def _of_one_thing(records: Sequence[str], settings: RecordSettings) -> Sequence[str]:
    """Those without a name of their own; things of several names are no variants."""
    named = {record: _name(record, settings) for record in records}
    several = len(set(named.values()) - {""}) > 1
    return [record for record, name in named.items() if not (name and several)]


def _name(record: str, settings: RecordSettings) -> str:
    naming = tuple(f'"{key}"' for key in settings.naming)
    return next((v for field, v in plain_fields(record) if field.startswith(naming)), "")


def _numbers(record: str) -> Sequence[str]:
    """Ids and figures as people say them."""
    return [as_spoken(number) for number in _NUMBER.findall(record)]


def _choices(record: str, settings: RecordSettings) -> frozenset[str]:
    """The words of the fields that say what a variant is."""
    found: set[str] = set()
    for key in settings.choices:
        at = record.find(f'"{key}":')
        if at >= 0:
            opened = record.find("{", at)
            closed = record.find("}", opened)
            if 0 <= opened < closed:
                found.update(content_words(json_values(record[opened:closed])))
    return frozenset(found)
