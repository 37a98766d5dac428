"""Steps of a list that are spoken of by their numbers: "Task 2 is done", 第2项已完成."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from uagent_memory.analyzer.observations.conversation.prose import Prose, follow_up
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tasks.open_items import OpenItems
from uagent_memory.analyzer.observations.tasks.step_names import number_of, steps_told
from uagent_memory.facts import Change
from uagent_memory.ledger import Observation

__all__ = ["NumberedLists"]

_MARK = re.compile(r"[\s>*_(（#]*(\d{1,2}|[一二三四五六七八九十])\s*[.)）、．:：][\s*_]*$")


class NumberedLists:
    """By agent, the steps of its newest list by the numbers before them."""

    def __init__(self) -> None:
        self._lists: dict[str, Mapping[int, str]] = {}

    def listed(self, prose: Prose, agent: str, tasks: Sequence[Observation]) -> None:
        """An agent's list, if its steps are numbered."""
        text = prose.message.text
        numbered = {
            number: seen.key
            for seen in reversed(tasks)
            if seen.span.part == "text" and (number := _number_before(text, seen.span.start))
        }
        if len(numbered) >= table("tasks")["new_list"]:
            self._lists.pop(agent, None)
            self._lists[agent] = numbered

    def feed(self, prose: Prose, plans: OpenItems) -> Iterator[Observation]:
        """What a message says of steps of the speaker's own list, or else of the newest one."""
        if not self._lists:
            return
        agent = prose.message.agent or ""
        owner = agent if agent in self._lists else next(reversed(self._lists))
        for line in prose.lines:
            for step in () if line.asks else steps_told(line.text):
                key = self._lists[owner].get(step.number, "")
                item = plans.of(owner).get(key)
                if item is None or item.waits:
                    continue
                if step.change is Change.DONE:
                    plans.close(owner, key)
                yield follow_up(item.seen, step.change, prose.message, line.span)


def _number_before(text: str, start: int) -> int:
    """Of the item that begins there; 0 where it has none."""
    mark = _MARK.match(text[text.rfind("\n", 0, start) + 1 : start])
    return number_of(mark[1]) if mark is not None else 0
