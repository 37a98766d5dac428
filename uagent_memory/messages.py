"""Messages as the core sees them: frozen, addressed, the same for every input format."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import IntEnum, StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from uagent_memory.readable import readable_value

__all__ = [
    "WRAPPED",
    "Author",
    "Block",
    "Message",
    "MessageKind",
    "Role",
    "Span",
    "ToolCall",
    "Trust",
    "plain_arguments",
]


class Role(StrEnum):
    """The provider's role of a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class Author(StrEnum):
    """Who really wrote a message."""

    USER = "user"  # a person
    AGENT = "agent"  # this role's own agent, or another agent of the team
    PARENT = "parent"  # a parent agent's prompt to a sub-agent
    TOOL = "tool"
    SYSTEM = "system"  # the system prompt
    HARNESS = "harness"  # injected by the program: reminders, slash commands, hook output
    SUMMARY = "summary"  # an earlier compaction or hand-off: reference of low trust


class Trust(IntEnum):
    """How far a statement may be believed; an entry has the lowest trust of its sources."""

    SUMMARY = 0
    TOOL = 1
    HARNESS = 2
    AGENT = 3
    PARENT = 4
    SYSTEM = 5
    USER = 6


_TRUST = {author: Trust[author.name] for author in Author}


class MessageKind(StrEnum):
    MESSAGE = "message"
    HANDOFF = "handoff"  # a delivered CompressedContext, or a recorded hand-off between agents
    SUMMARY = "summary"  # an earlier tool's own compaction summary


WRAPPED = "uagent_memory:wrapped"
"""Key of `Message.meta`: the text as it came, where a reader took it out of the JSON around it."""

_WITHOUT_TEXT = frozenset((int, bool, datetime, Role, Author, MessageKind))


class Span(NamedTuple):
    """An address: code points start..end of one part of one message.

    `part` is "text", or "call:0", "call:1" ... for the arguments of the n-th tool call as
    `ToolCall.text` reads them. A tool message's result is its "text".
    """

    message_id: str
    part: str
    start: int
    end: int

    def holds(self, other: Span) -> bool:
        """Whether another address lies within it."""
        return self[:2] == other[:2] and self.start <= other.start and other.end <= self.end


class _Readable(BaseModel):
    """What comes in has no lone surrogates, whoever builds it: U+FFFD stands in their place."""

    model_config = ConfigDict(frozen=True, ignored_types=(cached_property,))

    @model_validator(mode="before")
    @classmethod
    def _only_readable(cls, fields: object) -> object:
        if isinstance(fields, Mapping):
            mended = {
                name: shown
                for name, value in fields.items()
                if value
                and not (type(value) in _WITHOUT_TEXT or (type(value) is str and value.isascii()))
                and (shown := readable_value(value)) is not value
            }
            return {**fields, **mended} if mended else fields
        return fields


class ToolCall(_Readable):
    """A request by an agent to run a tool."""

    id: str
    name: str
    arguments: JsonValue = None
    """As sent: an object, or the raw string where it was not valid JSON."""

    @cached_property
    def text(self) -> str:
        """Name and arguments as a reader sees them: values decoded, a key before each."""
        return f"{self.name} {plain_arguments(self.arguments)}"

    def argument(self, *names: str) -> str:
        """The first of the named arguments that is there, as text; "" if none is."""
        if isinstance(self.arguments, dict):
            for name in names:
                value = self.arguments.get(name)
                if value is not None:
                    return value if isinstance(value, str) else plain_arguments(value)
        return ""


def plain_arguments(value: JsonValue) -> str:
    """Arguments decoded for reading: `key: value` lines, nested in order."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "\n".join(f"{key}: {plain_arguments(item)}" for key, item in value.items())
    if isinstance(value, list):
        return "\n".join(map(plain_arguments, value))
    return json.dumps(value, ensure_ascii=False)


class Block(_Readable):
    """A block without text of ours that must round-trip: thinking, image, unknown."""

    type: str
    data: Mapping[str, Any]
    """The block exactly as it came, `type` included."""


class Message(_Readable):
    """One message of one role's log.

    An input item that holds several tool results becomes one message per result; `item` says
    which input item it came from, so that they can be joined again on the way out.
    """

    id: str
    """Given at append, unique in the memory: `coder/m12`; `m12` in a stateless call."""
    seq: int
    """Position in the order of arrival over the whole memory; orders facts."""
    role: Role
    author: Author
    text: str = ""
    agent: str | None = None
    """Who speaks, as the input names it (in some data the tool's name)."""
    to: str | None = None
    """The addressee of a recorded or delivered hand-off."""
    kind: MessageKind = MessageKind.MESSAGE
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    """On a tool message: the call it answers."""
    tool_name: str | None = None
    is_error: bool | None = None
    """On a tool message: what the provider said; None where it said nothing."""
    timestamp: datetime | None = None
    blocks: tuple[Block, ...] = ()
    item: int = 0
    """Index of the input item this message came from."""
    source_id: str | None = None
    """The id the input brought; kept, never trusted."""
    meta: Mapping[str, Any] = Field(default_factory=dict)

    @classmethod
    def unchecked(cls, fields: dict[str, Any]) -> Message:
        """A message of fields that a reader made itself, without the checks that it would pass.

        Args:
            fields: every field in the order of the class, of its type, its texts readable; the
                message takes the mapping over.
        """
        message, put = cls.__new__(cls), object.__setattr__
        put(message, "__dict__", fields)
        put(message, "__pydantic_fields_set__", _GIVEN)
        put(message, "__pydantic_extra__", None)
        put(message, "__pydantic_private__", None)
        return message

    @property
    def short_id(self) -> str:
        """`m12` of `coder/m12`."""
        return self.id.rpartition("/")[2]

    @property
    def speaker(self) -> str:
        """The tool's or the agent's name; the provider's role where neither is known."""
        return self.tool_name or self.agent or self.role.value

    @property
    def trust(self) -> Trust:
        return _TRUST[self.author]

    def part(self, name: str) -> str:
        """The text of a part that a span names."""
        return self.text if name == "text" else self.call_at(name).text

    def call_at(self, part: str) -> ToolCall:
        """The call that a part names, such as `call:0`."""
        return self.tool_calls[int(part.removeprefix("call:"))]

    def quote(self, span: Span) -> str:
        """The text at a span of this message."""
        return self.part(span.part)[span.start : span.end]

    def parts(self) -> Iterator[tuple[str, str]]:
        """(name, text) of every part, in reading order."""
        yield "text", self.text
        for index, call in enumerate(self.tool_calls):
            yield f"call:{index}", call.text

    @property
    def as_sent(self) -> str:
        """`full_text` as it came in, where a reader took the text out of a wrapper."""
        wrapped = self.meta.get(WRAPPED)
        return self.full_text if wrapped is None else str(wrapped)

    def without_wrapper(self) -> Message:
        """The same without what its reader took the text out of."""
        if WRAPPED not in self.meta:
            return self
        kept = {key: value for key, value in self.meta.items() if key != WRAPPED}
        return self.model_copy(update={"meta": kept})

    @property
    def full_text(self) -> str:
        """Text and decoded calls, for counting and matching."""
        return self._text_with_calls if self.tool_calls else self.text

    @cached_property
    def _text_with_calls(self) -> str:
        return "\n".join((self.text, *(call.text for call in self.tool_calls)))


_GIVEN = set(Message.model_fields)
"""Of a message that is read every field is given: one set says so for all of them, since one of
its own would be half of what each message takes."""
