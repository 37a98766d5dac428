"""Asks without a word of asking: the first message, a correction, a bare report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile

from uagent_memory.analyzer.observations.conversation.people import (
    introduces,
    is_courtesy,
    joined,
    names_part,
    request,
    says_no_task,
)
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.ledger import Observation

__all__ = ["complaint", "joined_ask", "opening"]


def opening(prose: Prose, asked: Sequence[Observation]) -> Iterator[Observation]:
    """The first message of a session is an ask in any case; greetings do not count."""
    lines = [ln for ln in prose.lines if not (says_no_task(ln.text) or _is_section(ln))]
    lines = list(dropwhile(_says_where, lines)) or lines or list(prose.lines)
    if lines:
        told = any(seen.span.start <= lines[0].span.start for seen in asked)
        if not told and not (asked and introduces(lines[0])):
            yield request(prose, lines[0].quoted)


def complaint(prose: Prose) -> Line | None:
    """The line that says that the agent got it wrong."""
    complaints = (line for line in prose.lines if line.has("requests.wrong") and not line.asks)
    return next((line for line in complaints if not is_courtesy(line.text)), None)


def joined_ask(prose: Prose, lines: Sequence[Line]) -> Observation:
    """All that the lines say, as one ask."""
    return request(prose, joined(prose, lines, table("requests")["longest_implied"]))


def _says_where(line: Line) -> bool:
    return line.begins_with("requests.whereabouts") is not None


def _is_section(line: Line) -> bool:
    return line.unit.kind is UnitKind.HEADING and names_part(line)
