"""The history file: one JSON object, one message a line, with a version that is checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from uagent_memory.condensers.chat_history.record import Compression, Record, dumped, new_record
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
        return (str(body["agent_name"]), str(body["agent_id"])), _state(body)
    except (KeyError, TypeError, ValidationError, InputError) as error:
        reason = str(error).partition("\n")[0]
        raise InputError(f"the chat history is damaged: {reason}", source=source) from None


def _state(body: Mapping[str, Any]) -> HistoryState:
    return HistoryState(
        records=tuple(_record(item) for item in body["messages"]),
        counters=Counters.model_validate(body["counters"]),
        audit=tuple(AuditEntry.model_validate(item) for item in body["audit"]),
        reviews=tuple(Review.model_validate(item) for item in body["reviews"]),
        qualities=tuple(map(float, body["qualities"])),
    )


def _record(item: Mapping[str, Any]) -> Record:
    compression = item.get("compression")
    return new_record(
        int(item["seq"]),
        item["message"],
        compression=None if compression is None else _compression(compression),
        restored=bool(item.get("restored", False)),
    )


def _compression(fields: Mapping[str, Any]) -> Compression:
    originals = fields["originals"]
    return Compression(
        id=str(fields["id"]),
        covers=tuple(map(int, fields["covers"])),
        originals=None if originals is None else tuple(map(_record, originals)),
        tokens_before=int(fields["tokens_before"]),
        tokens_after=int(fields["tokens_after"]),
        method=fields["method"],
        keyword_retention=float(fields["keyword_retention"]),
        structure_integrity=float(fields["structure_integrity"]),
    )
