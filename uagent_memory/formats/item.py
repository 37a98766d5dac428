"""One input item to drafts, whatever its provider."""

from __future__ import annotations

from pydantic import JsonValue

from uagent_memory.formats.chat import read_chat_item
from uagent_memory.formats.draft import Draft
from uagent_memory.formats.responses import is_responses_item, read_responses_item
from uagent_memory.formats.shell_answers import unwrapped

__all__ = ["read_item"]


def read_item(item: dict[str, JsonValue]) -> list[Draft]:
    """The drafts of one item.

    Raises:
        MalformedItem: it is no message.
    """
    read = read_responses_item if is_responses_item(item) else read_chat_item
    return list(map(unwrapped, read(item)))
