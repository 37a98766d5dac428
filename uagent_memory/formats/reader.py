"""Sessions from files: `read_file` and `list_sessions`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from pydantic import JsonValue

from uagent_memory.config import Settings
from uagent_memory.errors import InputError
from uagent_memory.formats.bodies import body_items, metadata_of
from uagent_memory.formats.choosing import check_choice, choose
from uagent_memory.formats.claude_code import read_claude_code
from uagent_memory.formats.content import kind_of
from uagent_memory.formats.documents import (
    ClaudeCodeLog,
    Collection,
    Conversation,
    Document,
    OpenHandsLog,
    Placed,
    Record,
    open_document,
)
from uagent_memory.formats.draft import Entry
from uagent_memory.formats.intake import Intake
from uagent_memory.formats.item import read_item
from uagent_memory.formats.json_text import BadJson
from uagent_memory.formats.malformed import MalformedItem
from uagent_memory.formats.numbering import number
from uagent_memory.formats.openhands import read_openhands
from uagent_memory.formats.plain import plain
from uagent_memory.formats.session import FormatName, Session, SessionInfo, format_of
from uagent_memory.formats.source import PathOrStream, opened

__all__ = ["list_sessions", "read_file"]

INPUT_LIMIT = Settings().input_limit


@dataclass(frozen=True, slots=True)
class _Read:
    """A session before its messages have addresses."""

    id: str
    entries: list[Entry]
    format: FormatName
    metadata: Mapping[str, JsonValue]
    number: int = 1
    items: int = 0


def read_file(
    path: PathOrStream,
    *,
    session: str | int | None = None,
    lenient: bool = False,
    role: str = "",
    limit: int = INPUT_LIMIT,
) -> Session:
    """Read one session of a file or stream, plain or gzip, in whatever known format it is.

    Args:
        path: a path, or a stream of bytes such as `sys.stdin.buffer`.
        session: id, or number from 1, of the session to read where the file holds several.
        lenient: pass over lines and messages that cannot be read, and count them in `skipped`.
        role: prefix of the message ids: `coder` gives `coder/m1`.
        limit: most bytes of the session, unpacked: a small gzip file may hold a huge text.

    Raises:
        SeveralSessions: the file holds several sessions and none was chosen.
        InputError: it cannot be read, is in no known format, is too long, or holds no such session.
    """
    with opened(path, limit=limit) as source:
        intake = Intake(source.name, lenient=lenient, limit=limit)
        document = open_document(source, intake)
        read = _chosen(document, session, source.stem, intake)
    if not read.entries:
        raise InputError(f"session {read.id!r} holds no messages", source=source.name)
    messages = number(read.entries, prefix=role)
    return Session(read.id, messages, read.format, read.metadata, intake.skipped, intake.warnings)


def list_sessions(
    path: PathOrStream, *, lenient: bool = False, limit: int = INPUT_LIMIT
) -> tuple[SessionInfo, ...]:
    """What sessions a file or stream holds, one line at a time.

    Raises:
        InputError: as `read_file`; lenient passes over lines that cannot be read.
    """
    with opened(path, limit=limit) as source:
        intake = Intake(source.name, lenient=lenient, limit=limit)
        document = open_document(source, intake)
        if not isinstance(document, Collection):
            read = _single(document, source.stem, intake)
            return (SessionInfo(read.id, 1, read.items, read.format),)
        return tuple(_infos(document.records, intake))


def _infos(records: Iterator[Record], intake: Intake) -> Iterator[SessionInfo]:
    for record in records:
        try:
            body = record.body()
        except BadJson as bad:
            intake.refuse(bad.reason, line=record.line)
            continue
        items = _body_values(body)
        found = Record(record.number, record.line, b"", body)
        yield SessionInfo(found.id(), record.number, len(items), format_of(items, body))


def _chosen(document: Document, session: str | int | None, stem: str, intake: Intake) -> _Read:
    if isinstance(document, Collection):
        return _from_record(choose(document.records, session, intake), intake)
    read = _single(document, stem, intake)
    check_choice(read.id, session, intake)
    return read


def _single(
    document: ClaudeCodeLog | OpenHandsLog | Conversation, stem: str, intake: Intake
) -> _Read:
    if isinstance(document, OpenHandsLog):
        return _from_openhands(document, stem, intake)
    if isinstance(document, ClaudeCodeLog):
        return _from_claude_code(document, stem, intake)
    values = list(document.items)
    entries = _entries(values, intake)
    name = format_of((placed.value for placed in values), {})
    return _Read(stem, entries, name, {}, items=len(values))


def _from_record(record: Record, intake: Intake) -> _Read:
    try:
        body = record.body()
    except BadJson as bad:
        raise InputError(bad.reason, source=intake.source, line=record.line) from None
    values = _body_values(body)
    intake.check_count(len(values))
    entries = _entries([Placed(record.line, value) for value in values], intake, counted=True)
    found = Record(record.number, record.line, b"", body).id()
    return _Read(found, entries, format_of(values, body), metadata_of(body), items=len(values))


def _body_values(body: dict[str, JsonValue]) -> list[JsonValue]:
    return cast(list[JsonValue], list(body_items(body)))


def _from_openhands(log: OpenHandsLog, stem: str, intake: Intake) -> _Read:
    events, refuse = _objects(log.events, intake, "event")
    read = read_openhands(events, refuse=refuse)
    return _Read(stem, list(read.entries), FormatName.OPENHANDS, read.metadata, items=len(events))


def _objects(
    placed_values: Iterable[Placed], intake: Intake, what: str
) -> tuple[list[dict[str, JsonValue]], Callable[[int, MalformedItem], None]]:
    """The objects of a log, and how a fault of one of them is told."""
    objects, places = [], []
    for index, placed in enumerate(placed_values):
        where = f"{what} {index + 1}: " if placed.line is None else ""
        copied = _copied(placed, intake, where=where)
        if copied is not None:
            objects.append(copied)
            places.append((placed.line, where))

    def refuse(index: int, malformed: MalformedItem) -> None:
        line, where = places[index]
        intake.refuse(f"{where}{malformed}", line=line)

    return objects, refuse


def _from_claude_code(log: ClaudeCodeLog, stem: str, intake: Intake) -> _Read:
    lines, refuse = _objects(log.lines, intake, "line")
    read = read_claude_code(lines, refuse=refuse)
    for warning in read.warnings:
        intake.note(warning)
    return _Read(
        read.id or stem, list(read.entries), FormatName.CLAUDE_CODE, read.metadata, items=len(lines)
    )


def _entries(values: list[Placed], intake: Intake, *, counted: bool = False) -> list[Entry]:
    """The entries of items; `counted` tells their position where many share a line."""
    entries: list[Entry] = []
    for index, placed in enumerate(values):
        where = f"message {index + 1}: " if counted or placed.line is None else ""
        item = _copied(placed, intake, where=where)
        if item is None:
            continue
        try:
            entries.extend(Entry(index, draft) for draft in read_item(item))
        except MalformedItem as malformed:
            intake.refuse(f"{where}{malformed}", line=placed.line)
    return entries


def _copied(placed: Placed, intake: Intake, *, where: str = "") -> dict[str, JsonValue] | None:
    """An object that the rest of the program can hold (no lone surrogates, not too deep)."""
    try:
        if isinstance(placed.value, dict):
            copied = plain(placed.value)
            return copied if isinstance(copied, dict) else None
        reason = f"{kind_of(placed.value)}, not a message"
    except MalformedItem as malformed:
        reason = str(malformed)
    intake.refuse(f"{where}{reason}", line=placed.line)
    return None
