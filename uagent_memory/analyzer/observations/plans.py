"""What becomes of the tasks in lists: done with the work they name, or replaced by new ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from uagent_memory.analyzer.observations.prose import Line, Prose, follow_up
from uagent_memory.analyzer.observations.text_tasks import TOLD_LINES, ends_all, lists
from uagent_memory.analyzer.observations.ties import content_words
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import Change, FactKind, TaskValue
from uagent_memory.ledger import Observation

__all__ = ["PlanBook"]

LIST = 2
"""Tasks in one message that make a new list of an agent's work."""
ABOUT = 0.5
"""Share of a task's words of content that a message which closes or takes it up has."""
HEARD = 2000
"""Characters of a user's message in which it can speak of an open task."""
USERS = "\0user"
"""Instead of an agent: the tasks that a user lists or puts off, which any agent may finish."""
PASSED_ON = "\0"
"""Instead of an agent: the tasks that an earlier summary passes on."""


@dataclass(slots=True)
class _Item:
    seen: Observation
    words: frozenset[str]
    is_next: bool
    """It serves the present turn, or the user has asked for it: the next "done" closes it."""


class PlanBook:
    """The open items of each agent's lists. What a sentence calls still open stays so."""

    def __init__(self) -> None:
        self._open: dict[str, dict[str, _Item]] = {}

    def said(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        """An agent's message: a new list replaces the older one of the same agent."""
        stated = [seen for seen in own if seen.kind is FactKind.TASK]
        kinds = lists(prose) if stated else {}
        listed_at = {line.span for line in prose.lines if line.unit.kind is UnitKind.LIST_ITEM}
        tasks = [seen for seen in stated if seen.span in listed_at or seen.span in kinds]
        known = self._open.setdefault(prose.message.agent or "", {})
        listed = {seen.key for seen in tasks}
        if len(tasks) >= LIST:
            for key in [key for key in known if key not in listed]:
                yield follow_up(
                    known.pop(key).seen, Change.SUPERSEDED, prose.message, tasks[0].span
                )
        for seen in tasks:
            if seen.change is Change.STATED:
                self.add(seen, prose.message.agent or "", is_next=kinds.get(seen.span) != "open")
            else:
                known.pop(seen.key, None)

    def add(self, seen: Observation, agent: str, *, is_next: bool) -> None:
        """An open task of an agent.

        Args:
            seen: where it is stated.
            agent: whose it is.
            is_next: it serves the present turn, so that any "done" closes it.
        """
        words = content_words(seen.value.text) if isinstance(seen.value, TaskValue) else frozenset()
        self._open.setdefault(agent, {})[seen.key] = _Item(seen, words, is_next)

    def passed_on(self, own: Sequence[Observation]) -> None:
        """A summary's tasks, which any agent may finish."""
        for seen in own:
            if seen.kind is FactKind.TASK and seen.change is not Change.DONE:
                self.add(seen, PASSED_ON, is_next=False)

    def heard(self, prose: Prose, own: Sequence[Observation]) -> None:
        """A user's message: what it speaks of, or all of it after a "yes", is to be done next.

        What it lists itself is closed by a "done" that speaks of it.
        """
        if not any(self._open.values()) and not own:
            return
        agreed = bool(prose.lines) and prose.lines[0].begins_with("requests.yes") is not None
        words = content_words(prose.message.text[:HEARD])
        for known in self._open.values():
            for item in known.values():
                item.is_next = item.is_next or agreed or _share(item, words) >= ABOUT
        for seen in own:
            if seen.kind is FactKind.TASK and seen.change is Change.ASKED:
                self.add(seen, USERS, is_next=False)

    def worked_off(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """The agent says that it is done: with what it speaks of, or the team with all it planned.

        Other agents' plans are closed only by the word that all is done.
        """
        told = content_words(" ".join(line.text for line in prose.lines[:TOLD_LINES]))
        whole = line.has("tasks.all_done") or ends_all(prose, line)
        own = (prose.message.agent or "", PASSED_ON, USERS)
        for owner in tuple(self._open) if ends_all(prose, line) else own:
            known = self._open.get(owner, {})
            for key, item in list(known.items()):
                if whole or item.is_next or _share(item, told) >= ABOUT:
                    yield follow_up(known.pop(key).seen, Change.DONE, prose.message, line.span)

    def taken_back(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """The user takes the ask back that the lists served."""
        for known in self._open.values():
            for item in known.values():
                yield follow_up(item.seen, Change.CANCELLED, prose.message, line.span)
            known.clear()


def _share(item: _Item, words: AbstractSet[str]) -> float:
    return len(item.words & words) / len(item.words) if item.words else 0.0
