"""What leaves for a provider, before its format: the summary, the kept messages, all mended."""

from __future__ import annotations

import copy
import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from pydantic import JsonValue

from uagent_memory.errors import ConfigError
from uagent_memory.formats.repair import changed, repair, without_thinking
from uagent_memory.formats.shapes import shapes
from uagent_memory.given import is_whole
from uagent_memory.messages import Author, Block, Message, Role, ToolCall
from uagent_memory.pairing import cut_before, pair_calls
from uagent_memory.render.marks import END_MARK, REFERENCE_ONLY

__all__ = [
    "NO_MESSAGES",
    "Outgoing",
    "ProviderMessage",
    "block_data",
    "call_arguments",
    "call_name",
    "outgoing",
    "sendable",
]

ProviderMessage: TypeAlias = dict[str, Any]
"""One message in a provider's own shape."""

NO_MESSAGES = "[no messages]"

_FOREIGN = re.compile(r"[^A-Za-z0-9_-]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


class Outgoing(NamedTuple):
    folded_system: tuple[Message, ...]
    """System messages of the part that the summary stands for: they are kept all the same."""
    summary: str
    """Reference data between its notice and its end mark; "" for none."""
    messages: tuple[Message, ...]
    """In log order; each call with exactly one result right behind it."""
    warnings: tuple[str, ...]


def outgoing(
    messages: Sequence[Message],
    *,
    summary: str | None,
    tail: int,
    answer_open: bool,
    id_length: int,
) -> Outgoing:
    """Choose and mend what is sent.

    With a summary, the last `tail` messages follow it, from the last legal cut at or before that
    point on: a tool exchange is never split, so more may be kept, and an open call always is. All
    thinking goes, since it is bound to the history that the summary replaces. Without a summary
    everything is sent, and thinking stays unless something had to be mended. A blank summary
    stands for nothing and is treated as none, with a warning.

    Raises:
        ConfigError: `tail` is no number of messages.
    """
    if not is_whole(tail) or tail < 0:
        raise ConfigError(f"tail is {tail!r}: give the number of messages to keep, 0 or more")
    ranked = [_without_authority(message) for message in messages]
    words = (summary or "").strip()
    cut = cut_before(ranked, len(ranked) - tail) if words else 0
    second = frozenset(pair_calls(ranked).duplicates) if cut else frozenset()
    kept = [message for index, message in enumerate(ranked[cut:], cut) if index not in second]
    mended = repair(kept, answer_open=answer_open, id_length=id_length)
    keeps_thinking = not words and not mended.warnings
    blank = ("the summary is blank: the whole history is sent",) if summary and not words else ()
    return Outgoing(
        tuple(message for message in ranked[:cut] if message.role is Role.SYSTEM),
        _marked(words) if words else "",
        mended.messages if keeps_thinking else without_thinking(mended.messages),
        (*blank, *mended.warnings),
    )


def _without_authority(message: Message) -> Message:
    """A summary or injected text that came as a system message speaks as a user message."""
    if message.role is not Role.SYSTEM or message.author is Author.SYSTEM:
        return message
    return changed(message, role=Role.USER)


def _marked(summary: str) -> str:
    lead = "" if REFERENCE_ONLY in summary else f"{REFERENCE_ONLY}\n"
    end = "" if summary.endswith(f"\n{END_MARK}") else f"\n{END_MARK}"
    return f"{lead}{summary}{end}\n"


def call_arguments(call: ToolCall) -> dict[str, JsonValue]:
    """The arguments as a JSON object; what came as something else stands under `arguments`."""
    arguments = sendable(call.arguments)
    if isinstance(arguments, dict):
        return arguments
    return {} if arguments is None or arguments == "" else {"arguments": arguments}


def call_name(call: ToolCall, *, length: int) -> str:
    """A tool name as providers take it."""
    return _FOREIGN.sub("_", call.name)[:length] or "tool"


def block_data(block: Block) -> ProviderMessage:
    """A block exactly as it came, in a copy of its own.

    A call or a result that stood where a provider takes none, such as inside another result, leaves
    as text: as a block it would be one half of a pair.
    """
    parts = shapes().parts
    if block.type in parts.tool_call or block.type in parts.tool_result:
        text = json.dumps(sendable(dict(block.data)), ensure_ascii=False)
        return {"type": "text", "text": text}
    return copy.deepcopy(dict(block.data))


def sendable(value: JsonValue) -> JsonValue:
    """The value in a copy that is valid JSON in valid UTF-8.

    A lone surrogate becomes U+FFFD, a number that JSON does not know its name as text.
    """
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub("\ufffd", value)
    if isinstance(value, Mapping):
        return {str(sendable(key)): sendable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [sendable(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
