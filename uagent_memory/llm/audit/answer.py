"""A model's text as lines: bullets with their references, sub-lines, code blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from uagent_memory.render.visible import visible_text

__all__ = ["AnswerLine", "parse_answer"]

FENCE = re.compile(r"^(\s*)(`{3,}|~{3,})[\w+-]*\s*$")
BULLET = re.compile(r"^(\s*)(?:[-*+•·]|\d{1,3}[.)、])\s+")
REFERENCE = re.compile(
    r"\s*[(（\[](?:recall\s+)?((?:[\w.-]+/)?m\d{1,9}(?:\s*(?:,|，|、|;|-|–|\.{3}|…)\s*(?:[\w.-]+/)?m\d{1,9})*)[)）\]]"
)
ONE = re.compile(r"(?:[\w.-]+/)?m\d{1,9}")
PREFACE = re.compile(r"^[^\n]{0,120}[:：]\s*$")


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """One line, or one code block."""

    text: str
    references: tuple[str, ...]
    is_nested: bool = False
    is_code: bool = False


def parse_answer(text: str) -> tuple[AnswerLine, ...]:
    """The lines in order; a fence around the whole and a preface before a list are left out."""
    lines = _unfenced(visible_text(text).strip().split("\n"))
    first = next((i for i, line in enumerate(lines) if BULLET.match(line)), 0)
    if first and all(not line.strip() or PREFACE.match(line) for line in lines[:first]):
        lines = lines[first:]
    return tuple(_parsed(lines))


def _unfenced(lines: list[str]) -> list[str]:
    """Without a fence that holds everything."""
    if len(lines) > 1 and FENCE.match(lines[0]) and FENCE.match(lines[-1]):
        inner = lines[1:-1]
        if not any(map(FENCE.match, inner)) and any(map(BULLET.match, inner)):
            return inner
    return lines


def _parsed(lines: list[str]) -> Iterator[AnswerLine]:
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        opened = FENCE.match(BULLET.sub(r"\1", line))
        if opened:
            block = []
            while place < len(lines) and not FENCE.match(lines[place]):
                block.append(lines[place])
                place += 1
            place += 1
            yield AnswerLine("\n".join(block), (), is_nested=bool(opened.group(1)), is_code=True)
        elif line.strip():
            yield _line(line)


def _line(line: str) -> AnswerLine:
    bullet = BULLET.match(line)
    text = line[bullet.end() :] if bullet else line
    references = [name for group in REFERENCE.findall(text) for name in ONE.findall(group)]
    indent = len(line) - len(line.lstrip())
    return AnswerLine(
        REFERENCE.sub("", text).strip(), tuple(dict.fromkeys(references)), is_nested=indent > 1
    )
