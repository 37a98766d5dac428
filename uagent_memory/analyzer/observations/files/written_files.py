"""Files that agents without tools write out in their texts: a path, and a fenced block below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from uagent_memory.analyzer.observations.files.edits import compared, inserted, split_lines
from uagent_memory.analyzer.observations.files.exchange_blocks import exchange_blocks
from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.files.paths import Place
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import Change, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, Role, Span, ToolCall

__all__ = ["WrittenFiles", "names_written_file"]

_AGENT = Author.AGENT

WRITER = "text"
"""How such a file came about."""
_ENDING = re.compile(r"\.[A-Za-z]")
"""Stands in the name of every such file."""
_FENCE = re.compile(r"^(?P<mark>`{3,}|~{3,})[^\n`]*\n", re.MULTILINE)


class _Block(NamedTuple):
    path: Span
    body: Span
    is_part: bool


class WrittenFiles:
    """Reads a log in which nobody calls a tool; of any other it observes nothing.

    Args:
        messages: the whole log.
    """

    def __init__(self, messages: Sequence[Message]) -> None:
        self._idle = _calls_tools(messages)
        self._scene = Scene()
        self._lines: dict[str, list[TextSpan]] = {}
        """By file, what was written last, and the parts that were changed since."""

    def bears_out(self, later: Sequence[Message]) -> bool:
        """Whether it would have read the log the same, had it known of these messages."""
        return self._idle or not _calls_tools(later)

    def feed(self, message: Message) -> Iterator[Observation]:
        """The files that an agent's message writes out, whole or in part."""
        if self._idle or message.author is not _AGENT:
            return
        self._scene.paths.read_speech(message.text)
        for block in _blocks(message):
            yield from self._written(message, block)

    def _written(self, message: Message, block: _Block) -> Iterator[Observation]:
        place = self._scene.paths.place(message.quote(block.path))
        if place is None:
            return
        body = TextSpan(message.quote(block.body), block.body)
        exchanged = list(exchange_blocks(body))
        if exchanged:
            yield from self._exchanged(message, block, place, exchanged)
            return
        lines = split_lines(body)
        before = self._lines.get(place.key)
        is_part = block.is_part and before is not None
        if is_part or before is None:
            edit = inserted(lines, place.key)
        else:
            edit = compared(before, lines, place.key)
        self._lines[place.key] = [*(before or ()), *lines] if is_part else lines
        change = Change.MODIFIED if is_part else Change.CREATED
        act = FileAct(place, change, WRITER, block.path, edit, sure=False)
        yield from self._scene.files.record(_exchange(message), act)

    def _exchanged(
        self,
        message: Message,
        block: _Block,
        place: Place,
        blocks: Sequence[tuple[TextSpan, TextSpan]],
    ) -> Iterator[Observation]:
        """Stretches of a file put in the place of others; with nothing to replace, a new file."""
        for old, new in blocks:
            before = split_lines(old) if old.text.strip() else []
            edit = compared(before, split_lines(new) if new.text else [], place.key)
            change = Change.MODIFIED if before else Change.CREATED
            act = FileAct(place, change, WRITER, block.path, edit, sure=not before)
            yield from self._scene.files.record(_exchange(message), act)


def _exchange(message: Message) -> Exchange:
    return Exchange(ToolCall(id="", name=WRITER), message, "text")


def _calls_tools(messages: Sequence[Message]) -> bool:
    return any(message.tool_calls or message.role is Role.TOOL for message in messages)


def names_written_file(text: str) -> bool:
    """It says only which file stands below it."""
    return _ENDING.search(text) is not None and _heading().fullmatch(text.strip()) is not None


def _blocks(message: Message) -> Iterator[_Block]:
    text, at = message.text, 0
    while opened := _FENCE.search(text, at):
        end = text.find("\n" + opened["mark"], opened.end() - 1)
        if end < 0:
            return
        named = _named(text, opened.start())
        if named is not None and opened.end() < end:
            path = Span(message.id, "text", *named.span("path"))
            body = Span(message.id, "text", opened.end(), end)
            yield _Block(path, body, named["part"] is not None)
        at = end + 1 + len(opened["mark"])


def _named(text: str, fence: int) -> re.Match[str] | None:
    """The line above a fence, where it is a file's name and nothing else."""
    above = text[:fence].rstrip()
    start = above.rfind("\n") + 1
    is_near = text.count("\n", len(above), fence) <= _rules()["lines_above"]
    return _heading().fullmatch(text, start, len(above)) if is_near else None


def _rules() -> dict[str, int]:
    limits: dict[str, int] = table("tools")["written"]["limits"]
    return limits


@cache
def _heading() -> re.Pattern[str]:
    return re.compile(table("tools")["written"]["heading"])
