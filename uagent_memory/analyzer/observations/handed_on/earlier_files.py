"""The file ledger that an earlier hand-off of ours passes on: what the roles before changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from uagent_memory.analyzer.observations.conversation.prose import REFERENCE
from uagent_memory.analyzer.observations.files.edits import Edit, Names
from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.files.symbols import Definition
from uagent_memory.analyzer.observations.handed_on.handoff_text import as_exchange, lines_of
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import Change, Hunk, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Message
from uagent_memory.segments import SegmentName

__all__ = ["observe_passed_on_files"]

_INDENT = "  "
"""Before what stands under an entry."""
_CHANGED = re.compile(r" {2,4}(?:- )?(?P<sign>[+-]) (?:\\(?=[#<`~\[]))?(?P<line>\S.*)")
"""A changed line, by itself or in a fence."""
_PATH = re.compile(r"`([^`]+)`")
_NAME = re.compile(r"[^,\s][^,]*")


def observe_passed_on_files(message: Message, scene: Scene) -> Iterator[Observation]:
    """The changed files of a hand-off of ours, under the keys that the log goes on with."""
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
        Edit(_hunks(exchange, at), _names(exchange, found, at)),
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


def _hunks(exchange: Exchange, at: int) -> tuple[Hunk, ...]:
    """The changed lines that stand under a file's line, each as it was quoted."""
    text = exchange.answer.text if exchange.answer is not None else ""
    signs: dict[str, list[TextSpan]] = {"-": [], "+": []}
    start = text.find("\n", at) + 1
    while 0 < start < len(text) and text.startswith(_INDENT, start):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if found := _CHANGED.match(text, start, end):
            cited = REFERENCE.search(found["line"])
            last = found.start("line") + cited.start() if cited else found.end("line")
            signs[found["sign"]].append(exchange.heard(found.start("line"), last))
        start = end + 1
    removed, added = tuple(signs["-"]), tuple(signs["+"])
    return (Hunk(removed, added),) if removed or added else ()


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
