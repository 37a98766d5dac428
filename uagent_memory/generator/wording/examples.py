"""Examples in a long message: tags and sections that show a form rather than say what is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uagent_memory.analyzer.fences import find_fences
from uagent_memory.analyzer.stretches import Stretches
from uagent_memory.generator.wording.phrasing import names_example

__all__ = ["examples_in"]

_TAG = re.compile(r"^[ \t]*<([A-Za-z_][\w.-]{0,60})>", re.MULTILINE)
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)")


def examples_in(text: str) -> Stretches:
    """The stretches of a text that its headings or tags call examples."""
    return Stretches((*_tagged(text), *_headed(text)))


def _tagged(text: str) -> Iterator[tuple[int, int]]:
    end = 0
    for tag in _TAG.finditer(text):
        if tag.start() < end or not names_example(tag[1]):
            continue
        close = text.find(f"</{tag[1]}>", tag.end())
        end = close if close >= 0 else end
        if close >= 0:
            yield tag.start(), close


def _headed(text: str) -> Iterator[tuple[int, int]]:
    """From a heading to the next one of its level or above; fenced comments are no headings."""
    lines = text.splitlines(keepends=True)
    fences = find_fences([line.rstrip("\r\n") for line in lines])
    at, inside, level, start = 0, -1, 0, -1
    for number, line in enumerate(lines):
        if number in fences:
            inside = fences[number].close
        heading = _HEADING.match(line) if number > inside else None
        if heading:
            if start >= 0 and len(heading[1]) <= level:
                yield start, at
                start = -1
            if start < 0 and names_example(heading[2]):
                level, start = len(heading[1]), at
        at += len(line)
    if start >= 0:
        yield start, at
