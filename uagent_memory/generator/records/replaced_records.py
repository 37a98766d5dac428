"""What calls put something else in the place of: `item_ids` beside `new_item_ids`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from uagent_memory.facts import CommandValue, FactKind, Status
from uagent_memory.generator.compressors.commands import changes_something
from uagent_memory.generator.tool_settings import RecordSettings
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Message, Span, ToolCall

__all__ = ["ReplacedRecords"]

_VALUE = re.compile(r'"[^"]{1,60}"\s*:\s*"?([\w#-]{3,})"?(?=\s*[,}])')
"""A plain field's value, where it may be an id."""


class _Replacement(NamedTuple):
    until: int
    """Index of the message that sent the call."""
    of: frozenset[str]
    """What else its arguments name, such as the order: only of that it was replaced."""


class ReplacedRecords:
    """By id, up to which message a record of it tells of what has been replaced since."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view
        self._by_id: dict[str, _Replacement] = {}
        for fact in view.analysis.ledger.of(FactKind.COMMAND):
            value = fact.value
            if not isinstance(value, CommandValue) or fact.status is Status.FAILED:
                continue
            if changes_something(view, value):
                for span in {seen.span for seen in fact.history}:
                    self._add(span)

    def holds(self, fields: str, answer: Message, asked: Collection[str]) -> bool:
        """The record is of something that a later call put something else in the place of.

        Args:
            fields: the record.
            answer: the result that holds it.
            asked: the values of the call that got it.
        """
        if not self._by_id:
            return False
        index = self._view.by_id[answer.id].index
        found = (self._by_id.get(match[1]) for match in _VALUE.finditer(fields))
        later = (replaced for replaced in found if replaced and index <= replaced.until)
        return any(
            not replaced.of or any(name in asked or name in answer.text for name in replaced.of)
            for replaced in later
        )

    def _add(self, span: Span) -> None:
        message = self._view.message_of(span)
        if message is not None and span.part != "text":
            call = message.call_at(span.part)
            until = self._view.index_of(span)
            for old, beside in _replaced(call, self._view.settings.records):
                self._by_id[old] = _Replacement(until, beside)


def _replaced(call: ToolCall, settings: RecordSettings) -> Iterator[tuple[str, frozenset[str]]]:
    """The values that stand beside new ones in a call's arguments, and what else it names."""
    arguments = call.arguments
    if not isinstance(arguments, dict):
        return
    for name, new in arguments.items():
        known = _counterparts(name, arguments, settings)
        for other in known:
            kept = set(_ids(new))
            beside = (value for key, value in arguments.items() if key not in (name, other))
            named = frozenset(value for value in beside if isinstance(value, str) and value)
            yield from ((old, named) for old in _ids(arguments[other]) if old not in kept)


def _counterparts(
    name: str, arguments: Mapping[str, object], settings: RecordSettings
) -> Iterator[str]:
    """What an argument with a new value is called where it stands for the old one."""
    for mark in settings.new_marks:
        if name.startswith(mark):
            bare = name.removeprefix(mark)
            names = (bare, *(old + bare for old in settings.old_marks))
            yield from (other for other in names if other and other in arguments)


def _ids(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))
