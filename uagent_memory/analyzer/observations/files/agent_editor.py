"""Editor commands typed as text, as SWE-agent has them: `edit 4:9 ... end_of_edit`, `create f`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from uagent_memory.analyzer.observations.files.edits import Edit, compared, inserted, split_lines
from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.files.files import edit_ending
from uagent_memory.analyzer.observations.files.known_lines import KnownLines, Put
from uagent_memory.analyzer.observations.files.printed_lines import Shown, numbered_lines
from uagent_memory.analyzer.observations.scene import Scene, Written
from uagent_memory.analyzer.observations.shell.outcomes import Ending
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.analyzer.observations.tools.calls import Exchange, Leaf
from uagent_memory.facts import Change, TextSpan
from uagent_memory.ledger import Observation

__all__ = ["is_editor_text", "observe_editor_text"]

_PLACE = re.compile(r"(?:edit|insert)\s+(?P<first>\d{1,7})(?::(?P<last>\d{1,7}))?")
_OPENED = re.compile(r"\[File: (\S+) \(\d+ lines total\)\]|\(Open file: (\S+)\)")


def is_editor_text(exchange: Exchange, command: Leaf) -> bool:
    """Whether a call is a typed editor command: named like its first word."""
    word = command.text.split(None, 1)[:1]
    return word == [exchange.call.name] and word[0] in strings("shell", "writes", "agent_editors")


def observe_editor_text(exchange: Exchange, command: Leaf, scene: Scene) -> list[Observation]:
    """The act of a typed editor command; its file is named in it or in the answer."""
    path = _path(exchange, command)
    place = None
    if path is not None:
        place = scene.paths.place(path.text, scene.paths.directory(exchange.agent))
    if path is None or place is None:
        return []
    if edit_ending(exchange) is not Ending.DONE:
        act = FileAct(place, Change.REFUSED, exchange.call.name, path.span)
        return scene.files.record(exchange, act)
    if exchange.call.name == "create":
        act = FileAct(place, Change.CREATED, "create", path.span, sure=True)
        return scene.files.record(exchange, act)
    if exchange.call.name == "undo_edit":
        change = scene.files.undo_last(place.key)
        act = FileAct(place, change, "undo_edit", path.span)
        return scene.files.record(exchange, act)
    text = _text(exchange, command)
    if text is not None:
        scene.scripts[place.key] = Written(exchange, text.span.start, text.text)
    lines = split_lines(text) if text is not None else []
    edit, known = _edited(command, lines, scene.files.texts.known(place.key), place.key)
    act = FileAct(place, Change.MODIFIED, exchange.call.name, path.span, edit, known=known)
    seen = scene.files.record(exchange, act)
    shown = numbered_lines(exchange.result, exchange.heard) if exchange.answer is not None else {}
    scene.files.looked(place.key, exchange.result, shown=Shown(shown))
    return seen


def _edited(
    command: Leaf, lines: Sequence[TextSpan], known: KnownLines, key: str
) -> tuple[Edit, KnownLines]:
    """What `edit 4:9` and `insert 4` change, as far as the file's lines are known."""
    place = _PLACE.match(command.text)
    if place is None:
        return inserted(lines, key), KnownLines()
    first = int(place["first"])
    if not place["last"]:
        return inserted(lines, key), known.edited((), (Put(first + 1, 0, lines),))
    last = int(place["last"])
    old = [line.stripped() for line in known.between(first, last)]
    edit = compared(old, [line.stripped() for line in lines], key)
    return edit, known.edited(((first, last),), (Put(first, 0, lines),))


def _path(exchange: Exchange, command: Leaf) -> TextSpan | None:
    if exchange.call.name == "create":
        words = command.text.split()
        if len(words) < len(("create", "file")):
            return None
        at = command.text.find(words[1], len("create"))
        return exchange.said(command.start + at, command.start + at + len(words[1]))
    found = _OPENED.search(exchange.result)
    if found is None or exchange.answer is None:
        return None
    return exchange.heard(*found.span(found.lastindex or 1))


def _text(exchange: Exchange, command: Leaf) -> TextSpan | None:
    """What an edit puts in: the lines between its first and its end mark."""
    start = command.text.find("\n") + 1
    if not start:
        return None
    ends = [
        at
        for mark in sorted(strings("shell", "writes", "agent_end"))
        if (at := command.text.rfind(mark)) >= start
    ]
    end = min(ends, default=len(command.text))
    return exchange.said(command.start + start, command.start + end) if end > start else None
