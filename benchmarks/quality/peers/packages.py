"""Published packages that compress offline, each called as its own documentation has it.

None of them keeps to a budget by itself on every history; what is over is fitted the same way for
all: the first message and the end.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from benchmarks.quality.peers.fitting import (
    chat_messages,
    chat_text,
    first_and_last,
    masked,
)
from benchmarks.quality.record import RawMessage, history_text
from benchmarks.quality.tokens import count

__all__ = ["distil", "distil_masked", "headroom", "langchain", "vecr"]


def distil(history: Sequence[RawMessage], budget: int) -> str:
    """distil-llm, fitted."""
    from distil import compress_messages

    return chat_text(compress_messages(chat_messages(history)).messages, budget)


def distil_masked(history: Sequence[RawMessage], budget: int) -> str:
    """distil-llm, then old tool output masked to fit."""
    from distil import compress_messages

    done = compress_messages(chat_messages(history)).messages
    smaller = [
        {**raw, "content": message["content"]} for raw, message in zip(history, done, strict=True)
    ]
    text = history_text(smaller)
    return text if count(text) <= budget else first_and_last(masked(smaller), budget)


def vecr(history: Sequence[RawMessage], budget: int) -> str:
    from vecr_compress import compress

    return chat_text(compress(chat_messages(history), budget_tokens=budget).messages, budget)


def headroom(history: Sequence[RawMessage], budget: int) -> str:
    """Without its language model, which it would download."""
    from headroom import compress

    done = compress(
        chat_messages(history),
        model="gpt-4o",
        model_limit=budget,
        compress_user_messages=True,
        kompress_model="disabled",
    )
    return chat_text(done.messages, budget)


def langchain(history: Sequence[RawMessage], budget: int) -> str:
    """`ClearToolUsesEdit` with nothing exempt, then `trim_messages` from the end."""
    from langchain.agents.middleware import ClearToolUsesEdit
    from langchain_core.messages import BaseMessage, convert_to_messages, trim_messages

    sizes: dict[int, int] = {}

    def tokens(messages: Sequence[BaseMessage]) -> int:
        return sum(_size(message, sizes) for message in messages)

    messages = convert_to_messages(_parsed(chat_messages(history)))
    ClearToolUsesEdit(trigger=0, keep=0).apply(messages, count_tokens=tokens)
    sizes.clear()
    kept = trim_messages(messages, max_tokens=budget, token_counter=tokens, strategy="last")
    return "\n".join(map(_said, kept))


def _size(message: Any, sizes: dict[int, int]) -> int:
    if id(message) not in sizes:
        sizes[id(message)] = count(_said(message)) + 1
    return sizes[id(message)]


def _said(message: Any) -> str:
    made = getattr(message, "tool_calls", None) or ()
    lines = (f"{call['name']} {json.dumps(call['args'], ensure_ascii=False)}" for call in made)
    return "\n".join((str(message.content), *lines))


def _parsed(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Calls whose arguments are no JSON object are made into one, or they would be refused."""
    for message in messages:
        for call in message.get("tool_calls") or ():
            call["function"]["arguments"] = _object(call["function"]["arguments"])
    return messages


def _object(arguments: str) -> str:
    try:
        value = json.loads(arguments)
    except ValueError:
        value = None
    return arguments if isinstance(value, dict) else json.dumps({"input": arguments})
