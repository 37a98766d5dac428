"""Text that a program put into a message: where it stands, and what a person typed inside it."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from uagent_memory.author_marks import InjectedLine, author_marks
from uagent_memory.holding import holds_any
from uagent_memory.pasted_runs import pasted_run

__all__ = ["Stretch", "command_arguments", "command_name", "harness_spans", "stripped"]

FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
MARGIN = 200
"""White space that may stand before a tag in its line, or between two blocks, in characters."""

SHORT = 400
"""Characters up to which the spans of a text are remembered."""

Stretch: TypeAlias = tuple[int, int]
"""Start and end, in code points."""


class _Block(NamedTuple):
    """One injected `<name>content</name>`; `inner` is where the content stands."""

    name: str
    start: int
    end: int
    inner: Stretch


def harness_spans(text: str) -> tuple[Stretch, ...]:
    """The stretches of a text that a program put in, in order, as (start, end).

    What a person typed after a slash command (`command_arguments`) is left out of them. Marks
    that a person quotes (inside a line, or inside a fenced block) are no injections.
    """
    return _short_spans(text) if len(text) <= SHORT else _spans(text)


@lru_cache(maxsize=1 << 13)
def _short_spans(text: str) -> tuple[Stretch, ...]:
    """Several readers ask for the same text."""
    return _spans(text)


def _spans(text: str) -> tuple[Stretch, ...]:
    marks = author_marks()
    begin = 0 if text[:1].isalnum() else len(text) - len(text.lstrip())
    if text.startswith(marks.texts, begin) or marks.hooks.match(text, begin):
        return ((0, len(text)),)
    run = pasted_run(text)
    ran = () if run is None else (run.span,)
    if "<" not in text and not _may_hold_line(text, begin, marks.line_begins):
        return ran
    blocks = list(_blocks(text))
    found = [*ran, *((block.start, block.end) for block in blocks)]
    found.extend(_injected_lines(text, marks.lines))
    if not found:
        return ()
    return tuple(_without(_merged(text, sorted(found)), _arguments(text, blocks)))


def _may_hold_line(text: str, begin: int, line_begins: tuple[str, ...]) -> bool:
    """Whether one of the lines may stand in a text, which itself begins at `begin`."""
    if "\n" in text or "\r" in text:
        return holds_any(text, line_begins)
    return text.startswith(line_begins, begin)


def command_arguments(text: str) -> tuple[int, int] | None:
    """Where a slash command's message holds what the person typed after the command."""
    return _arguments(text, _blocks(text))


def command_name(text: str) -> tuple[int, int] | None:
    """Where a slash command's message holds the command: "/review"."""
    return _inside(text, _blocks(text), author_marks().command)


def _arguments(text: str, blocks: Iterable[_Block]) -> Stretch | None:
    return _inside(text, blocks, author_marks().arguments)


def _inside(text: str, blocks: Iterable[_Block], name: str) -> Stretch | None:
    block = next((block for block in blocks if block.name == name), None)
    return None if block is None else stripped(text, *block.inner)


def _blocks(text: str) -> Iterator[_Block]:
    """Injected blocks, outermost only."""
    if "<" not in text:
        return
    tokens = list(author_marks().tag.finditer(text))
    if not tokens:
        return
    closings, fences = _closings(text, tokens), _Fences(text)
    end = 0
    for index, token in enumerate(tokens):
        start = token.start()
        closing = closings.get(index)
        if closing is None or start < end or not _begins(text, start, end) or start in fences:
            continue
        end = tokens[closing].end()
        yield _Block(token["name"], start, end, (token.end(), tokens[closing].start()))


def _closings(text: str, tokens: Sequence[re.Match[str]]) -> dict[int, int]:
    """For each opening tag the one that closes it; blocks of one name may nest.

    Where the nesting does not work out (an opening that is only mentioned), the next closing tag
    of its name counts.
    """
    found: dict[int, int] = {}
    open_tags: dict[str, list[int]] = {}
    closing_tags: dict[str, list[int]] = {}
    for index, token in enumerate(tokens):
        name = token["name"]
        if not token["close"]:
            if _at_line_start(text, token.start()):
                open_tags.setdefault(name, []).append(index)
            continue
        closing_tags.setdefault(name, []).append(index)
        if open_tags.get(name):
            found[open_tags[name].pop()] = index
    for index, token in enumerate(tokens):
        if index not in found and not token["close"]:
            later = closing_tags.get(token["name"], [])
            at = bisect(later, index)
            if at < len(later):
                found[index] = later[at]
    return found


def _begins(text: str, at: int, previous_end: int) -> bool:
    """Whether a tag stands first in its line, or right after an injected block."""
    if _at_line_start(text, at):
        return True
    return at - previous_end <= MARGIN and not text[previous_end:at].strip()


def _at_line_start(text: str, at: int) -> bool:
    margin = text[max(0, at - MARGIN) : at].rstrip(" \t")
    return margin.endswith(("\n", "\r")) or (not margin and at <= MARGIN)


def _injected_lines(text: str, lines: Sequence[InjectedLine]) -> Iterator[Stretch]:
    fences = None
    for line in lines:
        at = text.find(line.begin)
        while at >= 0:
            fences = fences or _Fences(text)
            stop = _line_stop(text, at, line.end)
            if _at_line_start(text, at) and at not in fences:
                yield at, stop
            at = text.find(line.begin, stop)


def _line_stop(text: str, at: int, end: str) -> int:
    stop = text.find("\n", at)
    stop = len(text) if stop < 0 else stop
    mark = text.find(end, at, stop) if end else -1
    return stop if mark < 0 else mark + len(end)


class _Fences:
    """The fenced blocks of a text that are closed."""

    def __init__(self, text: str) -> None:
        marks = [match.start() for match in FENCE.finditer(text)]
        self._marks = marks if len(marks) % 2 == 0 else marks[:-1]

    def __contains__(self, at: int) -> bool:
        return bisect(self._marks, at) % 2 == 1


def _merged(text: str, spans: Sequence[Stretch]) -> list[Stretch]:
    """Spans without overlap; what only white space parts is one."""
    merged: list[Stretch] = []
    for start, end in spans:
        if merged and (start <= merged[-1][1] or not text[merged[-1][1] : start].strip()):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _without(spans: Sequence[Stretch], hole: Stretch | None) -> Iterator[Stretch]:
    for start, end in spans:
        if hole is not None and start <= hole[0] < end:
            yield start, hole[0]
            yield hole[1], end
        else:
            yield start, end


def stripped(text: str, start: int, end: int) -> Stretch | None:
    """The stretch without white space at its ends; None if nothing is left."""
    content = text[start:end]
    inner = content.strip()
    if not inner:
        return None
    begin = start + len(content) - len(content.lstrip())
    return begin, begin + len(inner)
