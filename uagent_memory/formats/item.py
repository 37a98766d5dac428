"""One input item to drafts, whatever its provider."""

from __future__ import annotations

from pydantic import JsonValue

from uagent_memory.formats.chat import read_chat_item
from uagent_memory.formats.draft import Draft
from uagent_memory.formats.responses import is_responses_item, read_responses_item
from uagent_memory.formats.shell_answers import unwrapped
from uagent_memory.messages import Role

__all__ = ["read_item"]

_TOOL = Role.TOOL


def read_item(item: dict[str, JsonValue]) -> list[Draft]:
    """The drafts of one item.

    Raises:
        MalformedItem: it is no message.
    """
    read = read_responses_item if is_responses_item(item) else read_chat_item
    return [unwrapped(draft) if draft.role is _TOOL else draft for draft in read(item)]
