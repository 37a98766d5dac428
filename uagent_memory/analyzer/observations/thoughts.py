"""Thoughts: what an agent says to itself."""

from __future__ import annotations

from uagent_memory.analyzer.observations.prose import key_of
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.analyzer.types import Unit

__all__ = ["is_thought"]


def is_thought(unit: Unit) -> bool:
    """It stands under a tag or heading under which an agent talks to itself."""
    return bool(unit.lead) and key_of(unit.lead) in strings("questions", "thoughts")
