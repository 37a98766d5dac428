"""TASK observations from to-do and plan tools: lists sent whole, and tasks kept by id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.prose import key_of
from uagent_memory.analyzer.observations.files.files import argument, edit_ending
from uagent_memory.analyzer.observations.shell.outcomes import Ending
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tools.calls import Exchange, Leaf
from uagent_memory.facts import Change, FactKind, TaskValue, TextSpan
from uagent_memory.ledger import Observation

__all__ = ["TaskBook"]

_CREATED = re.compile(r"#(\w+)|\"id\":\s*\"?([\w-]+)")
_CHANGES = {
    "asked": Change.ASKED,
    "started": Change.STARTED,
    "done": Change.DONE,
    "cancelled": Change.CANCELLED,
    "waiting": Change.WAITING,
}
_OPEN = (Change.ASKED, Change.STARTED, Change.WAITING)


@cache
def _statuses() -> dict[str, Change]:
    return {
        word: _CHANGES[name]
        for name, words in table("tools")["task_status"].items()
        for word in words
    }


class _Task(NamedTuple):
    key: str
    value: TaskValue


class TaskBook:
    """The tasks that tools were told of, and the state each was last given."""

    def __init__(self) -> None:
        self._by_id: dict[str, _Task] = {}
        self._states: dict[str, Change] = {}
        self._listed: dict[str, dict[str, _Task]] = {}

    def listed(self, exchange: Exchange) -> list[Observation]:
        """A whole list: what is in it is in the state it says; a revised one replaces the last."""
        if not _took(exchange):
            return []
        seen: list[Observation] = []
        listed: dict[str, _Task] = {}
        first: TextSpan | None = None
        for row in exchange.records():
            text = _of(row, "subject")
            if text is None or not text.text.strip():
                continue
            task_id = row.get("id")
            task = _task(text.text, task_id.text if task_id is not None else "", exchange.agent)
            state = _state(_of(row, "status"))
            first = first or exchange.quoted(text)
            listed[task.key] = task
            seen.extend(self._moved(exchange, task, exchange.quoted(text), state))
        if first is not None:
            seen.extend(self._dropped(exchange, listed, first))
        return seen

    def _dropped(
        self, exchange: Exchange, listed: dict[str, _Task], at: TextSpan
    ) -> Iterator[Observation]:
        """What was open in the agent's last list and is not in this one, which goes on with it."""
        last = self._listed.get(exchange.agent, {})
        if (merge := exchange.leaf("merge")) is not None and merge.text == "true":
            self._listed[exchange.agent] = {**last, **listed}
            return
        self._listed[exchange.agent] = listed
        if last.keys().isdisjoint(listed):
            return
        for key, task in last.items():
            if key not in listed and self._states.get(key) in _OPEN:
                yield from self._moved(exchange, task, at, Change.SUPERSEDED)

    def created(self, exchange: Exchange) -> list[Observation]:
        """One task; its id stands in the answer."""
        text = argument(exchange, "subject")
        if text is None or not _took(exchange):
            return []
        found = _CREATED.search(exchange.result)
        task_id = (found[1] or found[2]) if found is not None else ""
        task = _task(text.text, task_id, exchange.agent)
        if task_id:
            self._by_id[task_id] = task
        self._states.pop(task.key, None)
        return list(self._moved(exchange, task, exchange.quoted(text), Change.ASKED))

    def updated(self, exchange: Exchange) -> list[Observation]:
        """A new state of a task known by its id; one from before the log has only its id."""
        leaf, status = argument(exchange, "id"), argument(exchange, "status")
        if leaf is None or status is None or not _took(exchange):
            return []
        known = self._by_id.get(leaf.text)
        task = known or _Task(f"#{leaf.text}", TaskValue(task_id=leaf.text))
        owner = argument(exchange, "owner")
        if owner is not None:
            value = TaskValue(task.value.text, task.value.task_id, owner.text)
            task = task._replace(value=value)
        return list(self._moved(exchange, task, exchange.quoted(status), _state(status)))

    def _moved(
        self, exchange: Exchange, task: _Task, at: TextSpan, change: Change
    ) -> Iterator[Observation]:
        """An observation where the state is another than before."""
        if self._states.get(task.key) is not change:
            self._states[task.key] = change
            yield exchange.observe(FactKind.TASK, task.key, task.value, change, at=at.span)


def _task(text: str, task_id: str, owner: str) -> _Task:
    return _Task(key_of(text), TaskValue(text=text, task_id=task_id, owner=owner))


def _took(exchange: Exchange) -> bool:
    return edit_ending(exchange) is Ending.DONE


def _of(row: dict[str | int, Leaf], kind: str) -> Leaf | None:
    names = table("tools")["argument"][kind]
    return next((row[name] for name in names if name in row), None)


def _state(status: Leaf | None) -> Change:
    word = status.text.strip().lower() if status is not None else ""
    return _statuses().get(word, Change.ASKED)
