"""What becomes of the tasks in an agent's lists: done with its turn, or replaced by new ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uagent_memory.analyzer.observations.prose import Line, Prose, follow_up
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import Change, FactKind
from uagent_memory.ledger import Observation

__all__ = ["PlanBook"]

LIST = 2
"""Tasks in one message that make a new list of an agent's work."""


class PlanBook:
    """The open items of each agent's lists. What a sentence calls still open stays so."""

    def __init__(self) -> None:
        self._open: dict[str, dict[str, Observation]] = {}

    def said(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        """An agent's message: a new list replaces the older one of the same agent."""
        listed_at = {line.span for line in prose.lines if line.unit.kind is UnitKind.LIST_ITEM}
        tasks = [s for s in own if s.kind is FactKind.TASK and s.span in listed_at]
        known = self._open.setdefault(prose.message.agent or "", {})
        listed = {seen.key for seen in tasks}
        if len(tasks) >= LIST:
            for key in [key for key in known if key not in listed]:
                yield follow_up(known.pop(key), Change.SUPERSEDED, prose.message, tasks[0].span)
        for seen in tasks:
            if seen.change is Change.STATED:
                known[seen.key] = seen
            else:
                known.pop(seen.key, None)

    def worked_off(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """The agent says that it is done: what it listed before this message is."""
        known = self._open.get(prose.message.agent or "", {})
        yield from self._closed(known, prose, line, Change.DONE)

    def taken_back(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """The user takes the ask back that the lists served."""
        for known in self._open.values():
            yield from self._closed(known, prose, line, Change.CANCELLED)

    def _closed(
        self, known: dict[str, Observation], prose: Prose, line: Line, change: Change
    ) -> Iterator[Observation]:
        for seen in known.values():
            yield follow_up(seen, change, prose.message, line.span)
        known.clear()
