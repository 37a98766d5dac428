"""The observers of single messages, and what lets each of them find anything in talk.

A meeting has thousands of short turns, and most of them say nothing that any observer reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.constraints import observe_constraints
from uagent_memory.analyzer.observations.conversation.mentions import observe_mentions
from uagent_memory.analyzer.observations.conversation.people import observe_requests
from uagent_memory.analyzer.observations.conversation.prose import ASKS, BOXED, LED, Prose
from uagent_memory.analyzer.observations.conversation.questions import observe_questions
from uagent_memory.analyzer.observations.conversation.stage import observe_stage
from uagent_memory.analyzer.observations.conversation.statements import observe_statements
from uagent_memory.analyzer.observations.conversation.text_marks import HANDS_OVER, LITERAL
from uagent_memory.analyzer.observations.handed_on.earlier import observe_earlier
from uagent_memory.analyzer.observations.handed_on.handoffs import observe_handoffs
from uagent_memory.analyzer.observations.tasks.text_tasks import observe_tasks
from uagent_memory.ledger import Observation

__all__ = ["OBSERVERS", "Observer"]


class Observer(NamedTuple):
    """Reads the observations of one kind from a message."""

    observe: Callable[[Prose], Iterable[Observation]]
    wanted: frozenset[str]
    """Of `Prose.signs`: where a speaker's turn has none of these, the observer finds nothing."""


def _observer(observe: Callable[[Prose], Iterable[Observation]], *wanted: str) -> Observer:
    return Observer(observe, frozenset(wanted))


OBSERVERS = (
    _observer(observe_earlier),
    _observer(observe_requests),
    _observer(
        observe_constraints,
        LED,
        "constraints.prohibition",
        "constraints.obligation",
        "constraints.forbidden",
        "constraints.insisted",
    ),
    _observer(observe_statements, "statements.decision"),
    _observer(observe_tasks, BOXED, "tasks.pledge"),
    _observer(observe_questions, ASKS),
    _observer(observe_handoffs, HANDS_OVER),
    _observer(observe_stage),
    _observer(observe_mentions, LITERAL),
)
"""In the order in which their observations stand."""
