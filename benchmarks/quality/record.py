"""A recorded message as the measures read it: its text, its calls decoded, who speaks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from uagent_memory.messages import plain_arguments

__all__ = ["RawMessage", "agent_text", "calls", "history_text", "message_text", "sent_arguments"]

RawMessage: TypeAlias = dict[str, Any]
"""`role`, `agent`, `content`, `tool_calls` ({id, name, arguments}), `tool_call_id`, `timestamp`."""


def calls(message: RawMessage) -> Sequence[Mapping[str, Any]]:
    return message.get("tool_calls") or ()


def message_text(message: RawMessage) -> str:
    """The content, then a line for each call: its name and decoded arguments."""
    said = (f"{call.get('name')} {_decoded(call.get('arguments'))}" for call in calls(message))
    return "\n".join((message.get("content") or "", *said))


def _decoded(arguments: Any) -> str:
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return str(arguments)
    return plain_arguments(arguments)


def sent_arguments(message: RawMessage) -> Iterator[str]:
    """The arguments of each call as they were sent, in JSON."""
    for call in calls(message):
        sent = call.get("arguments")
        yield sent if isinstance(sent, str) else json.dumps(sent, ensure_ascii=False)


def agent_text(message: RawMessage) -> str:
    """What an agent wrote, calls included; "" for anyone else's message."""
    return message_text(message) if message["role"] == "assistant" else ""


def history_text(history: Sequence[RawMessage]) -> str:
    return "\n".join(map(message_text, history))
