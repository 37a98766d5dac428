"""What an edit changed: its lines taken away and put in, and the names these define."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from uagent_memory.analyzer.observations.files.symbols import Definition, definitions
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.facts import Hunk, TextSpan
from uagent_memory.messages import Span

__all__ = ["Edit", "Names", "compared", "indent", "inserted", "split_lines"]


class Names(NamedTuple):
    """Definitions that an edit brought, took away, or changed the inside of."""

    defined: tuple[Definition, ...] = ()
    removed: tuple[Definition, ...] = ()
    touched: tuple[Definition, ...] = ()


class Edit(NamedTuple):
    hunks: tuple[Hunk, ...] = ()
    names: Names = Names()
    dropped: tuple[TextSpan, ...] = ()
    """Lines taken out of which nobody knows whether they were there at first."""
    lasting: tuple[TextSpan, ...] = ()
    """Words taken out at one place that the file still has elsewhere."""
    within: tuple[TextSpan, ...] = ()
    """What it stands in, by its name where a look at the file has shown it."""


class _Block(NamedTuple):
    """Lines old_start..old_end became new_start..new_end."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


_COMPARED = 10_000  # pairs of lines that a full comparison may look at


def split_lines(text: TextSpan) -> list[TextSpan]:
    """The lines of a quotation, each with its own address, without line ends."""
    message_id, part, at, _ = text.span
    lines: list[TextSpan] = []
    new = tuple.__new__
    for raw in text.text.split("\n"):
        line = raw.removesuffix("\r")
        place = new(Span, (message_id, part, at, at + len(line)))
        lines.append(new(TextSpan, (line, place)))
        at += len(raw) + 1
    if len(lines) > 1 and not lines[-1].text:
        lines.pop()
    return lines


def compared(old: Sequence[TextSpan], new: Sequence[TextSpan], path: str) -> Edit:
    """The difference between two states of a stretch of the file `path`."""
    blocks = _blocks([line.text for line in old], [line.text for line in new])
    hunks = tuple(
        Hunk(tuple(old[b.old_start : b.old_end]), tuple(new[b.new_start : b.new_end]))
        for b in blocks
    )
    return Edit(hunks, _names(definitions(old, path), definitions(new, path), blocks, old, new))


def inserted(lines: Sequence[TextSpan], path: str) -> Edit:
    """Lines put in where nothing is known of what stood there."""
    if not lines:
        return Edit()
    names = Names(defined=tuple(definitions(lines, path)[: table("symbols")["limits"]["names"]]))
    return Edit((Hunk(added=tuple(lines)),), names)


def _blocks(old: list[str], new: list[str]) -> list[_Block]:
    """Changed blocks: common ends trimmed, the rest compared in full where it is small."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    if not middle_old and not middle_new:
        return []
    if len(middle_old) * len(middle_new) > _COMPARED:
        return [_Block(head, head + len(middle_old), head, head + len(middle_new))]
    matcher = SequenceMatcher(None, middle_old, middle_new, autojunk=False)
    return [
        _Block(head + i1, head + i2, head + j1, head + j2)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
        if tag != "equal"
    ]


def _names(
    before: Sequence[Definition],
    after: Sequence[Definition],
    blocks: Sequence[_Block],
    old: Sequence[TextSpan],
    new: Sequence[TextSpan],
) -> Names:
    most = table("symbols")["limits"]["names"]
    had, has = {one.name.text for one in before}, {one.name.text for one in after}
    defined = [one for one in after if one.name.text not in had]
    removed = [one for one in before if one.name.text not in has]
    fresh = {one.name.text for one in defined}
    touched = [one for one in _around(after, blocks, new, old) if one.name.text not in fresh]
    return Names(_distinct(defined)[:most], _distinct(removed)[:most], _distinct(touched)[:most])


def _around(
    names: Sequence[Definition],
    blocks: Sequence[_Block],
    new: Sequence[TextSpan],
    old: Sequence[TextSpan],
) -> list[Definition]:
    """For each changed block: the definitions it holds, or else the nearest above it.

    A definition above counts only while the block is indented deeper, so that what follows a
    function at its own level is not taken for a part of it.
    """
    found: list[Definition] = []
    for block in blocks:
        inside = [one for one in names if block.new_start <= one.line < block.new_end]
        above = [one for one in names if one.line < block.new_start]
        lines = (*new[block.new_start : block.new_end], *old[block.old_start : block.old_end])
        depth = min((indent(line.text) for line in lines if line.text.strip()), default=0)
        holder = next((o for o in reversed(above) if indent(new[o.line].text) < depth), None)
        found.extend(inside or ([holder] if holder is not None else []))
    return found


def indent(line: str) -> int:
    """Characters of white space that a line begins with."""
    return len(line) - len(line.lstrip())


def _distinct(names: Sequence[Definition]) -> tuple[Definition, ...]:
    return tuple({one.name.text: one for one in reversed(names)}.values())[::-1]
