"""Items of the OpenAI Responses API that have no role: calls, their outputs, reasoning."""

from __future__ import annotations

import json

from pydantic import JsonValue

from uagent_memory.formats.content import as_block, name_text, parsed_arguments, read_content
from uagent_memory.formats.draft import Draft
from uagent_memory.messages import Role, ToolCall

__all__ = ["is_responses_item", "read_responses_item"]

CALL, OUTPUT = "_call", "_call_output"
OTHERS = ("reasoning", "compaction", "item_reference")
ARGUMENTS = ("arguments", "input", "action", "operation")


def is_responses_item(item: dict[str, JsonValue]) -> bool:
    kind = item.get("type")
    if "role" in item or not isinstance(kind, str):
        return False
    return kind in OTHERS or kind.endswith((CALL, OUTPUT))


def read_responses_item(item: dict[str, JsonValue]) -> list[Draft]:
    kind, source_id = str(item["type"]), name_text(item.get("id"))
    if kind.endswith(OUTPUT):
        return [_output(item, source_id)]
    if kind.endswith(CALL) and "call_id" in item:
        return [Draft(Role.ASSISTANT, tool_calls=(_call(item, kind),), source_id=source_id)]
    return [Draft(Role.ASSISTANT, blocks=(as_block(item),), source_id=source_id)]


def _call(item: dict[str, JsonValue], kind: str) -> ToolCall:
    """A call; one of a built-in tool is named for its type."""
    arguments = next((item[key] for key in ARGUMENTS if key in item), None)
    return ToolCall(
        id=name_text(item.get("call_id")) or "",
        name=name_text(item.get("name")) or kind.removesuffix(CALL),
        arguments=parsed_arguments(arguments) if "arguments" in item else arguments,
    )


def _output(item: dict[str, JsonValue], source_id: str | None) -> Draft:
    output = item.get("output")
    blocks = read_content(output if isinstance(output, str | list) else None)
    text = json.dumps(output, ensure_ascii=False) if isinstance(output, dict) else blocks.text
    return Draft(
        Role.TOOL,
        text=text,
        tool_call_id=name_text(item.get("call_id")),
        blocks=tuple(blocks.blocks),
        source_id=source_id,
    )
