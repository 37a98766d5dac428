"""Sentences of progress, of which an agent's newest telling counts.

"Next step: run the linter" tells the one thing that comes next, "the tests still have to pass, then
I fix x" how far one thing has come. Told again, such a sentence takes the place of the older one:
what it named was done or is no longer next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from uagent_memory.analyzer.observations.conversation.phrases import find
from uagent_memory.analyzer.observations.conversation.prose import Prose, follow_up, key_of
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tasks.plan_items import text_of
from uagent_memory.analyzer.observations.tasks.undone import claims_undone, undone_in
from uagent_memory.facts import Change
from uagent_memory.ledger import Observation

__all__ = ["ProgressBook", "state_of"]

NEXT = "\0next"
"""The state of what an agent does next: there is one."""
REMEMBERED = 300
"""Newest states of all agents that a later sentence can tell anew."""
_CLAUSE = re.compile(r"[:：，；,;]+(?=\s|[^\x00-\x7f]|$)|\s[—–-]+\s")


class ProgressBook:
    """The newest telling of each agent's states."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], list[Observation]] = {}
        self._replaced: dict[tuple[str, str], None] = {}
        """Keys of tasks that a newer telling took the place of."""

    def feed(
        self, prose: Prose, agent: str, stated: Sequence[Observation]
    ) -> Iterator[Observation]:
        """An agent's tasks, as one message states them: they replace what it told before.

        What was replaced and is told once more is to be done after all.
        """
        told: dict[str, list[Observation]] = {}
        for seen in stated:
            state = state_of(text_of(seen))
            if state and seen.change is Change.STATED:
                told.setdefault(state, []).append(seen)
        for state, new in told.items():
            kept = {seen.key for seen in new}
            for old in self._told.pop((agent, state), ()):
                if old.key not in kept:
                    self._replaced[agent, old.key] = None
                    yield follow_up(old, Change.SUPERSEDED, prose.message, new[0].span)
            for seen in new:
                if self._replaced.pop((agent, seen.key), seen) is None:
                    yield seen._replace(change=Change.ASKED)
            self._told[agent, state] = new
        for known in (self._told, self._replaced):
            while len(known) > REMEMBERED:
                del known[next(iter(known))]


@lru_cache(maxsize=1 << 10)
def state_of(text: str) -> str:
    """What a sentence tells the progress of, in one form for equal states; "" of any other.

    It is the clause that says what is undone, where other clauses go on from it: a sentence that
    names one piece of work and no more tells of that piece alone.
    """
    clauses = [clause for clause in map(key_of, _CLAUSE.split(text)) if clause]
    if any(map(_next_lead().fullmatch, clauses[:-1])):
        return NEXT
    if not clauses[1:]:
        return ""
    states = (clause for clause in clauses if _is_undone(clause))
    return next((clause for clause in states if undone_in(clause).words), "")


@cache
def _next_lead() -> re.Pattern[str]:
    return re.compile(table("tasks")["next_lead"])


def _is_undone(clause: str) -> bool:
    return claims_undone(clause) or any(
        match.category == "tasks.still_open" for match in find(clause, "tasks")
    )
