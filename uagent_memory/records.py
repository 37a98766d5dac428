"""What a role's log consists of: records that are only ever added."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date, time
from typing import Annotated, Literal, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictFloat,
    StrictInt,
    TypeAdapter,
    ValidationError,
)

from uagent_memory.complaints import first_complaint
from uagent_memory.errors import BudgetError, InputError
from uagent_memory.inputs import pins
from uagent_memory.messages import Message

__all__ = [
    "Delivery",
    "HideRecord",
    "MessageRecord",
    "Record",
    "Request",
    "RewindRecord",
    "decode_record",
    "encode_record",
]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    role: str
    """Whose log it belongs to."""


class Request(BaseModel):
    """What a compression was asked for: an equal request of equal messages is the same one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    budget: StrictInt | None = None
    ratio: StrictFloat | StrictInt | None = None
    keep: tuple[str, ...] = ()

    @classmethod
    def of(cls, *, budget: object, ratio: object, keep: str | Iterable[str]) -> Request:
        """A caller's arguments; one string to keep will do.

        Raises:
            BudgetError: the budget is no whole number, or the ratio no number.
            UnknownReference: something to keep is no text.
        """
        kept = pins(keep)
        try:
            return cls.model_validate({"budget": budget, "ratio": ratio, "keep": kept})
        except ValidationError as error:
            raise BudgetError(
                f"budget {budget!r}, ratio {ratio!r}: give a whole number of tokens, or a number "
                "above 0 and at most 1"
            ) from error


class Delivery(BaseModel):
    """What a `handoff` message was made of. The memory's own word: no input can claim it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sender: str
    receiver: str
    """The sender itself for a self-compaction."""
    covers: tuple[str, ...]
    """The messages that were compressed, as ranges: `coder/m1-m40`."""
    request: Request

    @property
    def is_compaction(self) -> bool:
        """Whether the sender compressed its own context."""
        return self.sender == self.receiver


class MessageRecord(_Record):
    """A message arrived: by `append`, or with `delivery` from a compression."""

    type: Literal["message"] = "message"
    message: Message
    delivery: Delivery | None = None


class HideRecord(_Record):
    """From here on one message stands for others. It holds as long as `by` is in the view."""

    type: Literal["hide"] = "hide"
    ids: tuple[str, ...]
    by: str


class RewindRecord(_Record):
    """The view goes back to where `to` was the newest message; nothing is deleted."""

    type: Literal["rewind"] = "rewind"
    to: str


Record: TypeAlias = Annotated[
    MessageRecord | HideRecord | RewindRecord, Field(discriminator="type")
]

_ADAPTER: TypeAdapter[Record] = TypeAdapter(Record)


def encode_record(record: Record) -> str:
    """One line of ASCII JSON that `decode_record` reads back equal, lone surrogates included.

    Written by `json`: pydantic's own JSON replaces lone surrogates in keys.
    """
    return json.dumps(record.model_dump(), separators=(",", ":"), default=_plain)


def _plain(value: object) -> str:
    """Times as ISO text; what else is no JSON as its text."""
    return value.isoformat() if isinstance(value, date | time) else str(value)


def decode_record(line: str) -> Record:
    """Raises InputError if the line is not a record."""
    try:
        return _ADAPTER.validate_python(json.loads(line))
    except ValidationError as error:
        raise InputError(f"not a record of a memory: {first_complaint(error)}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"not a record of a memory: no JSON: {error}") from error
