"""The file ledger that an earlier hand-off of ours passes on: what the roles before changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from uagent_memory.analyzer.observations.calls import Exchange
from uagent_memory.analyzer.observations.edits import Edit, Names
from uagent_memory.analyzer.observations.file_act import FileAct
from uagent_memory.analyzer.observations.handoff_text import as_exchange, lines_of
from uagent_memory.analyzer.observations.passed_on import is_own_handoff
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.symbols import Definition
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.facts import Change
from uagent_memory.ledger import Observation
from uagent_memory.messages import Message
from uagent_memory.segments import SegmentName

__all__ = ["observe_passed_on_files"]

_PATH = re.compile(r"`([^`]+)`")
_NAME = re.compile(r"[^,\s][^,]*")


def observe_passed_on_files(message: Message, scene: Scene) -> Iterator[Observation]:
    """The changed files of a hand-off, under the keys that the log goes on with."""
    if not is_own_handoff(message):
        return
    exchange = as_exchange(message)
    for line in lines_of(message.text, SegmentName.FILES):
        if found := _file().fullmatch(line.body):
            yield from _observed(exchange, found, line.start, scene)
        elif found := _deleted().fullmatch(line.body):
            yield from _gone(exchange, found, line.start, scene)


@cache
def _file() -> re.Pattern[str]:
    return re.compile(table("earlier")["handoff"]["file"])


@cache
def _deleted() -> re.Pattern[str]:
    return re.compile(table("earlier")["handoff"]["deleted"])


def _observed(
    exchange: Exchange, found: re.Match[str], at: int, scene: Scene
) -> Iterator[Observation]:
    """One line of the ledger, which begins at `at`."""
    place = scene.paths.place(found["path"])
    if place is None:
        return
    start, end = found.span("path")
    act = FileAct(
        place,
        Change(table("earlier")["states"][found["state"]]),
        "",
        exchange.heard(at + start, at + end).span,
        Edit(names=_names(exchange, found, at)),
        renamed_to=scene.paths.place(found["target"]) if found["target"] else None,
    )
    yield from scene.files.passed_on(exchange, act)


def _gone(exchange: Exchange, found: re.Match[str], at: int, scene: Scene) -> Iterator[Observation]:
    """A list of deleted files, in a line that begins at `at`."""
    for path in _PATH.finditer(found.string, found.start("paths")):
        if (place := scene.paths.place(path[1])) is not None:
            span = exchange.heard(at + path.start(1), at + path.end(1)).span
            act = FileAct(place, Change.DELETED, "", span)
            yield from scene.files.passed_on(exchange, act)


def _names(exchange: Exchange, found: re.Match[str], at: int) -> Names:
    """The names that a file's line says were added, removed or changed."""
    listed = []
    for kind in ("adds", "removes", "changes"):
        told = re.compile(table("earlier")["handoff"][kind]).search(found["names"] or "")
        first = at + found.start("names") + told.start("names") if told else 0
        listed.append(
            tuple(
                Definition(exchange.heard(first + name.start(), first + name.end()), "", 0)
                for name in _NAME.finditer(told["names"] if told else "")
            )
        )
    return Names(*listed)
