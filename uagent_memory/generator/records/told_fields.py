"""What a record says that another one, or a line, has told before."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from uagent_memory.generator.evidence.json_pieces import plain_fields
from uagent_memory.generator.tool_settings import RecordSettings

__all__ = [
    "ToldRecords",
    "items_of",
    "names_all",
    "objects_of",
    "tells_fields",
    "whole_lists",
    "without_fields",
    "without_keys",
]

_LIST = 2
"""Items of a list."""
_WORD = re.compile(r'"([^"]*)"')
_KEY = re.compile(r'"([^"]{1,60})"')


class ToldRecords:
    """By the numbers that they hold, what the records told so far say."""

    def __init__(self, settings: RecordSettings) -> None:
        self._bare = settings.bare
        self._by_number: dict[str, list[Collection[tuple[str, str]]]] = {}

    def repeat(self, record: str, numbers: re.Pattern[str]) -> bool:
        """One of the same thing has told all that it says; otherwise this one does so now.

        Args:
            record: an object.
            numbers: values that name one thing.
        """
        own = _pairs(record)
        ids = [value for _, value in own if numbers.fullmatch(value)]
        if ids and any(self._holds(known, own) for known in self._by_number.get(ids[-1], ())):
            return True
        for number in ids:
            self._by_number.setdefault(number, []).append(own)
        return False

    def _holds(self, known: Collection[tuple[str, str]], own: Sequence[tuple[str, str]]) -> bool:
        """A "true" says nothing by itself: a field that is new, or none that has changed."""
        keys, values = {key for key, _ in known}, {value for _, value in known}
        return all(
            pair in known or (pair[0] not in keys if self._is_bare(pair[1]) else pair[1] in values)
            for pair in own
        )

    def _is_bare(self, value: str) -> bool:
        return value.lower() in self._bare


def objects_of(records: Iterable[str]) -> Sequence[str]:
    """Those that are no runs of fields."""
    return [record for record in records if record.startswith("{")]


def items_of(value: str) -> Sequence[str]:
    """Of a list of words these, of any other value itself."""
    return _WORD.findall(value) if value.startswith("[") else (value,)


def names_all(value: str, records: Iterable[str]) -> bool:
    """A list of numbers names all that the records beside it are of."""
    items = frozenset(items_of(value)) if value.startswith("[") else frozenset()
    if len(items) < _LIST:
        return False
    by_key: dict[str, set[str]] = {}
    for record in records:
        for key, told in _pairs(record):
            by_key.setdefault(key, set()).add(told)
    return any(items == values for values in by_key.values())


def whole_lists(record: str, records: Iterable[str]) -> Sequence[str]:
    """Fields of an object that list all that the objects beside it are of."""
    others = [one for one in objects_of(records) if one != record]
    return [field for field, value in plain_fields(record) if names_all(value, others)]


def tells_fields(line: str, record: str) -> bool:
    """A line spells all values of a record."""
    values = [value for _, value in _pairs(record)]
    return bool(values) and all(item in line for value in values for item in items_of(value))


def without_keys(record: str, keys: Collection[str], numbers: re.Pattern[str]) -> str:
    """An object less the numbers that only say where to look, if another says what it is."""
    numbered = [(field, value) for field, value in plain_fields(record) if numbers.fullmatch(value)]
    left_out = [field for field, value in numbered if value in keys]
    return without_fields(record, left_out) if len(left_out) < len(numbered) else record


def without_fields(record: str, fields: Iterable[str]) -> str:
    """An object less some of its fields, each as it is spelled."""
    for field in fields:
        one = re.escape(field)
        record = re.sub(rf"(?<=\{{){one}\s*,\s*|\s*,\s*{one}|{one}", "", record, count=1)
    return record


def _pairs(record: str) -> Sequence[tuple[str, str]]:
    """Names and values of the fields."""
    found = []
    for field, value in plain_fields(record):
        key = _KEY.match(field)
        found.append((key[1] if key else "", value))
    return found
