"""Walking through values of JSON or TOML."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["strings_in"]


def strings_in(value: object) -> Iterator[str]:
    """All strings of a value in order, those in lists and objects too; keys are none."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings_in(inner)
