"""Steps of a plan that an agent lays before the user with a call, and what the answer does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.phrases import find, phrases_by_line
from uagent_memory.analyzer.observations.conversation.prose import Line, follow_up, key_of
from uagent_memory.analyzer.observations.shell.outcomes import mentions
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.authorship import user_words_in_result
from uagent_memory.facts import Change, FactKind, TaskValue
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, Span

__all__ = ["PlanCallBook", "Verdict"]

_DECISION = FactKind.DECISION

_ROW = re.compile(
    r"^[ \t]*(?:(?P<mark>#{1,6})[ \t]+|(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[ \][ \t]+)?)(?P<body>\S.*)$",
    re.MULTILINE,
)


class Verdict(NamedTuple):
    """The user's answer to a plan."""

    approved: tuple[Observation, ...] = ()
    """Steps as they were laid."""
    refused: tuple[Observation, ...] = ()
    changes: Sequence[Observation] = ()
    """What the answer does."""


class PlanCallBook:
    """The plans that wait for the user's word."""

    def __init__(self) -> None:
        self._by_call: dict[str, tuple[Observation, ...]] = {}
        self._decided: list[Observation] = []

    def laid(self, message: Message, own: Sequence[Observation]) -> tuple[Observation, ...]:
        """An agent's message: the steps of the plan in its call wait."""
        laid: list[Observation] = []
        self._decided.extend(seen for seen in own if seen.kind is _DECISION)
        for number, call in enumerate(message.tool_calls):
            if call.name.casefold() not in strings("tools", "family", "approve"):
                continue
            plan = _plan(call.arguments)
            steps = tuple(_steps(message, f"call:{number}", plan)) if plan else ()
            laid.extend(steps)
            self._by_call[call.id] = steps
        return tuple(laid)

    def heard(self) -> None:
        """The user speaks: what was decided before stands apart from the next plan."""
        self._decided.clear()

    def answered(self, message: Message) -> Verdict:
        """The result of such a call."""
        steps = self._by_call.pop(message.tool_call_id or "", None)
        if steps is None:
            return Verdict()
        span = Span(message.id, "text", 0, min(len(message.text), table("tasks")["approval_head"]))
        if mentions(message.text[: table("tasks")["approval_head"]], "approved"):
            change = Change.ANSWERED
            changes = [follow_up(seen, change, message, span) for seen in steps]
            return Verdict(approved=steps, changes=changes)
        if not message.is_error and user_words_in_result(message.text) is None:
            return Verdict()
        told = user_words_in_result(message.text) is not None
        ended = [follow_up(s, Change.SUPERSEDED, message, span) for s in steps if told]
        undone = [_rejected(seen, message, span) for seen in self._decided]
        self._decided.clear()
        return Verdict(refused=steps if told else (), changes=[*ended, *undone])


def _rejected(seen: Observation, by: Message, span: Span) -> Observation:
    """The refusal is the user's, so it counts at least as much as what the agent decided."""
    return follow_up(seen, Change.REJECTED, by, span)._replace(trust=max(seen.trust, by.trust))


def _plan(arguments: object) -> str:
    if not isinstance(arguments, Mapping):
        return ""
    names = table("tools")["argument"]["plan"]
    texts = (arguments[name] for name in names if name in arguments)
    return next((text for text in texts if isinstance(text, str)), "")


def _steps(message: Message, part: str, plan: str) -> Iterator[Observation]:
    offset = message.part(part).find(plan)
    for line in _listed(message.id, part, plan, offset) if offset >= 0 else ():
        yield Observation(
            kind=FactKind.TASK,
            key=key_of(line.text),
            value=TaskValue(text=line.text, owner=message.agent or ""),
            change=Change.WAITING,
            span=line.span,
            seq=message.seq,
            author=Author.AGENT,
            trust=message.trust,
        )


def _listed(message_id: str, part: str, plan: str, offset: int) -> list[Line]:
    """Items that say what to do, but for those under a heading of something else."""
    rows, heading = [], ""
    for row in _ROW.finditer(plan):
        if row["mark"]:
            heading = row["body"]
        elif not _is_aside(heading):
            rows.append(row)
    bodies = [row["body"].rstrip() for row in rows]
    lines = []
    for row, text, found in zip(rows, bodies, phrases_by_line(bodies), strict=True):
        start = offset + row.start("body")
        span = Span(message_id, part, start, start + len(text))
        unit = Unit(UnitKind.LIST_ITEM, span, text, Cue.NONE)
        lines.append(Line(unit, text, span, found, is_question(text)))
    longest = table("tasks")["longest"]
    fitting = (line for line in lines if len(line.text) <= longest and _is_step(line))
    return [line for line, _ in zip(fitting, range(table("tasks")["most_steps"]), strict=False)]


def _is_step(line: Line) -> bool:
    leads_in = line.text.rstrip("*_ ").endswith((":", "："))
    return not (leads_in or line.asks) and line.opened_by("requests.verb") is not None


def _is_aside(heading: str) -> bool:
    return any(found.category == "tasks.aside" for found in find(heading, "tasks"))
