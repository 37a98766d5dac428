"""Lines that a script or a stream editor put into a file, as the file was printed later.

Such a change tells no line. But what a file shows after it and did not show before, between two
lines that stood close together before, is the change; so are the added lines of a later diff.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple, TypeAlias

from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.facts import CHANGED_STATUSES, Change, FileValue, TextSpan
from uagent_memory.generator.call_results import CallPart, results_by_call
from uagent_memory.generator.code_lines import is_closing
from uagent_memory.generator.exchanged import exchanged
from uagent_memory.generator.tool_settings import PrintedSettings
from uagent_memory.ledger import Fact, Observation
from uagent_memory.messages import Author, Message, Span

__all__ = ["PrintedChanges", "PrintedLine", "is_by_editor"]

_LINE = re.compile(
    r"^[ \t]*+(?:(?P<number>\d{1,7})(?:→|\t|: | \| |-))?+[ \t]*+(?P<said>\S(?:.*\S)?)?[ \t\r]*$",
    re.MULTILINE,
)
_BREAK = re.compile(r"-{2,3}|\.{3}")
"""Between stretches of a file that do not follow each other."""
_OF_DIFF = re.compile(
    r"^\+\+\+ (?:b/)?(?P<path>\S+).*$|^(?P<other>diff --git |--- \S)", re.MULTILINE
)
_CHANGED = re.compile(
    r"^(?:\+(?!\+\+ )|-(?!-- ))[ \t]*(?P<said>\S(?:.*\S)?)[ \t\r]*$", re.MULTILINE
)
_CHANGING = frozenset((Change.CREATED, Change.MODIFIED, Change.RENAMED, Change.RESTORED))
_Gap: TypeAlias = tuple[int, int]
"""The places of two lines in what was printed."""
_TAG = re.compile(r"</?[\w-]+>(?:[^<>]*</[\w-]+>)?\Z")
"""A line with which a program frames what it printed."""
_WORD = re.compile(r"\w{2}")


class PrintedLine(NamedTuple):
    """A line that a changed file has now, or no longer has."""

    sign: str
    line: TextSpan
    became: tuple[TextSpan, ...] = ()
    """Of a line that is gone: what stands in its place."""


_Look: TypeAlias = list[TextSpan]
"""Telling lines of a file that were printed one after the other."""


class _Looks(NamedTuple):
    """What was printed of a file before it was changed, and after."""

    before: list[_Look]
    after: list[_Look]


class PrintedChanges:
    """Of one history.

    Args:
        messages: of the whole history.
        settings: how far is looked.
    """

    def __init__(self, messages: Sequence[MessageAnalysis], settings: PrintedSettings) -> None:
        self._messages = messages
        self._settings = settings
        self._found: dict[str, tuple[PrintedLine, ...]] = {}
        self._diffs: dict[str, Mapping[str, list[PrintedLine]]] = {}
        self._read_by: Counter[str] = Counter()

    def of(self, fact: Fact) -> tuple[PrintedLine, ...]:
        """The changed lines of a file that no change tells; () where each change tells its own."""
        known = self._found.get(fact.key)
        if known is None:
            known = self._found[fact.key] = tuple(self._lines(fact)) if _is_blind(fact) else ()
        return known

    def tells(self, fact: Fact, seen: Observation) -> bool:
        """What an act put into a file is shown as it was printed later."""
        return seen.change in _CHANGING and bool(self.of(fact))

    def _lines(self, fact: Fact) -> Iterator[PrintedLine]:
        changed = max(seen.seq for seen in fact.standing if seen.change in _CHANGING)
        diff = self._of_diff(fact, after=changed)
        if diff:
            yield from diff
            return
        looks, most = self._looks(fact), self._settings.looks
        before = looks.before[-most:]
        told: set[str] = set()
        shown: set[str] = set()
        for look in reversed(looks.after[-most:]):
            for change in _differences(before, look, shown, self._settings):
                if change.line.text not in told:
                    told.add(change.line.text)
                    yield change
            shown.update(line.text for line in look)

    def _looks(self, fact: Fact) -> _Looks:
        looks, is_clean = _Looks([], []), True
        for seen in fact.history:
            if seen.change is Change.READ:
                (looks.before if is_clean else looks.after).extend(self._printed(seen))
            elif seen.change is Change.REVERTED:
                is_clean = True
                looks.after.clear()
            elif seen.change in _CHANGING:
                is_clean = False
                if seen.change is Change.CREATED and isinstance(seen.value, FileValue):
                    written = [line for hunk in seen.value.hunks for line in hunk.added]
                    looks.before.append([line for line in map(_bare, written) if _tells(line.text)])
        return looks

    def _printed(self, seen: Observation) -> Iterator[_Look]:
        value, span = seen.value, seen.span
        if isinstance(value, FileValue) and value.how not in strings("shell", "reads", "matching"):
            result = self._results.get((span.message_id, span.part))
            if result is not None and self._read_by[result.id] < self._settings.files:
                self._read_by[result.id] += 1
                yield from _stretches(result.id, result.text)

    @cached_property
    def _results(self) -> Mapping[CallPart, Message]:
        return results_by_call(self._messages)

    def _of_diff(self, fact: Fact, *, after: int) -> list[PrintedLine]:
        """The changed lines of the newest diff of the file, if it is newer than every change."""
        for message in reversed(self._shown_diffs):
            if message.seq <= after:
                break
            if message.id not in self._diffs:
                self._diffs[message.id] = _by_file(message.id, message.text)
            for path, lines in self._diffs[message.id].items():
                if f"/{fact.key}".endswith(f"/{path}") or f"/{path}".endswith(f"/{fact.key}"):
                    return lines
        return []

    @cached_property
    def _shown_diffs(self) -> Sequence[Message]:
        shown = (analysis.message for analysis in self._messages)
        return [m for m in shown if m.author is Author.TOOL and "\n+++ " in m.text]


def _is_blind(fact: Fact) -> bool:
    """Some change that stands tells no whole line."""
    return fact.status in CHANGED_STATUSES and any(
        isinstance(seen.value, FileValue)
        and seen.change in _CHANGING
        and (not seen.value.hunks or is_by_editor(seen.value))
        for seen in fact.standing
    )


def is_by_editor(value: FileValue) -> bool:
    """A stream editor made the change: what it took out and put in are pieces of lines."""
    return value.how in strings("shell", "writes", "in_place")


def _by_file(message_id: str, text: str) -> dict[str, list[PrintedLine]]:
    """The changed lines of a diff by the file that they are of."""
    found: dict[str, list[PrintedLine]] = {}
    heads = list(_OF_DIFF.finditer(text))
    for number, head in enumerate(heads):
        if not head["path"]:
            continue
        end = heads[number + 1].start() if number + 1 < len(heads) else len(text)
        lines = found.setdefault(head["path"], [])
        for stretch in _changed_stretches(text, head.end(), end):
            said = [(line[0][0], _said(message_id, line)) for line in stretch]
            added = [line for sign, line in said if sign == "+"]
            removed = [line for sign, line in said if sign == "-"]
            lines.extend(PrintedLine("+", line) for line in added)
            lines.extend(PrintedLine("-", *gone) for gone in exchanged(removed, added))
    return {path: lines for path, lines in found.items() if lines}


def _changed_stretches(text: str, start: int, end: int) -> Iterator[list[re.Match[str]]]:
    """The telling lines of a diff that stand together, without an unchanged line between them."""
    stretch: list[re.Match[str]] = []
    at = -1
    for line in _CHANGED.finditer(text, start, end):
        if stretch and text[at : line.start()].strip("\r\n"):
            yield stretch
            stretch = []
        at = line.end()
        if _tells(line["said"]):
            stretch.append(line)
    yield stretch


def _said(message_id: str, line: re.Match[str]) -> TextSpan:
    return TextSpan(line["said"], Span(message_id, "text", *line.span("said")))


def _stretches(message_id: str, text: str) -> Iterator[_Look]:
    """The stretches of a file that a result shows: between them its numbers jump, or a mark is."""
    look: _Look = []
    offset = None
    for row, found in enumerate(_LINE.finditer(text)):
        said, number = found["said"] or "", found["number"]
        jumps = number is not None and offset not in (None, int(number) - row)
        if look and (jumps or _BREAK.fullmatch(said)):
            yield look
            look = []
        offset = int(number) - row if number is not None else offset
        line = TextSpan(said, Span(message_id, "text", *found.span("said")))
        if _tells(said):
            look.append(line)
    yield look


def _bare(line: TextSpan) -> TextSpan:
    return TextSpan(line.text.strip(), line.span)


def _tells(text: str) -> bool:
    return _WORD.search(text) is not None and not (_TAG.match(text) or is_closing(text))


def _differences(
    before: Sequence[_Look], look: _Look, shown: set[str], settings: PrintedSettings
) -> Iterator[PrintedLine]:
    """Runs of new lines between two that stood close together before.

    Args:
        before: what was printed before the change.
        look: what was printed after it.
        shown: lines of newer looks: what they show of the same place holds.
        settings: how many lines may have stood between the two, and what a small change is.
    """
    places = [_places(earlier) for earlier in before]
    known = {text for found in places for text in found}
    there = {line.text for line in look}
    old = -1
    for at, line in enumerate(look):
        if line.text not in known:
            continue
        first, last = look[old].text, line.text
        is_run = 0 <= old < at - 1 <= old + settings.near
        if is_run and not (first in shown and last in shown):
            for earlier, found in zip(before, places, strict=True):
                gap = _gap(found, first, last, near=settings.near)
                if gap is not None and _is_same_place(
                    earlier, gap, look, (old, at), settings.small
                ):
                    new, gone = look[old + 1 : at], earlier[gap[0] + 1 : gap[1]]
                    yield from (PrintedLine("+", line) for line in new)
                    gone = [line for line in gone if line.text not in there]
                    yield from (PrintedLine("-", *line) for line in exchanged(gone, new))
                    break
        old = at


def _places(lines: Sequence[TextSpan]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        found.setdefault(line.text, []).append(at)
    return found


def _gap(places: Mapping[str, list[int]], first: str, last: str, near: int) -> _Gap | None:
    """Where the two stood closest; None where both came again, or they stood far apart."""
    firsts, lasts = places.get(first, ()), places.get(last, ())
    if min(len(firsts), len(lasts)) != 1:
        return None
    gaps = [(a, b) for a in firsts for b in lasts if 0 < b - a <= near]
    return min(gaps, key=lambda gap: gap[1] - gap[0], default=None)


def _is_same_place(
    earlier: Sequence[TextSpan], gap: _Gap, look: Sequence[TextSpan], run: _Gap, small: int
) -> bool:
    """The lines above and below are the same in both; of a small change one, if any is shown."""
    above = zip(earlier[: gap[0]][-1:], look[: run[0]][-1:], strict=False)
    below = zip(earlier[gap[1] + 1 :], look[run[1] + 1 :], strict=False)
    same = [old.text == new.text for old, new in (*above, *islice(below, 1))]
    is_small = gap[1] - gap[0] + run[1] - run[0] <= small
    if is_small:
        return any(same) or not same
    return bool(same) and all(same)
