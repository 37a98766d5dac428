"""Common ground of the compressors that work on message lists: chat shapes, masking, fitting."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from benchmarks.quality.record import RawMessage, calls, history_text, message_text
from benchmarks.quality.tokens import count, cut, cut_tail

__all__ = ["chat_messages", "chat_text", "first_and_last", "fitted", "masked"]

MASK = "[old output masked]"
RECENT_OUTPUTS = 3
"""Tool outputs that masking leaves alone."""
FIRST_SHARE = 0.25
"""Of the budget, at most, for the first message."""


def masked(history: Sequence[RawMessage], *, recent: int = RECENT_OUTPUTS) -> list[RawMessage]:
    """The history with all but the newest tool outputs replaced by a mark."""
    places = [at for at, message in enumerate(history) if message["role"] == "tool"]
    old = set(places[: len(places) - recent])
    return [{**m, "content": MASK} if at in old else m for at, m in enumerate(history)]


def first_and_last(history: Sequence[RawMessage], budget: int) -> str:
    """The first message, cut to a share of the budget, and as much of the end as fits."""
    if not history:
        return ""
    head = cut(message_text(history[0]), int(budget * FIRST_SHARE))
    tail = cut_tail(history_text(history[1:]), budget - count(head) - 1)
    return f"{head}\n{tail}"


def fitted(history: Sequence[RawMessage], budget: int) -> str:
    """All of it where it fits, else its first message and its end."""
    text = history_text(history)
    return text if count(text) <= budget else first_and_last(history, budget)


def chat_messages(history: Sequence[RawMessage]) -> list[dict[str, Any]]:
    """As OpenAI's chat API has them, which is what most packages read."""
    return [_chat(message) for message in history]


def _chat(message: RawMessage) -> dict[str, Any]:
    chat = {"role": message["role"], "content": message.get("content") or ""}
    if made := [_call(dict(call)) for call in calls(message)]:
        chat["tool_calls"] = made
    if message["role"] == "tool":
        chat["tool_call_id"] = message.get("tool_call_id") or "unknown"
    return chat


def _call(call: dict[str, Any]) -> dict[str, Any]:
    arguments = call.get("arguments")
    sent = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    function = {"name": str(call.get("name")), "arguments": sent}
    return {"id": str(call.get("id")), "type": "function", "function": function}


def chat_text(messages: Sequence[dict[str, Any]], budget: int) -> str:
    """What a package gave back, as text within the budget: its first message and its end."""
    return fitted([_raw(message) for message in messages], budget)


def _raw(message: dict[str, Any]) -> RawMessage:
    functions = [call["function"] for call in message.get("tool_calls") or ()]
    raw_calls = [{"name": f["name"], "arguments": f["arguments"]} for f in functions]
    return {
        "role": message["role"],
        "content": _flat(message.get("content")),
        "tool_calls": raw_calls,
    }


def _flat(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    return str(content or "")
