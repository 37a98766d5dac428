"""Messages for the OpenAI Chat Completions API."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from uagent_memory.formats.outgoing import (
    NO_MESSAGES,
    ProviderMessage,
    block_data,
    call_arguments,
    call_name,
    outgoing,
    sendable,
)
from uagent_memory.messages import Block, Message, Role, ToolCall
from uagent_memory.pairing import THINKING

__all__ = ["OpenAIPayload", "to_openai"]

_ID_LENGTH = 40
_NAME_LENGTH = 64
_FIELDS = frozenset(("audio", "reasoning", "reasoning_content"))


class OpenAIPayload(NamedTuple):
    """Arguments of `chat.completions.create`."""

    messages: list[ProviderMessage]
    """Never empty; system messages stand where they stood."""
    warnings: tuple[str, ...] = ()
    """What had to be mended."""


def to_openai(
    messages: Sequence[Message],
    *,
    summary: str | None = None,
    tail: int = 0,
    answer_open: bool = True,
) -> OpenAIPayload:
    """The messages, or a summary of them with a verbatim tail, in the shape of OpenAI Chat.

    Arguments as for `to_anthropic`.
    """
    out = outgoing(
        messages, summary=summary, tail=tail, answer_open=answer_open, id_length=_ID_LENGTH
    )
    done = [found for message in out.folded_system for found in _given(message)]
    if out.summary:
        done.append(_plain("user", out.summary))
    for role, group in groupby(out.messages, key=lambda message: message.role):
        run = tuple(group)
        if role is Role.ASSISTANT:
            done += _said(run)
        elif role is Role.TOOL:
            done += _results(run)
        else:
            done += (found for message in run for found in _given(message))
    if all(message["role"] == "system" for message in done):
        done.append(_plain("user", NO_MESSAGES))
    return OpenAIPayload(done, out.warnings)


def _plain(role: str, text: str) -> ProviderMessage:
    return {"role": role, "content": sendable(text)}


def _given(message: Message) -> Iterator[ProviderMessage]:
    """A system or user message; nothing for an empty one."""
    content = _content(message)
    if content:
        yield {"role": message.role.value, "content": content}


def _said(run: Sequence[Message]) -> Iterator[ProviderMessage]:
    """Assistant messages in a row; calls of one turn go into one message."""
    for has_calls, group in groupby(run, key=lambda message: bool(message.tool_calls)):
        parts = tuple(group)
        if has_calls:
            yield _joined(parts)
        else:
            yield from filter(None, map(_statement, parts))


def _statement(message: Message) -> ProviderMessage:
    content, fields = _content(message), _fields(message.blocks)
    if not content and THINKING.issuperset(fields):
        return {}
    return {"role": "assistant", "content": content or None, **fields}


def _joined(parts: Sequence[Message]) -> ProviderMessage:
    blocks = tuple(block for message in parts for block in message.blocks)
    text = "\n\n".join(message.text for message in parts if message.text.strip())
    calls = [_call(call) for message in parts for call in message.tool_calls]
    content = _parts(text, blocks)
    return {
        "role": "assistant",
        "content": content or None,
        **_fields(blocks),
        "tool_calls": calls,
    }


def _call(call: ToolCall) -> ProviderMessage:
    text = json.dumps(call_arguments(call), ensure_ascii=False, allow_nan=False)
    function = {"name": call_name(call, length=_NAME_LENGTH), "arguments": text}
    return {"id": call.id, "type": "function", "function": function}


def _results(run: Sequence[Message]) -> Iterator[ProviderMessage]:
    """Tool messages; what they hold beside text follows in one user message."""
    others: list[ProviderMessage] = []
    for message in run:
        text = sendable(message.text)
        yield {"role": "tool", "tool_call_id": message.tool_call_id, "content": text}
        others += (_block(block) for block in message.blocks if block.type not in THINKING)
    if others:
        yield {"role": "user", "content": others}


def _content(message: Message) -> str | list[ProviderMessage]:
    return _parts(message.text, message.blocks)


def _parts(text: str, blocks: Sequence[Block]) -> str | list[ProviderMessage]:
    """Text alone as a string, otherwise parts; "" for nothing."""
    others = [
        _block(block) for block in blocks if block.type not in THINKING and not _is_field(block)
    ]
    words = str(sendable(text)) if text.strip() else ""
    if not others:
        return words
    return [{"type": "text", "text": words}, *others] if words else others


def _is_field(block: Block) -> bool:
    """The block was a field beside the content: `reasoning_content`, `audio`."""
    return block.type in _FIELDS and set(block.data) == {"type", block.type}


def _fields(blocks: Sequence[Block]) -> ProviderMessage:
    return {block.type: block_data(block)[block.type] for block in blocks if _is_field(block)}


def _block(block: Block) -> ProviderMessage:
    """A block as it came; an image or document in another provider's shape in OpenAI's."""
    data = block_data(block)
    source = data.get("source")
    if not isinstance(source, dict):
        return data
    url = source.get("url")
    if source.get("type") == "base64":
        url = f"data:{source.get('media_type')};base64,{source.get('data')}"
    if block.type == "image" and isinstance(url, str):
        return {"type": "image_url", "image_url": {"url": url}}
    if block.type == "document" and source.get("type") == "base64":
        name = str(data.get("title") or "document")
        return {"type": "file", "file": {"filename": name, "file_data": url}}
    if block.type == "document" and source.get("type") == "text":
        return {"type": "text", "text": sendable(source.get("data"))}
    return data
