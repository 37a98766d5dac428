"""Request bodies and recorded sessions: objects that hold a list of messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from uagent_memory.formats.shapes import shapes

__all__ = ["body_items", "is_body", "metadata_of"]

LISTS = ("messages", "input")
SYSTEM = ("system", "instructions")


def is_body(value: Mapping[str, object]) -> bool:
    """Whether an object holds messages and is none itself."""
    return "role" not in value and any(isinstance(value.get(key), list) for key in LISTS)


def body_items(body: Mapping[str, object]) -> Iterator[object]:
    """The items of a body in order, its system text first."""
    for key in SYSTEM:
        if body.get(key):
            yield {"role": "system", "content": body[key]}
    for key in LISTS:
        items = body.get(key)
        if isinstance(items, list):
            yield from items
            return


def metadata_of(body: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The plain facts that a session states about itself, licence and answers left out."""
    left_out = shapes().keys.not_metadata
    return {
        key: value
        for key, value in body.items()
        if key not in left_out and isinstance(value, str | int | float)
    }
