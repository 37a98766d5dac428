"""The content of one item, taken apart: texts, calls, results, and blocks kept as they came."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue

from uagent_memory.formats.malformed import MalformedItem
from uagent_memory.formats.plain import NoNumber, plain
from uagent_memory.formats.shapes import shapes
from uagent_memory.messages import Block, ToolCall

__all__ = [
    "Content",
    "as_block",
    "kind_of",
    "name_text",
    "parsed_arguments",
    "read_content",
    "tool_call",
]

JsonObject = dict[str, JsonValue]


class Content(NamedTuple):
    """The parts of a content, each kind in its order."""

    texts: list[str]
    calls: list[ToolCall]
    results: list[JsonObject]
    blocks: list[Block]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


def read_content(content: JsonValue) -> Content:
    """Take a content apart: a string, one part, or a list of strings and parts.

    Raises:
        MalformedItem: it is something else.
    """
    found = Content([], [], [], [])
    parts = content if isinstance(content, list) else [content]
    for part in parts:
        if isinstance(part, str) and not isinstance(part, NoNumber):
            _add_text(found, part)
        elif isinstance(part, dict):
            _add_part(found, part)
        elif part is not None:
            raise MalformedItem(
                f"`content` holds {kind_of(part)}: give a text or a list of content blocks"
            )
    return found


def tool_call(call: JsonValue) -> ToolCall:
    """A call in any of the spellings: flat, `function`, `custom`, or a `tool_use` block."""
    if not isinstance(call, dict):
        raise MalformedItem(f"`tool_calls` holds {kind_of(call)}, not an object")
    body = next(
        (inner for key in ("function", "custom") if isinstance(inner := call.get(key), dict)), call
    )
    arguments = next((body[key] for key in ("arguments", "input", "args") if key in body), None)
    return ToolCall(
        id=name_text(call.get("id")) or name_text(call.get("call_id")) or "",
        name=name_text(body.get("name")) or "",
        arguments=arguments
        if body is not call and "input" in body
        else parsed_arguments(arguments),
    )


def parsed_arguments(arguments: JsonValue) -> JsonValue:
    """Arguments that came as JSON text, as an object or list; any other text as it is."""
    if not isinstance(arguments, str):
        return arguments
    try:
        parsed = plain(json.loads(arguments))
    except (ValueError, RecursionError):
        return arguments
    return parsed if isinstance(parsed, dict | list) else arguments


def name_text(value: JsonValue) -> str | None:
    """A name or id as text; None if there is none."""
    if isinstance(value, str):
        return str(value) or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def kind_of(value: JsonValue) -> str:
    """What a JSON value is, in words."""
    if isinstance(value, NoNumber):
        return f"the number {value}"
    names = {str: "a text", bool: "a truth value", int: "a number", float: "a number"}
    names |= {list: "a list", dict: "an object"}
    return names.get(type(value), "null")


def _add_text(found: Content, text: JsonValue) -> None:
    if not isinstance(text, str) or isinstance(text, NoNumber):
        if text is None:
            return
        raise MalformedItem(f"a text part holds {kind_of(text)}, not a text")
    if text:
        found.texts.append(text)


def _add_part(found: Content, part: JsonObject) -> None:
    kinds = shapes().parts
    kind = part.get("type")
    if kind in kinds.text or (kind is None and isinstance(part.get("text"), str)):
        _add_text(found, part.get("text"))
    elif kind in kinds.refusal:
        _add_text(found, part.get("refusal"))
    elif kind in kinds.tool_call:
        found.calls.append(tool_call(part))
    elif kind in kinds.tool_result:
        found.results.append(part)
    else:
        found.blocks.append(as_block(part))


def as_block(part: Mapping[str, JsonValue]) -> Block:
    kind = part.get("type")
    return Block(type=kind if isinstance(kind, str) else "unknown", data=part)
