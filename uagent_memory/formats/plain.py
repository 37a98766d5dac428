"""Whatever a caller hands in, as a fresh JSON-like value that nothing else holds."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from datetime import date
from enum import Enum

from pydantic import JsonValue

from uagent_memory.formats.malformed import MalformedItem
from uagent_memory.formats.shapes import shapes
from uagent_memory.readable import readable

__all__ = ["NoNumber", "plain", "record"]


class NoNumber(str):
    """NaN or an infinity, which JSON does not have, as a text: a value in arguments, no content."""

    __slots__ = ()


def plain(value: object, *, depth: int = 0) -> JsonValue:
    """A deep copy of dicts, lists and scalars; SDK objects, dataclasses and enums are opened.

    Raises:
        MalformedItem: it is nested deeper than the limit (or holds itself), or holds a number that
            cannot be written down.
    """
    if type(value) is str and value.isascii():
        return value
    if isinstance(value, str):
        return value if isinstance(value, NoNumber) else readable(value)
    if value is None or isinstance(value, bool):
        return value
    if depth > shapes().limits.depth:
        raise MalformedItem(f"it is nested more than {shapes().limits.depth} levels deep")
    if isinstance(value, list | tuple):
        return [plain(item, depth=depth + 1) for item in value]
    if type(value) is dict or isinstance(value, Mapping):
        return {
            key if type(key) is str and key.isascii() else readable(str(key)): item
            if item is None or (type(item) is str and item.isascii())
            else plain(item, depth=depth + 1)
            for key, item in value.items()
        }
    return _scalar(value, depth)


def record(value: object) -> Mapping[str, object] | None:
    """The fields of an object that has some (pydantic model, dataclass); None of any other."""
    dump = getattr(value, "model_dump", None)
    if callable(dump) and not isinstance(value, type):
        fields = dump(exclude_none=True, by_alias=True, warnings=False)
        return fields if isinstance(fields, Mapping) else None
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return None


def _scalar(value: object, depth: int) -> JsonValue:
    fields = record(value)
    if fields is not None:
        return plain(fields, depth=depth + 1)
    if isinstance(value, Enum):
        return plain(value.value, depth=depth + 1)
    if isinstance(value, AbstractSet):
        return [plain(item, depth=depth + 1) for item in sorted(value, key=repr)]
    if isinstance(value, int):
        return _number(int(value))
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else NoNumber(value)
    return _as_text(value)


def _number(value: int) -> int:
    """The number, if Python is willing to write it down (`sys.set_int_max_str_digits`)."""
    try:
        str(value)
    except ValueError:
        raise MalformedItem("it holds a number with too many digits") from None
    return value


def _as_text(value: object) -> str:
    """Its text, or the name of its type where the text would hold a memory address."""
    if isinstance(value, bytes | bytearray):
        return bytes(value).decode("utf-8", "replace")
    if isinstance(value, date):
        return value.isoformat()
    kind = type(value)
    if kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__:
        return kind.__name__
    return readable(str(value))
