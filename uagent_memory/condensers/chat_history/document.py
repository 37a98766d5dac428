"""The history file: one JSON object, one message a line, with a version that is checked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from uagent_memory.complaints import first_complaint
from uagent_memory.condensers.chat_history.record import (
    Compression,
    Method,
    Record,
    dumped,
    new_record,
)
from uagent_memory.condensers.chat_history.state import AuditEntry, Counters, HistoryState, Review
from uagent_memory.errors import InputError

__all__ = ["FORMAT", "VERSION", "Identity", "decode", "encode", "is_history"]

FORMAT = "uagent-memory chat history"
VERSION = 1
NO_HISTORY = "this is no chat history: `chat compress FILE --out HISTORY` makes one of messages"

Identity = tuple[str, str]
"""agent_name, agent_id."""


def is_history(data: bytes) -> bool:
    """Whether the bytes are meant to be a history file."""
    return data.lstrip()[: len(FORMAT) + 20].startswith(b'{"format": "' + FORMAT.encode())


def encode(identity: Identity, state: HistoryState) -> Iterator[bytes]:
    """The file's content in pieces; equal states give equal bytes."""
    name, number = identity
    head = {"format": FORMAT, "version": VERSION, "agent_name": name, "agent_id": number}
    rest = {
        "counters": state.counters.model_dump(),
        "qualities": list(state.qualities),
        "reviews": [review.model_dump() for review in state.reviews],
        "audit": [entry.model_dump(exclude_defaults=True) for entry in state.audit],
    }
    yield f'{dumped(head)[:-1]}, "messages": [\n'.encode()
    yield b",\n".join(record.line for record in state.records)
    yield f"\n], {dumped(rest)[1:]}\n".encode()


def decode(data: bytes, *, source: str) -> tuple[Identity, HistoryState]:
    """What a file holds.

    Raises:
        InputError: it is no history file, of another version, or damaged; it is left untouched.
    """
    if not data.strip():
        raise InputError("it is empty: there is no chat history in it", source=source)
    try:
        body = json.loads(data)
    except (ValueError, RecursionError) as error:
        reason = f"the chat history is damaged: {error}" if is_history(data) else NO_HISTORY
        raise InputError(reason, source=source) from None
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise InputError(NO_HISTORY, source=source)
    if body.get("version") != VERSION:
        raise InputError(
            f"the chat history has version {body.get('version')!r}; this program reads version "
            f"{VERSION}: use a newer uagent-memory",
            source=source,
        )
    try:
        stored = _History.model_validate(body)
        return (stored.agent_name, stored.agent_id), stored.state()
    except ValidationError as error:
        reason = first_complaint(error)
    except InputError as error:
        reason = error.reason
    raise InputError(f"the chat history is damaged: {reason}", source=source)


class _Stored(BaseModel):
    """A part of the file, as it must be to be believed."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False)


class _Record(_Stored):
    seq: int
    message: Any
    restored: bool = False
    compression: _Compression | None = None

    def record(self) -> Record:
        compression = None if self.compression is None else self.compression.compression()
        return new_record(self.seq, self.message, compression=compression, restored=self.restored)


class _Compression(_Stored):
    id: str
    covers: list[int]
    originals: list[_Record] | None
    tokens_before: int
    tokens_after: int
    method: Method
    keyword_retention: float
    structure_integrity: float

    def compression(self) -> Compression:
        kept = self.originals
        return Compression(
            id=self.id,
            covers=tuple(self.covers),
            originals=None if kept is None else tuple(original.record() for original in kept),
            tokens_before=self.tokens_before,
            tokens_after=self.tokens_after,
            method=self.method,
            keyword_retention=self.keyword_retention,
            structure_integrity=self.structure_integrity,
        )


class _History(_Stored):
    agent_name: str
    agent_id: str
    messages: list[_Record]
    counters: Counters
    audit: list[AuditEntry]
    reviews: list[Review]
    qualities: list[float]

    def state(self) -> HistoryState:
        return HistoryState(
            records=tuple(stored.record() for stored in self.messages),
            counters=self.counters,
            audit=tuple(self.audit),
            reviews=tuple(self.reviews),
            qualities=tuple(self.qualities),
        )
