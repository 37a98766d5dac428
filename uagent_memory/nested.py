"""Walking through values of JSON or TOML."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["scalars_in", "strings_in"]


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


def scalars_in(value: object) -> Iterator[str]:
    """All strings and numbers of a value in order, as text; truth values are none."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from scalars_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from scalars_in(inner)
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield str(value)
