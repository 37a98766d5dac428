"""Text that every store, request and terminal can take: no lone surrogates."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

__all__ = ["readable", "readable_value"]

_WITHOUT_TEXT = (int, Enum)


def readable(text: str) -> str:
    """The text with surrogate pairs joined and lone surrogates replaced by U+FFFD.

    A lone surrogate has no UTF-8 form: no store, request or terminal could take it.
    """
    if text.isascii():
        return str(text)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return str(text)


def readable_value(value: object) -> object:
    """A value with all texts in its mappings, lists and tuples readable; the value is not changed.

    Objects, enum members among them, stay as they are.
    """
    if type(value) is str:
        return value if value.isascii() else readable(value)
    if not value or isinstance(value, _WITHOUT_TEXT):
        return value
    if type(value) is tuple:
        return tuple(map(readable_value, value))
    if isinstance(value, Mapping):
        return {readable_value(key): readable_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [readable_value(item) for item in value]
    return value
