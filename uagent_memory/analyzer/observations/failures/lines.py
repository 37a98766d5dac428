"""The few lines of a long output that a rule may fit, found in one pass over it."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from ahocorasick_rs import AhoCorasick, MatchKind

from uagent_memory.analyzer.observations.tables import either, table

__all__ = ["Hit", "Line", "LineRule", "first_lines", "last_lines", "line_at", "scan"]

RuleGroup: TypeAlias = Literal["verdict", "test", "detail", "error"]


class Line(NamedTuple):
    """A line's place in its text, without the blanks and escape codes at its ends."""

    start: int
    end: int


class LineRule(NamedTuple):
    group: RuleGroup
    pattern: re.Pattern[str]
    sort: str = ""
    """Outcome, detail sort or error shape."""
    family: str = ""
    rank: int = 0
    once: bool = False
    """Only the first such line of an output counts."""
    each: bool = False
    """Printed for every part of a run: one of several does not tell of the whole."""
    kind: str = ""
    """Of a family's programs only those of this kind print it; "": all of them."""


class Hit(NamedTuple):
    """A rule and the line it fits. `match` was made on the line's text alone."""

    rule: LineRule
    line: Line
    match: re.Match[str]

    def group(self, name: str) -> str:
        """A named group's text; "" if the rule has none or it took no part."""
        return (self.match.groupdict().get(name) or "").strip()

    def place(self, name: str) -> tuple[int, int] | None:
        """Where a named group stands in the scanned text."""
        if not self.match.groupdict().get(name):
            return None
        start, end = self.match.span(name)
        return self.line.start + start, self.line.start + end


class _Rules(NamedTuple):
    rules: tuple[LineRule, ...]
    finder: AhoCorasick
    by_needle: tuple[tuple[int, ...], ...]


_SURROGATES = re.compile("[\ud800-\udfff]")
_ESCAPES = re.compile(r"(?:\x1b\[[\d;]*[A-Za-z]|[ \t\r])+")
_TRAILING = re.compile(r"(?:\x1b\[[\d;]*[A-Za-z])+$")
_LONGEST_PREFIX = 60


@cache
def _rules() -> _Rules:
    rules: list[LineRule] = []
    needles: dict[str, list[int]] = {}
    sources = (
        ("verdict", table("verdicts")["rule"], "outcome"),
        ("test", table("verdicts")["test"], "outcome"),
        ("detail", table("verdicts")["detail"], "sort"),
        ("error", table("errors")["shape"], "name"),
    )
    for group, entries, sort in sources:
        for entry in entries:
            for needle in entry["needles"]:
                needles.setdefault(needle, []).append(len(rules))
            rules.append(
                LineRule(
                    group,  # type: ignore[arg-type]
                    re.compile(entry["re"]),
                    entry[sort],
                    entry.get("family", ""),
                    entry.get("rank", 0),
                    entry.get("once", False),
                    entry.get("each", False),
                    entry.get("kind", ""),
                )
            )
    finder = AhoCorasick(list(needles), matchkind=MatchKind.Standard)
    return _Rules(tuple(rules), finder, tuple(map(tuple, needles.values())))


def scan(text: str, start: int, end: int) -> list[Hit]:
    """Every rule's hits in a stretch of text, in the order of the lines.

    Of more candidate lines than the limit the first and the last half are looked at.
    """
    found: dict[Line, set[int]] = {}
    by_needle = _rules().by_needle
    stretch = _searchable(text[start:end])
    line = Line(-1, -1)
    for needle, at, _ in _rules().finder.find_matches_as_indexes(stretch, overlapping=True):
        if not line.start <= start + at < line.end:
            line = line_at(text, start + at, start, end)
        found.setdefault(line, set()).update(by_needle[needle])
    return _hits(text, found)


def _hits(text: str, found: dict[Line, set[int]]) -> list[Hit]:
    limits = table("verdicts")["limits"]
    candidates = list(found)
    if len(candidates) > limits["candidates"]:
        half = limits["candidates"] // 2
        candidates = candidates[:half] + candidates[-half:]
    hits: list[Hit] = []
    rules = _rules().rules
    for line in candidates:
        bare = _bare(text, line)
        shown = text[bare.start : min(bare.end, bare.start + limits["line"])]
        hits.extend(
            Hit(rules[number], bare, match)
            for number in sorted(found[line])
            if (match := rules[number].pattern.search(shown))
        )
    return hits


def _searchable(text: str) -> str:
    """Lone surrogates have no UTF-8 form; one stand-in each keeps every position."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return _SURROGATES.sub("\ufffd", text)
    return text


def line_at(text: str, at: int, start: int, end: int) -> Line:
    """The whole line around a position, within start..end."""
    first = text.rfind("\n", start, at) + 1 or start
    last = text.find("\n", at, end)
    return tuple.__new__(Line, (first, end if last < 0 else last))


def _bare(text: str, line: Line) -> Line:
    """What a terminal would show last: no overwritten text, no blanks and codes at the ends.

    Nor the name of the task that printed it, which a runner of many puts before each line.
    """
    start, end = line
    while end > start and text[end - 1] in " \t\r":
        end -= 1
    start = max(start, text.rfind("\r", start, end) + 1)
    if "\x1b" in text[start : start + 8]:
        escapes = _ESCAPES.match(text, start, end)
        start = escapes.end() if escapes else start
    if "\x1b" in text[max(start, end - 8) : end]:
        trailing = _TRAILING.search(text[max(start, end - 24) : end])
        end -= len(trailing.group()) if trailing else 0
    if text[start : start + 1] == "[":
        prefix = _prefix().match(text, start, min(end, start + _LONGEST_PREFIX))
        start = prefix.end() if prefix else start
    return tuple.__new__(Line, (start, end))


@cache
def _prefix() -> re.Pattern[str]:
    return either(table("verdicts")["task_prefixes"])


def first_lines(text: str, start: int, end: int, count: int) -> list[Line]:
    """The first lines of a stretch that are not blank."""
    found: list[Line] = []
    at = start
    while at < end and len(found) < count:
        line = line_at(text, at, at, end)
        if (bare := _bare(text, line)).end > bare.start:
            found.append(bare)
        at = line.end + 1
    return found


def last_lines(text: str, start: int, end: int, count: int) -> list[Line]:
    """The last lines of a stretch that are not blank, in order."""
    found: list[Line] = []
    at = end
    while at > start and len(found) < count:
        first = text.rfind("\n", start, at) + 1 or start
        if (bare := _bare(text, Line(first, at))).end > bare.start:
            found.append(bare)
        at = first - 1
    return found[::-1]
