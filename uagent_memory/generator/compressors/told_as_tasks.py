"""Which sentences the pending tasks say already."""

from __future__ import annotations

from uagent_memory.analyzer.shapes import marker_length
from uagent_memory.analyzer.types import Unit
from uagent_memory.facts import OPEN_STATUSES, FactKind, TaskValue
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact

__all__ = ["is_open_task"]


def is_open_task(view: GeneratorView, unit: Unit) -> bool:
    """The pending tasks say it, in the same words."""
    told = view.spoken.within(unit.span)
    if not told:
        return False
    said = sum(len(value_as(fact, TaskValue).text) for fact in told if _is_open(fact))
    return said >= (len(unit.text) - marker_length(unit.text)) * view.settings.limits.whole_task


def _is_open(fact: Fact) -> bool:
    return fact.kind is FactKind.TASK and fact.status in OPEN_STATUSES
