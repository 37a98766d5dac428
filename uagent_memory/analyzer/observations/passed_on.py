"""What only our own hand-offs pass on: users' messages word for word, and the files changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from uagent_memory.analyzer.observations.constraints import rule, sounds_like_rule
from uagent_memory.analyzer.observations.paths import normal
from uagent_memory.analyzer.observations.people import asked_lines, is_courtesy, request
from uagent_memory.analyzer.observations.prose import REFERENCE, Line, Prose
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.sentences import sentence_spans
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.facts import Change, FactKind, FileValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, MessageKind, Span
from uagent_memory.render.marks import heading_line
from uagent_memory.segments import SegmentName

__all__ = ["is_own_handoff", "observe_file", "observe_user_messages"]

GAP = "[...] "
"""Before the next sentence that a hand-off shows of a long message."""
_ENTRY = re.compile(r"^- (?P<fence>`{3,}$)?", re.MULTILINE)


def is_own_handoff(message: Message) -> bool:
    """A hand-off or compaction of ours, delivered or read from a text."""
    return message.author is Author.SUMMARY and message.kind is MessageKind.HANDOFF


def observe_user_messages(prose: Prose) -> Iterator[Observation]:
    """The asks and rules of the users' messages that a hand-off quotes; of the newest at least one.

    They are fenced where they have several lines, so they are read by themselves.
    """
    entries = list(_user_entries(prose.message.text))
    for number, (start, end) in enumerate(entries):
        said = Prose.of(prose.message, list(_sentences(prose.message, start, end)))
        rules = [line for line in said.lines if sounds_like_rule(line)]
        asked = asked_lines(said)
        if number == len(entries) - 1 and not rules and not asked:
            asked = [line for line in said.lines[:1] if not is_courtesy(line.text)]
        for line in rules:
            yield rule(prose, line.quoted, line, of_user=True)
        for line in asked:
            if line not in rules:
                yield request(prose, line.quoted, passed_on=True)


def observe_file(prose: Prose, line: Line) -> Observation | None:
    """A line of the file ledger: a path and what became of it."""
    found = _file().fullmatch(REFERENCE.sub("", line.text).rstrip())
    key = normal(found["path"]) if found else ""
    if found is None or not key:
        return None
    change = Change(table("earlier")["states"][found["state"]])
    span = line.part(*found.span("path")).span
    value = FileValue(
        path=found["path"],
        spelled=found["path"],
        renamed_to=found["target"] or "",
        defined=tuple(_names(line, found, "adds")),
        removed=tuple(_names(line, found, "removes")),
    )
    return prose.seen(FactKind.FILE, value, change, span, key=key)


def _names(line: Line, found: re.Match[str], kind: str) -> Iterator[TextSpan]:
    """The names that a file's line says were added or removed."""
    told = re.compile(table("earlier")["handoff"][kind]).search(found["names"] or "")
    if told is None:
        return
    start = found.start("names") + told.start("names")
    for name in re.finditer(r"[^,\s][^,]*", told["names"]):
        yield line.part(start + name.start(), start + name.end())


@cache
def _file() -> re.Pattern[str]:
    return re.compile(table("earlier")["handoff"]["file"])


def _user_entries(text: str) -> Iterator[tuple[int, int]]:
    """Where the messages stand that the hand-off quotes, without bullets, fences, references."""
    at = text.find("\n" + heading_line(SegmentName.USER_MESSAGES))
    if at < 0:
        return
    start = text.index("\n", at + 1) + 1
    stop = text.find("\n## ", start)
    stop = len(text) if stop < 0 else stop
    marks = list(_ENTRY.finditer(text, start, stop))
    ends = [*(mark.start() for mark in marks[1:]), stop]
    for mark, end in zip(marks, ends, strict=True):
        if mark["fence"]:
            close = text.find(f"\n  {mark['fence']}", mark.end(), end)
            yield mark.end(), end if close < 0 else close
        else:
            reference = REFERENCE.search(text[mark.end() : end])
            yield mark.end(), mark.end() + reference.start() if reference else end


def _sentences(message: Message, start: int, end: int) -> Iterator[Unit]:
    for line in re.finditer(r"[^\n]+", message.text[start:end]):
        for low, high in sentence_spans(message.text, start + line.start(), start + line.end()):
            gap = len(GAP) if message.text.startswith(GAP, low, high) else 0
            span = Span(message.id, "text", low + gap, high)
            yield Unit(UnitKind.SENTENCE, span, message.quote(span), Cue.NONE)
