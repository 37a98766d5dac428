"""What a reader of files gives: a session with its messages, and the list of a file's sessions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import JsonValue

from uagent_memory.messages import Message

__all__ = ["FormatName", "Session", "SessionInfo", "format_of"]


class FormatName(StrEnum):
    UAGENT = "uagent"  # recorded sessions: speakers, flat tool calls
    ANTHROPIC = "anthropic"
    OPENAI = "openai"
    CLAUDE_CODE = "claude-code"
    OPENHANDS = "openhands"
    MESSAGES = "messages"  # plain roles and texts, as several providers have them


@dataclass(frozen=True, slots=True)
class Session:
    """One session of a file."""

    id: str
    messages: tuple[Message, ...]
    format: FormatName
    metadata: Mapping[str, JsonValue] = field(default_factory=dict)
    """What the session states about itself (source, language, working directory ...)."""
    skipped: int = 0
    """Lines or messages that could not be read and were passed over."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """A session of a file, unread. `number` counts from 1 and chooses it, as `id` does."""

    id: str
    number: int
    items: int
    """Messages as the file counts them."""
    format: FormatName


BLOCKS = frozenset(("tool_use", "tool_result", "thinking", "redacted_thinking"))
OPENAI_ROLES = frozenset(("developer", "tool", "function"))
REQUEST = ("system", "max_tokens")


def format_of(items: Iterable[JsonValue], body: Mapping[str, JsonValue]) -> FormatName:
    """Whose format a list of messages is in; the first telling message decides."""
    for item in items:
        name = _telling(item) if isinstance(item, dict) else None
        if name is not None:
            return name
    return FormatName.ANTHROPIC if any(key in body for key in REQUEST) else FormatName.MESSAGES


def _telling(item: dict[str, JsonValue]) -> FormatName | None:
    calls = item.get("tool_calls")
    first = calls[0] if isinstance(calls, list) and calls else None
    if isinstance(first, dict) and ("function" in first or "custom" in first):
        return FormatName.OPENAI
    if "agent" in item or isinstance(first, dict):
        return FormatName.UAGENT
    if BLOCKS.intersection(_part_types(item.get("content"))):
        return FormatName.ANTHROPIC
    role = item.get("role")
    is_openai = isinstance(role, str) and role in OPENAI_ROLES
    return FormatName.OPENAI if is_openai or "call_id" in item else None


def _part_types(content: JsonValue) -> Iterator[str]:
    for part in content if isinstance(content, list) else ():
        if isinstance(part, dict) and isinstance(kind := part.get("type"), str):
            yield kind
