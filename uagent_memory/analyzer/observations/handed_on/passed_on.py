"""What only our own hand-offs pass on: users' messages word for word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from uagent_memory.analyzer.observations.conversation.constraints import rule, sounds_like_rule
from uagent_memory.analyzer.observations.conversation.lifting import LiftBook
from uagent_memory.analyzer.observations.conversation.people import (
    asked_lines,
    is_courtesy,
    request,
)
from uagent_memory.analyzer.observations.conversation.prose import REFERENCE, Prose
from uagent_memory.analyzer.observations.handed_on.handoff_text import segment_stretch
from uagent_memory.analyzer.sentences import sentence_spans
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.facts import Change
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, MessageKind, Span
from uagent_memory.render.marks import OPENING_GAP as GAP
from uagent_memory.segments import SegmentName

__all__ = ["is_own_handoff", "is_read_back", "observe_user_messages", "user_entries"]

_SUMMARY = Author.SUMMARY
_HANDOFF = MessageKind.HANDOFF

_ENTRY = re.compile(r"^- (?P<fence>`{3,}$)?", re.MULTILINE)


def is_own_handoff(message: Message) -> bool:
    """A hand-off or compaction of ours, delivered or read from a text."""
    return message.author is _SUMMARY and message.kind is _HANDOFF


def observe_user_messages(
    prose: Prose, stated: Sequence[Observation] = ()
) -> Iterator[Observation]:
    """The asks and rules of the users' messages that a hand-off quotes; of the newest at least one.

    They are fenced where they have several lines, so they are read by themselves. A quoted message
    takes back rules of those before it, but says nothing against what the hand-off states of a
    rule: that is the newer word.
    """
    lifted = {seen.key for seen in stated if seen.change is Change.LIFTED}
    known = {seen.key for seen in stated}
    book = LiftBook()
    entries = list(user_entries(prose.message.text))
    for number, (start, end) in enumerate(entries):
        said = Prose.of(prose.message, list(_sentences(prose.message, start, end)))
        rules = [line for line in said.lines if sounds_like_rule(line)]
        asked = asked_lines(said)
        if number == len(entries) - 1 and not rules and not asked:
            asked = [line for line in said.lines[:1] if not is_courtesy(line.text)]
        yield from book.lifts(said)
        for line in rules:
            seen = rule(prose, line.quoted, line, of_user=True)
            if seen.key not in known:
                book.learn(seen)
            if seen.key not in lifted:
                yield seen
        for line in asked:
            if line not in rules:
                yield request(prose, line.quoted, passed_on=True)


def is_read_back(message: Message, span: Span) -> bool:
    """A hand-off that quotes these words passes them on as a rule, without their heading."""
    unit = Unit(UnitKind.SENTENCE, span, message.quote(span), Cue.NONE)
    return any(map(sounds_like_rule, Prose.of(message, [unit]).lines))


def user_entries(text: str) -> Iterator[tuple[int, int]]:
    """Where the messages stand that the hand-off quotes, without bullets, fences, references."""
    stretch = segment_stretch(text, SegmentName.USER_MESSAGES)
    if stretch is None:
        return
    start, stop = stretch
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
