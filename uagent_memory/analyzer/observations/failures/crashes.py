"""How a team's run broke off, as its program printed it below an agent's last words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from uagent_memory.analyzer.fences import find_fences
from uagent_memory.analyzer.observations.failures.errors import FoundError, error_key, errors_in
from uagent_memory.analyzer.observations.failures.lines import Line, last_lines, scan
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.facts import Change, ErrorValue, FactKind, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, Span

__all__ = ["Crash", "crash_of", "observe_crash"]

_NOT_WORKING = frozenset((Author.USER, Author.HARNESS))


class Crash(NamedTuple):
    """What ended a run, and where the program's own output of it begins."""

    error: FoundError
    start: int


def observe_crash(messages: Sequence[Message]) -> Iterator[Observation]:
    """The error that a log ends with, or the limit at which it was stopped.

    Changes nothing. Not to be kept: a run that has gone on since did not break off.
    """
    worked = (m for m in reversed(messages) if m.author not in _NOT_WORKING)
    message = next(worked, None)
    crash = crash_of(message) if message is not None else None
    if message is None or crash is None:
        return
    found = crash.error
    value = ErrorValue(line=found.line.text, type=found.type)
    yield Observation(
        kind=FactKind.ERROR,
        key=error_key(found, ""),
        value=value,
        change=Change.RAISED,
        span=found.line.span,
        seq=message.seq,
        author=message.author,
        trust=message.trust,
    )


def crash_of(message: Message) -> Crash | None:
    """What ended the run among the last lines of an agent's message; no fenced quotation does."""
    if message.author is not Author.AGENT or message.tool_calls:
        return None
    text = message.text
    first = _after_fences(text)
    lines = last_lines(text, first, len(text), table("errors")["crash"]["last_lines"])
    if not lines:
        return None
    raised = _raised(message, first)
    if raised is not None and raised.error.line.span.end >= lines[0].start:
        return raised
    stopped = (_stopped(message, line) for line in reversed(lines))
    return next(filter(None, stopped), None)


def _raised(message: Message, first: int) -> Crash | None:
    """The last traceback's error."""
    text, head = message.text, table("errors")["rules"]["traceback_head"]
    start = text.rfind(head, first)
    if start < 0 or (start and text[start - 1] != "\n"):
        return None

    def quote(left: int, right: int) -> TextSpan:
        return _quote(message, left, right)

    body = (start, len(text))
    found = errors_in(text, body, scan(text, *body), quote)
    return next((Crash(one, start) for one in reversed(found) if one.type), None)


def _stopped(message: Message, line: Line) -> Crash | None:
    """A line that says which limit was reached."""
    quote = _quote(message, *line)
    is_short = len(quote.text) <= table("errors")["crash"]["longest"]
    if not is_short or not _stops().match(quote.text):
        return None
    return Crash(FoundError(quote, "", "", quote.text), line.start)


def _quote(message: Message, start: int, end: int) -> TextSpan:
    return TextSpan(message.text[start:end], Span(message.id, "text", start, end))


def _after_fences(text: str) -> int:
    """Where the last fenced block of a text ends."""
    if "```" not in text and "~~~" not in text:
        return 0
    lines = text.split("\n")
    ends = (fence.close for fence in find_fences(lines).values())
    return min(len(text), sum(len(line) + 1 for line in lines[: max(ends, default=-1) + 1]))


@cache
def _stops() -> re.Pattern[str]:
    return either(table("errors")["crash"]["stopped"], re.IGNORECASE)
