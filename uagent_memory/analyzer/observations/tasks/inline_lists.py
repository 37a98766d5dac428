"""Lists on one line: "TODO: 1) write tests 2) update the docs", 待办：1. 写测试 2. 发版."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.prose import Line, Prose
from uagent_memory.facts import TextSpan
from uagent_memory.messages import Span

__all__ = ["InlineList", "inline_lists"]

LONGEST_LEAD = 60
LONGEST = 2000
"""Characters up to which a list is read."""
_MARK = re.compile(
    r"(?<![\w.])(?:[(（]?(?P<number>[1-9]\d?)(?:[)）]|[.．](?!\d)|、)"
    r"|(?P<han>[一二三四五六七八九十])、|(?P<circled>[①-⑳])|(?P<dot>[-*•·])(?=\s))\s*"
    r"|(?P<tied>[①-⑳])\s*"
)
_LEAD = re.compile(rf"(?P<lead>[^\n:：.。!！?？;；]{{1,{LONGEST_LEAD}}}+)[:：][ \t]*")
_HAN = "一二三四五六七八九十"
_BREAKS = " \t\r\n;；,，、.。"


class InlineList(NamedTuple):
    """A lead and the items that follow it on its line."""

    lead: str
    items: tuple[TextSpan, ...]


def inline_lists(prose: Prose, lines: Iterable[Line]) -> Iterator[InlineList]:
    """Lists of at least two items that begin right after a colon, or with a list item's mark.

    Args:
        prose: the message.
        lines: those in which one may begin.
    """
    text = prose.message.text
    done = 0
    for line in lines:
        if line.unit.span.start < done:
            continue
        end = text.find("\n", line.unit.span.start, line.unit.span.start + LONGEST)
        end = min(len(text), line.unit.span.start + LONGEST) if end < 0 else end
        for lead, at in _openings(text, line.unit.span.start, line.unit.span.end):
            items = tuple(_items(text, at, end))
            if len(items) > 1:
                done = end
                yield InlineList(lead or line.unit.lead, tuple(_placed(prose, items)))
                break


def _openings(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """("", the unit's start) and every lead with the place after its colon."""
    if _MARK.match(text, start):
        yield "", start
    last = max(text.rfind(":", start, end), text.rfind("：", start, end))
    while start <= last and (found := _LEAD.search(text, start, end)) is not None:
        start = found.end()
        yield found["lead"].strip() + ":", start


def _items(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches between the marks of one list; nothing where it does not begin at `start`."""
    first = _MARK.match(text, start, end)
    if first is None or _value(first) not in (0, 1):
        return
    sort, number, begin = first.lastgroup, _value(first), first.end()
    for mark in _MARK.finditer(text, begin, end):
        goes_on = _kind(mark.lastgroup) == _kind(sort) and _value(mark) == number + (number > 0)
        if goes_on:
            yield begin, mark.start()
            number, begin = _value(mark), mark.end()
    yield begin, end


def _kind(group: str | None) -> str | None:
    return "circled" if group == "tied" else group


def _value(mark: re.Match[str]) -> int:
    """Its number; 0 of a bullet."""
    sort = _kind(mark.lastgroup)
    if sort == "number":
        return int(mark["number"])
    if sort == "han":
        return _HAN.index(mark["han"]) + 1
    if sort == "circled":
        return ord(mark["circled"] or mark["tied"]) - ord("①") + 1
    return 0


def _placed(prose: Prose, items: tuple[tuple[int, int], ...]) -> Iterator[TextSpan]:
    text = prose.message.text
    for start, end in items:
        body = text[start:end].rstrip(_BREAKS)
        if body:
            yield TextSpan(body, Span(prose.message.id, "text", start, start + len(body)))
