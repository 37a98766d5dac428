"""Thoughts: what an agent says to itself."""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.analyzer.observations.conversation.prose import key_of
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.analyzer.stretches import Stretches
from uagent_memory.analyzer.types import Unit

__all__ = ["is_thought", "thoughts_in"]


def is_thought(unit: Unit) -> bool:
    """It stands under a tag or heading under which an agent talks to itself."""
    return bool(unit.lead) and key_of(unit.lead) in strings("questions", "thoughts")


def thoughts_in(text: str) -> Stretches:
    """Where an agent talks to itself between tags, lists and their headings included."""
    return Stretches(found.span() for found in _tagged().finditer(text))


@cache
def _tagged() -> re.Pattern[str]:
    names = {name.strip("<>") for name in strings("questions", "thoughts")}
    tags = "|".join(map(re.escape, sorted(names)))
    return re.compile(rf"<({tags})>.*?</\1>", re.IGNORECASE | re.DOTALL)
