"""Messages that come again word for word, as a prompt does at every start: read once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from uagent_memory.analyzer.observations.conversation.prose import Prose
from uagent_memory.analyzer.types import Unit
from uagent_memory.facts import TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, Span

__all__ = ["first_alike", "observed_again", "said_again"]

LEAST = 200
"""Characters from which on to place what was read takes less time than to read."""
SPEAKERS = frozenset((Author.USER, Author.AGENT, Author.PARENT, Author.SYSTEM))


def first_alike(messages: Sequence[Message]) -> list[int]:
    """For each message the first that reads the same wherever it stands: itself, mostly."""
    known: dict[tuple[object, ...], int] = {}
    return [
        index if (key := _key(message)) is None else known.setdefault(key, index)
        for index, message in enumerate(messages)
    ]


def _key(message: Message) -> tuple[object, ...] | None:
    """All that a reader looks at; None of what is not looked for."""
    text, author = message.text, message.author
    if len(text) < LEAST or author not in SPEAKERS or message.tool_calls:
        return None
    said = (text, author, message.role, message.agent, message.to)
    return (*said, message.kind, message.tool_name, message.is_error)


def said_again(prose: Prose, message: Message, units: Sequence[Unit], *, in_talk: bool) -> Prose:
    """The prose of a message that reads the same; `units` are its own."""
    own = {unit.span[1:]: unit for unit in units}
    lines = tuple(
        line._replace(unit=own[line.unit.span[1:]], span=_placed(line.span, message.id))
        for line in prose.lines
    )
    return Prose(message, units, lines, prose.marks, in_talk=in_talk)


def observed_again(seen: Observation, message: Message) -> Observation:
    """What the same words tell in a message that reads the same."""
    place = message.id
    value, span = _placed(seen.value, place), _placed(seen.span, place)
    return seen._replace(value=value, span=span, seq=message.seq)


def _placed(value: Any, message_id: str) -> Any:
    """A value whose places are all of one message, in another."""
    if isinstance(value, Span):
        return Span(message_id, *value[1:])
    if isinstance(value, TextSpan):
        return TextSpan(value.text, _placed(value.span, message_id))
    if isinstance(value, tuple):
        return tuple([_placed(item, message_id) for item in value])
    if not is_dataclass(value) or isinstance(value, type):
        return value
    held = ((field.name, getattr(value, field.name)) for field in fields(value))
    placed = {name: _placed(item, message_id) for name, item in held if not isinstance(item, str)}
    return replace(value, **placed) if placed else value
