"""The sessions of a folder: recorded ones (one a line), or whatever else the library reads."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.quality.errors import SuiteError
from benchmarks.quality.record import RawMessage
from uagent_memory.errors import UAgentMemoryError
from uagent_memory.formats import read_file
from uagent_memory.messages import Message

__all__ = ["DataSet", "RecordedSession", "default_data", "read_data", "shared_folder"]

SHARED_VARIABLE = "UAGENT_BENCH_SHARED"
"""Environment: where the shared folder lies, if not beside the checkout."""
DEFAULT_SHARED = Path("../shared")
DEFAULT_DATA = Path("data/dev")
ENDINGS = (".jsonl", ".jsonl.gz", ".json", ".json.gz")
HOW_TO_GET_DATA = (
    "Give a folder of sessions with --data DIR: *.jsonl or *.jsonl.gz, one session a line, or "
    "Claude Code sessions as they are; `python -m benchmarks fetch --help` builds public sets."
)


@dataclass(frozen=True, slots=True)
class RecordedSession:
    id: str
    source: str
    """The file it stands in, without its endings, unless the session names its source."""
    messages: tuple[RawMessage, ...]
    facts: Mapping[str, Any]
    """What the session says about itself: language, task, answer."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """Sessions by source, in the order of the files, and a hash of all that was read."""

    sources: Mapping[str, tuple[RecordedSession, ...]]
    digest: str

    def __iter__(self) -> Iterator[RecordedSession]:
        for sessions in self.sources.values():
            yield from sessions

    def find(self, session_id: str) -> RecordedSession | None:
        return next((session for session in self if session.id == session_id), None)

    def limited(self, most: int | None, *, seed: int) -> DataSet:
        """At most so many sessions of each source, drawn by the seed, in their old order."""
        if most is None:
            return self
        drawn = {name: _drawn(of, most, seed) for name, of in self.sources.items()}
        return DataSet(drawn, self.digest)


def shared_folder() -> Path:
    """The folder that holds development data: named by the environment, or beside the checkout."""
    checkout = Path(__file__).resolve().parents[2]
    return Path(os.environ.get(SHARED_VARIABLE) or checkout / DEFAULT_SHARED)


def default_data() -> Path | None:
    """The development data, where it is there."""
    folder = shared_folder() / DEFAULT_DATA
    return folder if folder.is_dir() else None


def read_data(folder: Path | None, *, sources: Sequence[str] = ()) -> DataSet:
    """The sessions of a folder (or of one file), of all sources or the named ones.

    Raises:
        SuiteError: there is no data, a file cannot be read, or a source is not there.
    """
    place = default_data() if folder is None else folder
    if place is None:
        raise SuiteError(
            f"no sessions: {DEFAULT_SHARED / DEFAULT_DATA} is not there. {HOW_TO_GET_DATA}"
        )
    digest = hashlib.sha256()
    read: dict[str, list[RecordedSession]] = {}
    for path in _files(place):
        if sources and path != place and path.name.split(".")[0] not in sources:
            continue
        for session in _sessions(path, digest):
            if not sources or session.source in sources:
                read.setdefault(session.source, []).append(session)
    if missing := [name for name in sources if name not in read]:
        known = ", ".join(path.name.split(".")[0] for path in _files(place))
        raise SuiteError(f"no source {missing[0]!r} in {place}; it has: {known}")
    return DataSet({name: tuple(of) for name, of in read.items()}, digest.hexdigest()[:16])


def _files(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    if not place.is_dir():
        raise SuiteError(f"--data {place}: not there. {HOW_TO_GET_DATA}")
    found = sorted(path for path in place.iterdir() if path.name.endswith(ENDINGS))
    if not found:
        raise SuiteError(f"--data {place}: holds no *.jsonl or *.jsonl.gz. {HOW_TO_GET_DATA}")
    return found


def _sessions(path: Path, digest: Any) -> Iterator[RecordedSession]:
    try:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    except (OSError, EOFError) as error:
        raise SuiteError(f"{path}: cannot be read: {error}") from error
    digest.update(data)
    stem = path.name.split(".")[0]
    lines = [(n, line) for n, line in enumerate(data.split(b"\n"), start=1) if line.strip()]
    if lines and _is_recorded(lines[0][1]):
        yield from _recorded(lines, path, stem)
    else:
        yield _foreign(path, stem)


def _is_recorded(line: bytes) -> bool:
    try:
        value = json.loads(line)
    except ValueError:
        return False
    return isinstance(value, dict) and isinstance(value.get("messages"), list)


def _recorded(
    lines: Iterable[tuple[int, bytes]], path: Path, stem: str
) -> Iterator[RecordedSession]:
    for number, line in lines:
        try:
            body = json.loads(line)
            messages = tuple(body.pop("messages"))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise SuiteError(f"{path}, line {number}: no session with messages: {error}") from error
        for message in messages:
            if not isinstance(message, dict) or "role" not in message:
                shown = str(message)[:80]
                raise SuiteError(f"{path}, line {number}: a message without a role: {shown}")
        session_id = str(body.pop("id", f"{stem}-{number}"))
        yield RecordedSession(session_id, str(body.pop("source", stem)), messages, body)


def _foreign(path: Path, stem: str) -> RecordedSession:
    """A session in another format, by the library's own reader."""
    try:
        read = read_file(path, lenient=True)
    except UAgentMemoryError as error:
        raise SuiteError(str(error)) from error
    messages = tuple(_raw(message) for message in read.messages)
    return RecordedSession(read.id, stem, messages, read.metadata)


def _raw(message: Message) -> RawMessage:
    calls = [
        {"id": call.id, "name": call.name, "arguments": call.arguments}
        for call in message.tool_calls
    ]
    when = message.timestamp.isoformat() if message.timestamp else None
    return {
        "role": message.role.value,
        "agent": message.agent,
        "content": message.text,
        "tool_calls": calls,
        "tool_call_id": message.tool_call_id,
        "timestamp": when,
        "meta": {} if message.is_error is None else {"is_error": message.is_error},
    }


def _drawn(
    sessions: tuple[RecordedSession, ...], most: int, seed: int
) -> tuple[RecordedSession, ...]:
    if len(sessions) <= most:
        return sessions
    places = sorted(random.Random(seed).sample(range(len(sessions)), most))
    return tuple(sessions[place] for place in places)
