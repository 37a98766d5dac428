"""The way back: a tool that fetches originals, and an account of what became of something."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias, get_args

from uagent_memory.config import Settings
from uagent_memory.errors import ConfigError, InputError, UAgentMemoryError
from uagent_memory.explanation import Explanation, Place, explain
from uagent_memory.given import is_whole
from uagent_memory.messages import Message, MessageKind
from uagent_memory.render import RECALL_TOOL

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "Explanation",
    "Place",
    "RecallAnswer",
    "Recaller",
    "ToolFormat",
    "explain",
    "handle_recall",
    "recall_tool",
]

ToolFormat: TypeAlias = Literal["anthropic", "openai"]

_DESCRIPTION = (
    "Fetch original messages behind a hand-off, exactly as they were. Use it when the hand-off "
    "cites a message such as (m12) and you need more than it quotes: the full output, the whole "
    "diff, the user's exact words. A long original comes in pages: call again with the offset "
    "that the answer names."
)
_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "ref": {
            "type": "string",
            "description": (
                "The message to fetch: m12 as the hand-off cites it, coder/m12 to say whose, "
                "or a range such as coder/m3-m9."
            ),
            "pattern": r"^([^\s/]+/)?m[0-9]+(-([^\s/]+/)?m?[0-9]+)?$",
        },
        "offset": {
            "type": "integer",
            "minimum": 0,
            "description": "Characters to skip; 0 at first.",
        },
    },
    "required": ["ref"],
    "additionalProperties": False,
}


class Recaller(Protocol):
    """What answers a reference: an `AgentMemory`."""

    async def recall(self, ref: str, *, role: str | None = None) -> Message | tuple[Message, ...]:
        """The originals; raises UnknownReference."""
        ...


class RecallAnswer(NamedTuple):
    """A tool result. `text` is never longer than the limit and a header line."""

    text: str
    is_error: bool = False
    next_offset: int | None = None
    """Where the next page begins; None if there is none."""

    def __str__(self) -> str:
        return self.text


def recall_tool(format: ToolFormat = "anthropic") -> dict[str, Any]:  # noqa: A002 - as the API
    """The tool's definition, as `tools=` of the provider's API takes it.

    Args:
        format: "anthropic" for Messages, "openai" for chat completions.

    Raises:
        InputError: the format is neither.
    """
    if format not in get_args(ToolFormat):
        raise InputError(f"unknown format {format!r}: use 'anthropic' or 'openai'")
    schema = json.loads(json.dumps(_SCHEMA))
    if format == "anthropic":
        return {"name": RECALL_TOOL, "description": _DESCRIPTION, "input_schema": schema}
    function = {"name": RECALL_TOOL, "description": _DESCRIPTION, "parameters": schema}
    return {"type": "function", "function": function}


async def handle_recall(
    memory: Recaller,
    arguments: str | Mapping[str, object],
    *,
    role: str | None = None,
    limit: int | None = None,
) -> RecallAnswer:
    """Answer a model's call of the recall tool. Bad arguments give an error answer, no exception.

    Args:
        memory: where the originals are.
        arguments: the call's, as an object or as its JSON text.
        role: whose `m12` is meant by the short form: the sender of the hand-off.
        limit: most characters of originals in one answer; the shipped `recall_limit` if None.

    Raises:
        ConfigError: the limit is no number of characters.
    """
    most = Settings().recall_limit if limit is None else limit
    if not is_whole(most) or most < 1:
        raise ConfigError(f"limit {limit!r}: give a whole number of characters above 0")
    try:
        call = _Call.read(arguments)
        found = await memory.recall(call.ref, role=role)
    except (UAgentMemoryError, ValueError) as error:
        return RecallAnswer(f"error: {error}", is_error=True)
    return _page(found if isinstance(found, tuple) else (found,), call, most)


class _Call(NamedTuple):
    ref: str
    offset: int

    @classmethod
    def read(cls, arguments: str | Mapping[str, object]) -> _Call:
        """Raises ValueError with what to do instead."""
        try:
            given = json.loads(arguments) if isinstance(arguments, str) else arguments
        except (ValueError, RecursionError):
            raise ValueError('the arguments are not JSON: send {"ref": "m12"}') from None
        ref, offset = (
            (given.get("ref"), given.get("offset")) if hasattr(given, "get") else (None, 0)
        )
        if not isinstance(ref, str):
            wrong = "missing" if ref is None else "no text"
            raise ValueError(f'"ref" is {wrong}: send {{"ref": "m12"}}')  # noqa: TRY004 - bad input
        digits = str(offset or 0)
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):  # noqa: PLR2004
            raise ValueError('"offset" must be a whole number, 0 or more')
        return cls(ref, int(digits))


def _page(messages: tuple[Message, ...], call: _Call, limit: int) -> RecallAnswer:
    """One page of the originals, between marks that say what it is."""
    text = "\n\n".join(map(_transcript, messages))
    if call.offset and call.offset >= len(text):
        return RecallAnswer(
            f"error: offset {call.offset} is past the end: {call.ref} has {len(text)} characters",
            is_error=True,
        )
    end = min(call.offset + limit, len(text))
    following = end if end < len(text) else None
    more = "" if following is None else f"; for more: offset {following}"
    head = f"[original, quoted: characters {call.offset}-{end} of {len(text)}{more}]"
    return RecallAnswer(f"{head}\n{text[call.offset : end]}\n[end of quote]", False, following)


def _transcript(message: Message) -> str:
    """A message with its address, speaker and time above it."""
    time = message.timestamp.isoformat() if message.timestamp else ""
    speaker = message.agent or message.tool_name or message.role.value
    if message.kind is MessageKind.HANDOFF and message.to:
        speaker = f"hand-off {speaker} → {message.to}"
    head = " ".join(filter(None, (message.id, speaker, time)))
    return f"{head}\n{message.as_sent.strip(chr(10))}"
