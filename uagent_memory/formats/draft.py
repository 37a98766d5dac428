"""A message as its format gives it, before it has an address in the memory."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from pydantic import JsonValue

from uagent_memory.authorship import Authorship
from uagent_memory.messages import Author, Block, Message, MessageKind, Role, ToolCall

__all__ = ["Draft", "Entry"]


class Draft(NamedTuple):
    """Fields as in `Message`; `author` is None where only the text or the speaker can tell."""

    role: Role
    text: str = ""
    author: Author | None = None
    agent: str | None = None
    to: str | None = None
    kind: MessageKind = MessageKind.MESSAGE
    tool_calls: tuple[ToolCall, ...] = ()
    """A call that came without an id has the id ""."""
    tool_call_id: str | None = None
    tool_name: str | None = None
    is_error: bool | None = None
    timestamp: datetime | None = None
    blocks: tuple[Block, ...] = ()
    source_id: str | None = None
    meta: Mapping[str, JsonValue] = MappingProxyType({})
    by_text: Authorship | None = None
    """Who wrote it by its text alone, where its reader has asked."""


class Entry(NamedTuple):
    """What one input item gave, with the item's index."""

    item: int
    message: Draft | Message
