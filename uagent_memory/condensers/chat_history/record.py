"""One line of a chat history: a message as it came, or a summary with what it stands for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal, TypeAlias

from pydantic import JsonValue

from uagent_memory.errors import InputError
from uagent_memory.formats import read_messages
from uagent_memory.formats.malformed import MalformedItem
from uagent_memory.formats.plain import plain
from uagent_memory.messages import Message, Role

__all__ = [
    "ChatMessage",
    "Compression",
    "MessageState",
    "Method",
    "Record",
    "dumped",
    "new_record",
]

ChatMessage: TypeAlias = dict[str, Any]
"""A message in the shape it came in: `role`, `content`, `created_at` ..."""
Method: TypeAlias = Literal["rules", "model", "review"]


class MessageState(StrEnum):
    """Section 5.2."""

    ORIGINAL = "ORIGINAL"
    COMPRESSED = "COMPRESSED"


@dataclass(frozen=True, slots=True)
class Compression:
    """What stands behind a summary; kept beside the message, not in it."""

    id: str
    """`c1`, `c2` ...: the handle of `restore`."""
    covers: tuple[int, ...]
    """Places of the original messages, ascending."""
    originals: tuple[Record, ...] | None
    """In order of arrival. None: not kept, or deleted on request."""
    tokens_before: int
    tokens_after: int
    method: Method
    keyword_retention: float
    structure_integrity: float

    @property
    def reduction(self) -> float:
        """Share of the tokens removed."""
        return 1 - self.tokens_after / self.tokens_before if self.tokens_before else 0.0


@dataclass(frozen=True)
class Record:
    """A message at its place; `json` is its exact text in the file."""

    seq: int
    """Place in the order of arrival, from 1; a summary has that of its first original."""
    json: str
    compression: Compression | None = None
    restored: bool = False
    """Brought back on request: exempt from compression."""
    parts: tuple[Message, ...] = field(kw_only=True, compare=False, repr=False)
    """The same as the analyzer reads it: several where it holds several tool results."""

    @property
    def message(self) -> ChatMessage:
        """A copy of its own."""
        found: ChatMessage = json.loads(self.json)
        return found

    @property
    def state(self) -> MessageState:
        return MessageState.ORIGINAL if self.compression is None else MessageState.COMPRESSED

    @property
    def role(self) -> Role:
        return self.parts[0].role

    @property
    def full_text(self) -> str:
        """Texts and decoded calls, for counting."""
        return "\n".join(part.full_text for part in self.parts)

    @cached_property
    def line(self) -> bytes:
        """The record as one line of the file."""
        parts = [f'{{"seq": {self.seq}, "message": {self.json}']
        if self.restored:
            parts.append(', "restored": true')
        if self.compression is not None:
            parts.append(f', "compression": {_compression_json(self.compression)}')
        return "".join((*parts, "}")).encode()


def dumped(value: object) -> str:
    """JSON that reads back as the same value; lone surrogates are escaped."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value)
    return text


def new_record(
    seq: int,
    message: object,
    *,
    created_at: str | None = None,
    compression: Compression | None = None,
    restored: bool = False,
) -> Record:
    """A record of a message.

    Args:
        seq: its place.
        message: a dict with `role` and `content`, or a message object.
        created_at: the time to give a message that has none.
        compression: what a summary stands for.
        restored: see Record.

    Raises:
        InputError: it is no message, or cannot be written as JSON.
    """
    try:
        fields = dict(message) if isinstance(message, Mapping) else plain(message)
    except MalformedItem as malformed:
        raise InputError(f"message {seq}: {malformed}") from None
    if not isinstance(fields, dict):
        raise InputError(f"message {seq}: {type(message).__name__} is no message: give a dict")
    if created_at is not None and not any(fields.get(key) for key in ("created_at", "timestamp")):
        fields["created_at"] = created_at
    try:
        text = dumped(fields)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"message {seq}: it cannot be written as JSON: {error}") from error
    return Record(seq, text, compression, restored, parts=read_messages([json.loads(text)]))


def _compression_json(compression: Compression) -> str:
    head: dict[str, JsonValue] = {
        "id": compression.id,
        "tokens_before": compression.tokens_before,
        "tokens_after": compression.tokens_after,
        "method": compression.method,
        "keyword_retention": compression.keyword_retention,
        "structure_integrity": compression.structure_integrity,
        "covers": list(compression.covers),
    }
    originals = compression.originals
    lines = "null"
    if originals is not None:
        lines = f"[{', '.join(record.line.decode() for record in originals)}]"
    return f'{dumped(head)[:-1]}, "originals": {lines}}}'
