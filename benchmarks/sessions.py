"""Recorded sessions from a file or a folder, and the bundled one."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from uagent_memory.cli.compress import DEMO_SESSION
from uagent_memory.formats import read_file, read_messages
from uagent_memory.messages import Message

__all__ = ["Recorded", "recorded_sessions"]

ENDINGS = (".jsonl", ".jsonl.gz", ".json")


class Recorded(NamedTuple):
    name: str
    messages: tuple[Message, ...]


def recorded_sessions(data: Path | None, *, most: int | None = None) -> Iterator[Recorded]:
    """The sessions of a file, or of every file of a folder; the bundled one if None.

    Args:
        data: a file with one session a line, any other file that the library reads, or a folder.
        most: sessions taken of each file, from its beginning; all if None.
    """
    if data is None:
        yield Recorded("demo", tuple(read_file(DEMO_SESSION).messages))
        return
    files = [data] if data.is_file() else sorted(p for p in data.glob("*") if _is_data(p))
    if not files:
        raise SystemExit(f"{data} is no file and no folder with {', '.join(ENDINGS)} files")
    for path in files:
        yield from islice(_of_file(path), most)


def _is_data(path: Path) -> bool:
    return path.is_file() and path.name.endswith(ENDINGS)


def _of_file(path: Path) -> Iterator[Recorded]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            session = _session(line)
            if session is None:
                break
            name = str(session.get("id", number))
            yield Recorded(f"{path.name}:{name}", tuple(read_messages(session["messages"])))
        else:
            return
    yield Recorded(path.name, tuple(read_file(path).messages))


def _session(line: str) -> dict[str, list[object]] | None:
    """A line that holds a whole session; None if the file is of another kind."""
    try:
        value = json.loads(line)
    except ValueError:
        return None
    held = isinstance(value, dict) and isinstance(value.get("messages"), list)
    return value if held else None
