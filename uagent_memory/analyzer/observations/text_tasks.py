"""Work that text says is still to do: check lists, next steps, plans, what is put off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from uagent_memory.analyzer.observations.people import issue_stretches
from uagent_memory.analyzer.observations.phrases import find, phrases
from uagent_memory.analyzer.observations.prose import Line, Prose, key_of
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.types import Cue, UnitKind
from uagent_memory.facts import Change, FactKind, TaskValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["closing_line", "observe_tasks", "task"]

_CHECKBOX = re.compile(r"\s*(?:>\s*)*(?:[-*+]|\d{1,3}[.)])?\s*\[(?P<mark>[ xX~-]?)\]\s")
_WORKERS = (Author.AGENT, Author.PARENT)
HEADING_WORDS = 8
"""A lead of more words is a sentence."""
_MARKED = {"x": Change.DONE, "X": Change.DONE, "~": Change.CANCELLED, "-": Change.CANCELLED}
CLOSING_LINES = 3
"""Lines of a closing message among which it says that the work is done."""


def observe_tasks(prose: Prose) -> Iterator[Observation]:
    author = prose.message.author
    if author not in (*_WORKERS, Author.USER):
        return
    longest = table("tasks")["longest"]
    issues = issue_stretches(prose)
    for line in prose.lines:
        inside = any(start <= line.span.start < end for start, end in issues)
        if inside or len(line.text) > longest or line.unit.kind is UnitKind.HEADING:
            continue
        change = _change(prose, line)
        if change is not None:
            yield task(prose, line.quoted, change)


def task(prose: Prose, body: TextSpan, change: Change) -> Observation:
    message = prose.message
    owner = (message.agent or "") if message.author is Author.AGENT else ""
    value = TaskValue(text=body.text, owner=owner)
    return prose.seen(FactKind.TASK, value, change, body.span, key=key_of(body.text))


def closing_line(prose: Prose) -> Line | None:
    """Where an agent's turn ends and says near its beginning that the work is done."""
    if prose.message.author is not Author.AGENT or prose.acts:
        return None
    first = [line for line in prose.lines if not line.asks][:CLOSING_LINES]
    return next((line for line in first if line.opened_by("tasks.done") is not None), None)


def _change(prose: Prose, line: Line) -> Change | None:
    box = _CHECKBOX.match(line.unit.text)
    if box:
        return (
            Change.STATED if not box["mark"].strip() else _MARKED.get(box["mark"], Change.STARTED)
        )
    if prose.message.author is Author.USER:
        return Change.ASKED if not prose.spoken and _put_off(line) else None
    if line.unit.kind is UnitKind.LIST_ITEM and not line.asks and _is_listed(prose, line):
        return Change.DONE if line.has("tasks.item_done") else Change.STATED
    open_end = not prose.acts and not line.asks and line.has("tasks.still_open", "tasks.later")
    return Change.STATED if open_end and _is_open(prose, line) else None


def _is_listed(prose: Prose, line: Line) -> bool:
    """Under "Next steps", or what to do in a plan that an agent lays before others."""
    if line.begins_with("tasks.nothing"):
        return False
    heading = _heading(line.unit.lead)
    if heading == "plan":
        waits = prose.message.author is Author.AGENT and not prose.acts
        return waits and (not line.text.isascii() or line.begins_with("requests.verb") is not None)
    return heading == "open"


def _is_open(prose: Prose, line: Line) -> bool:
    return prose.message.author is Author.AGENT and (
        line.unit.cue.meets(Cue.OPEN | Cue.PLAN) or line.has("tasks.still_open")
    )


def _put_off(line: Line) -> bool:
    return not line.asks and line.has("tasks.later")


@lru_cache(maxsize=1024)
def _heading(lead: str) -> Literal["open", "plan", ""]:
    key = key_of(lead)
    if not key or len(key.split()) > HEADING_WORDS:
        return ""
    if key in phrases("tasks", "open_word"):
        return "open"
    found = {match.category for match in find(lead, "tasks")}
    if "tasks.open_heading" in found:
        return "open"
    return "plan" if "tasks.plan_heading" in found else ""
