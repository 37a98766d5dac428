"""Quotations in one line of text: code spans in backticks, and text in quotation marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Quotation", "find_quotations"]

TICKS = re.compile(r"`+")
MARKS = re.compile(
    r"(?<![^\s(\[{,:=\0])\"(?=[^\s\"])[^\"\0]*(?<=[^\s\"])\"(?!\w)|“[^“”\0]*”|‘[^‘’\0]*’|「[^「」\0]*」|『[^『』\0]*』"
)


class Quotation(NamedTuple):
    """`content` is what stands between the marks, blanks at its ends left out."""

    start: int
    end: int
    content: str


def find_quotations(text: str) -> list[Quotation]:
    """In order; what stands in a code span is not looked into."""
    found: list[Quotation] = []
    done = 0
    for span in _code_spans(text):
        found.extend(_marked(text, done, span.start))
        found.append(span)
        done = span.end
    found.extend(_marked(text, done, len(text)))
    return found


def _marked(text: str, start: int, end: int) -> Iterator[Quotation]:
    for match in MARKS.finditer(text, start, end):
        content = match.group()[1:-1].strip()
        if content:
            yield Quotation(match.start(), match.end(), content)


def _code_spans(text: str) -> Iterator[Quotation]:
    """As in CommonMark: a run of backticks closes at the next run of the same length."""
    runs = list(TICKS.finditer(text))
    following: dict[int, int] = {}
    closers = [0] * len(runs)
    for index in range(len(runs) - 1, -1, -1):
        length = len(runs[index].group())
        closers[index] = following.get(length, -1)
        following[length] = index
    index = 0
    while index < len(runs):
        closer = closers[index]
        if closer < 0:
            index += 1
            continue
        start, end = runs[index].start(), runs[closer].end()
        content = text[runs[index].end() : runs[closer].start()].strip()
        if content:
            yield Quotation(start, end, content)
        index = closer + 1
