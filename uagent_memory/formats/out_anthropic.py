"""Messages for the Anthropic Messages API."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
from uagent_memory.messages import Block, Message, Role
from uagent_memory.pairing import THINKING

__all__ = ["EARLIER", "AnthropicPayload", "to_anthropic"]

EARLIER = "[the conversation goes on]"
"""Opens a list that would begin with the assistant, which the API refuses."""

_NATIVE_THINKING = frozenset(("thinking", "redacted_thinking"))
_ID_LENGTH = 64
_NAME_LENGTH = 128
_DATA_URL = re.compile(r"data:(?P<type>[\w.+-]+/[\w.+-]+);base64,")


class AnthropicPayload(NamedTuple):
    """Arguments of `messages.create`."""

    system: str
    """For `system=`; "" if there is none. All system messages, in order."""
    messages: list[ProviderMessage]
    """Never empty, begins with the user, alternates."""
    warnings: tuple[str, ...] = ()
    """What had to be mended."""


def to_anthropic(
    messages: Sequence[Message],
    *,
    summary: str | None = None,
    tail: int = 0,
    answer_open: bool = True,
) -> AnthropicPayload:
    """The messages, or a summary of them with a verbatim tail, in Anthropic's shape.

    Args:
        messages: a log in order.
        summary: stands, in the user's role, for what is not in the tail; None: all is sent.
        tail: with a summary, how many of the last messages follow it. The cut moves earlier where
            it would split a tool exchange.
        answer_open: put a stand-in for the result of a call that is still open, so that the list
            can be sent as it is. False leaves the call for the caller to answer.
    """
    out = outgoing(
        messages, summary=summary, tail=tail, answer_open=answer_open, id_length=_ID_LENGTH
    )
    system = [*out.folded_system, *(m for m in out.messages if m.role is Role.SYSTEM)]
    turns = _Turns()
    if out.summary:
        turns.add("user", [_text(out.summary)])
    for message in out.messages:
        if message.role is Role.ASSISTANT:
            turns.add("assistant", list(_said(message)))
        elif message.role is not Role.SYSTEM:
            turns.add("user", list(_given(message)))
    texts = [str(sendable(message.text)) for message in system if message.text.strip()]
    return AnthropicPayload("\n\n".join(texts), turns.messages(), out.warnings)


class _Turns:
    """Joins what one side says in a row into one message."""

    def __init__(self) -> None:
        self._turns: list[tuple[str, list[ProviderMessage]]] = []

    def add(self, role: str, blocks: list[ProviderMessage]) -> None:
        if not blocks:
            return
        if self._turns and self._turns[-1][0] == role:
            self._turns[-1][1].extend(blocks)
        else:
            self._turns.append((role, blocks))

    def messages(self) -> list[ProviderMessage]:
        if not self._turns:
            return [{"role": "user", "content": NO_MESSAGES}]
        opening = [("user", [_text(EARLIER)])] if self._turns[0][0] == "assistant" else []
        return [
            {"role": role, "content": _content(blocks)} for role, blocks in (*opening, *self._turns)
        ]


def _content(blocks: list[ProviderMessage]) -> str | list[ProviderMessage]:
    """Text alone as a string; otherwise blocks, tool results first."""
    if len(blocks) == 1 and set(blocks[0]) == {"type", "text"}:
        return str(blocks[0]["text"])
    return sorted(blocks, key=lambda block: block.get("type") != "tool_result")


def _said(message: Message) -> Iterator[ProviderMessage]:
    thinking = [block for block in message.blocks if block.type in THINKING]
    yield from (block_data(block) for block in thinking if block.type in _NATIVE_THINKING)
    if message.text.strip():
        yield _text(message.text)
    yield from (_block(block) for block in message.blocks if block.type not in THINKING)
    for call in message.tool_calls:
        name, arguments = call_name(call, length=_NAME_LENGTH), call_arguments(call)
        yield {"type": "tool_use", "id": call.id, "name": name, "input": arguments}


def _given(message: Message) -> Iterator[ProviderMessage]:
    texts = [_text(message.text)] if message.text.strip() else []
    blocks = [_block(block) for block in message.blocks if block.type not in THINKING]
    if message.role is not Role.TOOL:
        yield from (*texts, *blocks)
        return
    result: ProviderMessage = {"type": "tool_result", "tool_use_id": message.tool_call_id}
    result["content"] = [*texts, *blocks] if blocks else sendable(message.text)
    if message.is_error:
        result["is_error"] = True
    yield result


def _text(text: str) -> ProviderMessage:
    return {"type": "text", "text": sendable(text)}


def _block(block: Block) -> ProviderMessage:
    """A block as it came; an image in another provider's shape in Anthropic's."""
    data = block_data(block)
    if block.type not in ("image_url", "input_image"):
        return data
    given = data.get("image_url")
    url = given.get("url") if isinstance(given, dict) else given
    if not isinstance(url, str):
        return data
    inline = _DATA_URL.match(url)
    if inline is None:
        return {"type": "image", "source": {"type": "url", "url": url}}
    source = {"type": "base64", "media_type": inline["type"], "data": url[inline.end() :]}
    return {"type": "image", "source": source}
