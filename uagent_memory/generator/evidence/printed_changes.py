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
from typing import NamedTuple

from uagent_memory.analyzer.observations.files.printed_lines import is_elision
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.facts import CHANGED_STATUSES, Change, FileValue, TextSpan
from uagent_memory.generator.evidence.code_lines import is_closing
from uagent_memory.generator.evidence.exchanged import exchanged
from uagent_memory.generator.evidence.printed_looks import Look, PrintedLine, differences
from uagent_memory.generator.evidence.printed_pieces import PrintedPieces
from uagent_memory.generator.tool_settings import PrintedSettings
from uagent_memory.generator.work.call_results import CallResults
from uagent_memory.ledger import Fact, Observation
from uagent_memory.messages import Author, Message, Span

__all__ = ["PrintedChanges", "PrintedLine", "is_by_editor"]

_LINE = re.compile(
    r"^[ \t]*+(?:(?P<number>\d{1,7})(?:→|\t|: | \| |-))?+[ \t]*+(?P<said>\S(?:.*\S)?)?[ \t\r]*$",
    re.MULTILINE,
)
_SHOWN = re.compile(
    r"^(?:[\w./@+-]{1,200}[:-](?=\d))?+[ \t]*+(?:\d{1,7}(?:→|\t|: ?| \| |-))?+[ \t]*+"
    r"(?P<said>\S(?:.*\S)?)[ \t\r]*$",
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
_TAG = re.compile(r"</?[\w-]+>(?:[^<>]*</[\w-]+>)?\Z")
"""A line with which a program frames what it printed."""
_WORD = re.compile(r"\w{2}")


class _Looks(NamedTuple):
    """What was printed of a file before it was changed, and after."""

    before: list[Look]
    after: list[Look]


class PrintedChanges:
    """Of one history.

    Args:
        messages: of the whole history.
        calls: what its calls were answered.
        settings: how far is looked.
    """

    def __init__(
        self,
        messages: Sequence[MessageAnalysis],
        calls: CallResults,
        settings: PrintedSettings,
    ) -> None:
        self._messages = messages
        self._calls = calls
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
        for change in self._pieces(fact):
            told.add(change.line.text)
            yield change
        for look in reversed(looks.after[-most:]):
            for change in differences(before, look, shown, self._settings):
                if change.line.text not in told:
                    told.add(change.line.text)
                    yield change
            shown.update(line.text for line in look)

    def _pieces(self, fact: Fact) -> Iterator[PrintedLine]:
        """Lines of which a stream editor's command tells only the piece that it replaced."""
        values = [seen.value for seen in fact.standing if seen.change in _CHANGING]
        if not any(isinstance(value, FileValue) and _is_edited(value) for value in values):
            return
        pieces = PrintedPieces(shortest=self._settings.piece)
        for seen in fact.history:
            if not isinstance(seen.value, FileValue):
                continue
            if seen.change is Change.READ:
                pieces.look(self._shown(seen))
            elif seen.change is Change.REVERTED:
                pieces.revert()
            elif seen.change in _CHANGING:
                pieces.change(seen.value, by_editor=_is_edited(seen.value))
        yield from pieces.lines()

    def _shown(self, seen: Observation) -> Iterator[TextSpan]:
        """The lines that a look at a file, or a search in it, printed."""
        result = self._calls.by_call.get((seen.span.message_id, seen.span.part))
        if result is not None:
            for found in islice(_SHOWN.finditer(result.text), self._settings.shown):
                line = TextSpan(found["said"], Span(result.id, "text", *found.span("said")))
                if _tells(line.text):
                    yield line

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
                _take_out(seen, looks.after)
                if seen.change is Change.CREATED and isinstance(seen.value, FileValue):
                    written = [line for hunk in seen.value.hunks for line in hunk.added]
                    looks.before.append(
                        [line for line in map(TextSpan.stripped, written) if _tells(line.text)]
                    )
        return looks

    def _printed(self, seen: Observation) -> Iterator[Look]:
        value, span = seen.value, seen.span
        if isinstance(value, FileValue) and value.how not in strings("shell", "reads", "matching"):
            result = self._calls.by_call.get((span.message_id, span.part))
            if result is not None and self._read_by[result.id] < self._settings.files:
                self._read_by[result.id] += 1
                yield from _stretches(result.id, result.text)

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


def _is_edited(value: FileValue) -> bool:
    return value.how in strings("shell", "writes", "in_place")


def is_by_editor(value: FileValue) -> bool:
    """A stream editor or a script made the change: it may tell pieces of lines, or too much."""
    return _is_edited(value) or value.how in strings("shell", "program", "interpreters")


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


def _stretches(message_id: str, text: str) -> Iterator[Look]:
    """The stretches of a file that a result shows: between them its numbers jump, or a mark is."""
    look: Look = []
    offset = None
    for row, found in enumerate(_LINE.finditer(text)):
        said, number = found["said"] or "", found["number"]
        jumps = number is not None and offset not in (None, int(number) - row)
        if look and (jumps or _BREAK.fullmatch(said) or is_elision(said)):
            yield look
            look = []
        offset = int(number) - row if number is not None else offset
        line = TextSpan(said, Span(message_id, "text", *found.span("said")))
        if _tells(said) and not is_elision(said):
            look.append(line)
    yield look


def _take_out(seen: Observation, looks: list[Look]) -> None:
    """What a change takes out is shown no more by what was printed before it."""
    if not isinstance(seen.value, FileValue):
        return
    removed = (line for hunk in seen.value.hunks for line in hunk.removed)
    gone = {line.text.strip() for line in (*removed, *seen.value.dropped)}
    if gone:
        looks[:] = [[line for line in look if line.text not in gone] for look in looks]


def _tells(text: str) -> bool:
    return _WORD.search(text) is not None and not (_TAG.match(text) or is_closing(text))
