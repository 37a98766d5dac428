"""What a file holds, told by its first value: sessions, one conversation, or a Claude Code log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple, TypeAlias

from pydantic import JsonValue

from uagent_memory.errors import InputError
from uagent_memory.formats.allowance import Allowance
from uagent_memory.formats.bodies import is_body
from uagent_memory.formats.claude_code import is_claude_code_line
from uagent_memory.formats.content import kind_of, name_text
from uagent_memory.formats.intake import Intake
from uagent_memory.formats.json_text import BadJson, parse_json
from uagent_memory.formats.openhands import is_openhands_event
from uagent_memory.formats.responses import is_responses_item
from uagent_memory.formats.source import Source, SourceLine

__all__ = [
    "ClaudeCodeLog",
    "Collection",
    "Conversation",
    "Document",
    "OpenHandsLog",
    "Record",
    "open_document",
]

JsonObject = dict[str, JsonValue]

FIRST_KEY_ID = re.compile(rb'\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*")')
OPENINGS = (b"{", b"[", b"[{")
KNOWN = (
    "known are recorded sessions (one object with `messages` a line, or a single one), request "
    "bodies, messages of Anthropic or OpenAI (one a line, or in a list), Claude Code sessions and "
    "OpenHands events"
)


class Placed(NamedTuple):
    """A value and the line it stands in; None inside a list that spans lines."""

    line: int | None
    value: JsonValue


class Record(NamedTuple):
    """One session of a file, parsed only when asked for."""

    number: int
    line: int | None
    raw: bytes
    parsed: JsonObject | None

    def id(self) -> str:
        """Its id, without parsing it where the id stands first.

        Raises:
            BadJson: it must be parsed and cannot.
        """
        head = FIRST_KEY_ID.match(self.raw) if self.parsed is None else None
        found = parse_json(head[1]) if head else self._stated()
        return name_text(found) or f"session-{self.number}"

    def body(self) -> JsonObject:
        """The session as an object with a list of messages.

        Raises:
            BadJson: it is none.
        """
        value = parse_json(self.raw) if self.parsed is None else self.parsed
        if not isinstance(value, dict) or not is_body(value):
            raise BadJson(f"{_what(value)}, where a session with a list of `messages` should be")
        return value

    def _stated(self) -> JsonValue:
        body = self.body()
        return body.get("id") or body.get("session_id")


class Collection(NamedTuple):
    """Sessions, read one by one."""

    records: Iterator[Record]


class Conversation(NamedTuple):
    """One conversation, item by item."""

    items: Iterator[Placed]


class ClaudeCodeLog(NamedTuple):
    lines: Iterator[Placed]


class OpenHandsLog(NamedTuple):
    events: Iterator[Placed]


Document: TypeAlias = Collection | Conversation | ClaudeCodeLog | OpenHandsLog


def open_document(source: Source, intake: Intake) -> Document:
    """Read as far as it takes to know the format.

    Raises:
        InputError: it is empty, no JSON, or in no known format.
    """
    lines, number = source.lines(), 0
    while (first := next(lines, None)) is not None:
        number += 1
        try:
            value = parse_json(first.raw)
        except BadJson as bad:
            rest = list(_of_one(lines, intake)) if bad.unfinished else []
            whole = _spread(first, rest, intake) if rest else None
            if whole is not None:
                return _of_value(Placed(first.number, whole), iter(()), intake)
            intake.refuse(bad.reason, line=first.number)
            lines = chain(rest, lines)
            continue
        return _of_value(Placed(first.number, value), lines, intake, number=number)
    raise InputError(
        "no line of it can be read" if number else "it is empty: there is nothing to read",
        source=source.name,
    )


def _spread(first: SourceLine, rest: list[SourceLine], intake: Intake) -> JsonValue | None:
    """The value that all lines make together; None if they make none.

    Raises:
        InputError: they make none, and the first line alone shows that they should.
    """
    lines = (first, *rest)
    try:
        return parse_json(b"".join(line.raw for line in lines))
    except BadJson as bad:
        if first.raw.strip() in OPENINGS:
            line = lines[min(bad.line, len(lines)) - 1].number
            raise InputError(bad.reason, source=intake.source, line=line) from None
        return None


def _of_value(
    first: Placed, lines: Iterator[SourceLine], intake: Intake, *, number: int = 1
) -> Document:
    """The document that begins with a value, the `number`-th of its lines."""
    value = first.value
    if isinstance(value, list):
        return _listed(value, first.line, intake)
    if isinstance(value, dict) and is_body(value):
        begin = Record(number, first.line, b"", value)
        return Collection(chain((begin,), _records(lines, number + 1)))
    if isinstance(value, dict) and is_claude_code_line(value):
        return ClaudeCodeLog(chain((first,), _values(lines, intake, may_break_off=True)))
    if isinstance(value, dict) and is_openhands_event(value):
        return OpenHandsLog(chain((first,), _values(lines, intake, may_break_off=True)))
    if isinstance(value, dict) and ("role" in value or is_responses_item(value)):
        return Conversation(chain((first,), _values(lines, intake)))
    raise InputError(f"{_what(value)}, in no known format; {KNOWN}", source=intake.source)


def _listed(values: list[JsonValue], line: int | None, intake: Intake) -> Document:
    """The document that a list is: of sessions, of Claude Code's lines, or of messages."""
    intake.check_count(len(values))
    placed = (Placed(None, value) for value in values)
    first = next((value for value in values if isinstance(value, dict)), None)
    if first is None:
        what = "an empty list" if not values else f"a list that begins with {_what(values[0])}"
        raise InputError(f"{what}, in no known format; {KNOWN}", source=intake.source)
    if is_body(first):
        return Collection(
            Record(number, line, b"", value if isinstance(value, dict) else {})
            for number, value in enumerate(values, 1)
        )
    if is_openhands_event(first):
        return OpenHandsLog(placed)
    return ClaudeCodeLog(placed) if is_claude_code_line(first) else Conversation(placed)


def _records(lines: Iterator[SourceLine], number: int) -> Iterator[Record]:
    return (Record(at, line.number, line.raw, None) for at, line in enumerate(lines, number))


def _values(
    lines: Iterator[SourceLine], intake: Intake, *, may_break_off: bool = False
) -> Iterator[Placed]:
    """The value of each line; a program may still be writing the last one."""
    lines = _of_one(lines, intake)
    following, count = next(lines, None), 1
    while (line := following) is not None:
        following = next(lines, None)
        count += 1
        intake.check_count(count)
        try:
            value = parse_json(line.raw)
        except BadJson as bad:
            if may_break_off and following is None:
                intake.pass_over(f"line {line.number} is the last and only half written")
            else:
                intake.refuse(bad.reason, line=line.number)
            continue
        yield Placed(line.number, value)


def _of_one(lines: Iterator[SourceLine], intake: Intake) -> Iterator[SourceLine]:
    """Lines that are one session together.

    Raises:
        InputError: they are more than one may have.
    """
    allowance = Allowance(intake.source, intake.limit)
    for line in lines:
        allowance.take(line.raw)
        yield line


def _what(value: JsonValue) -> str:
    if not isinstance(value, dict):
        return kind_of(value)
    messages = value.get("messages")
    if messages is not None and not isinstance(messages, list):
        return f"an object whose `messages` is {kind_of(messages)}, not a list"
    keys = ", ".join(repr(key[:20]) for key in list(value)[:5])
    return f"an object with {keys}" if keys else "an empty object"
