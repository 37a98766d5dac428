"""A model's text as lines: bullets with their references, sub-lines, code blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from uagent_memory.render.visible import visible_text

__all__ = ["AnswerLine", "parse_answer"]

FENCE = re.compile(r"^(\s*)(`{3,}|~{3,})[\w+-]*\s*$")
BULLET = re.compile(r"^(\s*)(?:[-*+•·]|\d{1,3}[.)、])\s+")
REFERENCE = re.compile(
    r"\s*[(（\[](?:recall\s+)?((?:[\w.-]+/)?m\d{1,9}(?:\s*(?:,|，|、|;|-|–|\.{3}|…)\s*(?:[\w.-]+/)?m\d{1,9})*)[)）\]]"
)
ONE = re.compile(r"(?:[\w.-]+/)?m\d{1,9}")
STOP = re.compile(
    rf"(?P<end>[.!?。！？])?[\"'”*]*(?P<references>(?:{REFERENCE.pattern})*)(?P<after>[.。;；,，:：]?)(?P<gap>\s*)"
)
"""Where a sentence may end, also one whose references stand behind it."""
OPENING = re.compile(r"[A-Z`*\"“\u3400-\u9fff]")
LABEL = re.compile(r"[:：](?![^.。]*[.。]\s)")
"""A colon in the last sentence."""
PREFACE = re.compile(r"^[^\n]{0,120}[:：]\s*$")


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """One line, or one code block."""

    text: str
    references: tuple[str, ...]
    is_nested: bool = False
    is_code: bool = False
    parts: tuple[AnswerLine, ...] = ()
    """Sentences that stand by themselves, with the references behind them; none: it is one."""


def parse_answer(text: str) -> tuple[AnswerLine, ...]:
    """The lines in order, each once, without a fence around the whole and a preface to a list."""
    lines = _unfenced(visible_text(text).strip().split("\n"))
    first = next((i for i, line in enumerate(lines) if BULLET.match(line)), 0)
    if first and all(not line.strip() or PREFACE.match(line) for line in lines[:first]):
        lines = lines[first:]
    return tuple(dict.fromkeys(_parsed(lines)))


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
            if any(BULLET.match(row) and REFERENCE.search(row) for row in block):
                yield from _parsed(block)
                continue
            yield AnswerLine("\n".join(block), (), is_nested=bool(opened.group(1)), is_code=True)
        elif line.strip():
            yield _line(line)


def _line(line: str) -> AnswerLine:
    bullet = BULLET.match(line)
    text = line[bullet.end() :] if bullet else line
    indent = len(line) - len(line.lstrip())
    pieces = _pieces(text)
    parts = [_told(piece, is_nested=indent > 1) for piece in pieces] if len(pieces) > 1 else ()
    return replace(_told(text, is_nested=indent > 1), parts=_with_references(parts))


def _told(text: str, *, is_nested: bool) -> AnswerLine:
    references = [name for group in REFERENCE.findall(text) for name in ONE.findall(group)]
    bare = REFERENCE.sub("", text).strip().rstrip(";；")
    return AnswerLine(bare, tuple(dict.fromkeys(references)), is_nested=is_nested)


def _pieces(text: str) -> list[str]:
    """Cut behind full stops, and behind references where no label stands over what follows."""
    pieces: list[str] = []
    start = 0
    for stop in STOP.finditer(text):
        if _parts_at(stop, text[start : stop.start()], text[stop.end() : stop.end() + 1]):
            pieces.append(text[start : stop.end()])
            start = stop.end()
    return [*pieces, text[start:]]


def _parts_at(stop: re.Match[str], before: str, following: str) -> bool:
    if not following or not before.strip() or not OPENING.match(following):
        return False
    end, after = stop["end"] or "", stop["after"]
    if stop["references"]:
        return (
            bool(end)
            or after in {".", "。"}
            or (after in {"", ";", "；"} and not LABEL.search(before))
        )
    return end in {"。", "！", "？"} or (
        bool(end) and bool(stop["gap"]) and not after and before[-1:].isalpha()
    )


def _with_references(parts: Sequence[AnswerLine]) -> tuple[AnswerLine, ...]:
    """A sentence without references has those of the next one that has some, or of the last."""
    found: list[AnswerLine] = []
    references: tuple[str, ...] = ()
    for part in reversed(parts):
        references = part.references or references
        found.append(replace(part, references=references))
    last = next((part.references for part in found if part.references), ())
    return tuple(replace(part, references=part.references or last) for part in reversed(found))
