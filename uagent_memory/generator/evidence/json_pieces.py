"""Pieces of JSON that was printed on one long line: whole objects and whole fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from uagent_memory.messages import Author, Message

__all__ = [
    "holds_fields",
    "is_short_json",
    "json_piece",
    "json_records",
    "json_values",
    "looks_like_json",
    "plain_fields",
]

_START = re.compile(r"\s*(?:[\[{]\s*[\[{\"\]}\d]|[{\[])")
_FIELD_END = re.compile(r'(?<=["\d\]}el]),\s*(?=["\[{\d]|-\d|true|false|null)')
"""A comma between two fields or items; one inside a string rarely stands between such marks."""
_MARK = re.compile(rf"[\[\]{{}}]|{_FIELD_END.pattern}")
_PLAIN_FIELD = re.compile(
    r'"[^"]{1,60}"\s*:\s*(?:"[^"]{0,100}"|-?\d[\d.eE+-]*|true|false|null'
    r'|\[\s*"[^"]{0,40}"(?:\s*,\s*"[^"]{0,40}"){0,7}\s*\])(?=\s*[,}\]])'
)
"""A field whose value is neither an object nor an array; or a short list of words."""
_NEXT_FIELD = re.compile(rf",\s*{_PLAIN_FIELD.pattern}")
_KEY = re.compile(r'"[^"]{1,60}"\s*:')
_BRACKET = re.compile(r"[\[\]{}]")


def looks_like_json(text: str, start: int, end: int) -> bool:
    """A line that begins and ends as an object or array does, with a key near its start."""
    begins = _START.match(text, start, end) is not None
    ends = text[max(start, end - 8) : end].rstrip()[-1:] in ("}", "]")
    return begins and ends and _KEY.search(text, start, min(end, start + 200)) is not None


def is_short_json(message: Message, longest: int) -> bool:
    """A tool's result is one short JSON value: what it says is in its fields, not in its lines.

    Args:
        message: that of the result, or any other.
        longest: characters of a short one.
    """
    text = message.text
    is_short = message.author is Author.TOOL and len(text) <= longest
    return is_short and looks_like_json(text, 0, len(text))


@lru_cache(maxsize=1 << 11)
def plain_fields(text: str) -> Sequence[tuple[str, str]]:
    """The fields of a run, each with its value as it is spelled."""
    fields = (found.group() for found in _PLAIN_FIELD.finditer(f"{text}}}"))
    return tuple([(field, _KEY.sub("", field, count=1).strip().strip('"')) for field in fields])


def json_values(text: str) -> str:
    """What its fields hold, without their names."""
    return _KEY.sub(" ", text)


def holds_fields(text: str, start: int, end: int) -> bool:
    """Whether a field with a plain value begins in a stretch and ends in it."""
    return _PLAIN_FIELD.search(text, start, end) is not None


def json_piece(text: str, start: int, end: int, *, at: int, most: int) -> tuple[int, int] | None:
    """The largest object of at most `most` characters around `at`; or else the fields there.

    Looks at `2 * most` characters only, however long the line. None where a single field is
    longer than that.
    """
    low, high = max(start, at - most), min(end, at + most)
    opened, closed = _unclosed(text, low, at), _unopened(text, at, high)
    around = [
        (first, last + 1)
        for first, last in zip(opened, closed, strict=False)
        if last + 1 - first <= most
    ]
    objects = [piece for piece in around if text[piece[0]] == "{"]
    if objects:
        return objects[-1]
    first, last = around[0] if around else (at, at)
    first = _field_start(text, low, first)
    last = _field_end(text, last, high)
    if last - first > most or last >= high < end:
        return None
    return first, _plain_fields(text, last, first + most // 2)


def json_records(text: str, start: int, end: int, *, most: int) -> Iterator[tuple[int, int]]:
    """The largest objects of at most `most` characters, and the plain fields between them.

    Runs of plain fields are cut at `most`. Linear; brackets inside strings count as brackets, so
    that a piece may then be cut elsewhere, but is always the text's own.
    """
    opened: list[int] = []
    objects: list[tuple[int, int]] = []
    for mark in _BRACKET.finditer(text, start, end):
        if mark.group() in "[{":
            opened.append(mark.start())
        elif opened:
            first = opened.pop()
            if text[first] == "{" and mark.end() - first <= most:
                while objects and objects[-1][0] > first:
                    objects.pop()
                objects.append((first, mark.end()))
    yield from objects
    for low, high in pairwise((start, *(edge for piece in objects for edge in piece), end)):
        if text[low : low + 1] != "{" or (low, high) not in objects:
            yield from _runs(text, low, high, most=most)


def _runs(text: str, low: int, high: int, *, most: int) -> Iterator[tuple[int, int]]:
    """Plain fields that follow each other, as many together as `most` characters hold."""
    first = last = -1
    for field in _PLAIN_FIELD.finditer(text, low, high):
        joined = first >= 0 and not text[last : field.start()].strip(", \t")
        if not joined or field.end() - first > most:
            if first >= 0:
                yield first, last
            first = field.start()
        last = field.end()
    if first >= 0:
        yield first, last


def _unclosed(text: str, low: int, at: int) -> list[int]:
    """Places of the brackets open at `at`, innermost first."""
    return _unpaired(reversed(list(_BRACKET.finditer(text, low, at))), "]}")


def _unopened(text: str, at: int, high: int) -> list[int]:
    """Places of the brackets that close what is open at `at`, innermost first."""
    return _unpaired(_BRACKET.finditer(text, at, high), "[{")


def _unpaired(marks: Iterable[re.Match[str]], nested: str) -> list[int]:
    """Of brackets met one after the other those without a partner, which a nested one has."""
    found, depth = [], 0
    for mark in marks:
        if mark.group() in nested:
            depth += 1
        elif depth:
            depth -= 1
        else:
            found.append(mark.start())
    return found


def _field_start(text: str, low: int, at: int) -> int:
    """After the comma before this field, or after the bracket that it is the first in."""
    edge = _edge(reversed(list(_MARK.finditer(text, low, at))), "]}")
    return edge.end() if edge is not None else low


def _field_end(text: str, at: int, high: int) -> int:
    """Before the comma after this field, or before the bracket that closes what it is in."""
    edge = _edge(_MARK.finditer(text, at, high), "[{")
    return edge.start() if edge is not None else high


def _edge(marks: Iterable[re.Match[str]], nested: str) -> re.Match[str] | None:
    """The first comma or bracket that is in nothing nested."""
    depth = 0
    for mark in marks:
        if mark.group() in nested:
            depth += 1
        elif mark.group() in "[]{}":
            depth -= 1
        if depth < 0 or (depth == 0 and mark.group().startswith(",")):
            return mark
    return None


def _plain_fields(text: str, last: int, most: int) -> int:
    """The end of the fields without brackets that follow, up to `most`."""
    while (following := _NEXT_FIELD.match(text, last)) and following.end() <= most:
        last = following.end()
    return last
