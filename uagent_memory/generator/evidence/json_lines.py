"""A JSON record as one ledger line: what its fields hold, without quotation marks and brackets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from uagent_memory.generator.tool_settings import RecordSettings

__all__ = ["record_line", "told_line"]

_BLANKS = re.compile(r"[^\S ]|  ")
_SAYS_ITSELF = re.compile(r"[^\W_]*[^\W\d_]{3}[^_]*|\d+(?:\.\d+)?[^\W\d_]{1,4}|\d+ [^\W\d_]{2,}")
"""A value that needs no name beside it: words, or a number with its unit."""

_TELLING = 4
"""Characters of a value from which it does not stand in a name by chance."""


def record_line(fields: str, settings: RecordSettings) -> str:
    """`Desk Lamp: item_id 4471, price 31.50, options (brass, dimmable)`.

    Every name and value is spelled as it stands.

    Args:
        fields: an object, or fields as they stand in one.
        settings: which keys name the record, in which objects a value needs no name, and which
            values always do.

    Returns:
        The text itself where it is no JSON, or spells characters with escapes.
    """
    if "\\" in fields:
        return fields
    try:
        record = json.loads(
            fields if fields.startswith("{") else f"{{{fields}}}",
            object_pairs_hook=_Object,
            parse_float=_Literal,
            parse_int=_Literal,
        )
    except ValueError:
        return fields
    line = _Teller(settings).record(record)
    return fields if not line or _BLANKS.search(line) else line


def told_line(line: str, settings: RecordSettings) -> str:
    """A line of JSON as its fields; any other as it is."""
    is_json = line.startswith(('"', "{")) and '":' in line
    return record_line(line.rstrip(", "), settings) if is_json else line


class _Object(list[tuple[str, object]]):
    """Its fields in order; a doubled key stays doubled."""


class _Literal(str):
    """A number as it is spelled."""

    __slots__ = ()


class _Teller:
    def __init__(self, settings: RecordSettings) -> None:
        self._settings = settings

    def record(self, record: _Object) -> str:
        naming = self._settings.naming
        name = next((value for key, value in record if key in naming and _is_text(value)), None)
        told = ", ".join(self._field(key, value) for key, value in record if value is not name)
        if name is None:
            return told
        return f"{name}: {told}" if told else str(name)

    def _field(self, key: str, value: object) -> str:
        if isinstance(value, _Object):
            new = _Object(field for field in value if not _stands_in(key, field[1]))
            told = ", ".join(self._inner(new, named=key not in self._settings.choices))
            return f"{key} ({told})" if new or not value else key
        if isinstance(value, list):
            return f"{key} [{', '.join(map(self._item, value))}]"
        return f"{key} {_scalar(value)}"

    def _inner(self, record: _Object, *, named: bool) -> Iterator[str]:
        for key, value in record:
            if not named and isinstance(value, str) and self._says_itself(value):
                yield value
            else:
                yield self._field(key, value)

    def _item(self, value: object) -> str:
        if isinstance(value, _Object):
            return "; ".join(self._inner(value, named=True))
        if isinstance(value, list):
            return f"[{', '.join(map(self._item, value))}]"
        return _scalar(value)

    def _says_itself(self, value: str) -> bool:
        is_bare = isinstance(value, _Literal) or value.lower() in self._settings.bare
        return not is_bare and _SAYS_ITSELF.fullmatch(value) is not None


def _stands_in(key: str, value: object) -> bool:
    """The object's own key spells it: `"card_9021": {"id": "card_9021", "kind": "card"}`."""
    return isinstance(value, str) and len(value) >= _TELLING and value in key


def _scalar(value: object) -> str:
    """Strings and numbers as they stand; the rest as JSON spells it."""
    return value if isinstance(value, str) and value else json.dumps(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and not isinstance(value, _Literal) and bool(value)
