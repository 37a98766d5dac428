"""Sentences that speak of a file by the numbers of its lines, which the next edit changes."""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.analyzer.observations.tables import either
from uagent_memory.generator.wording.phrase_index import phrase_list

__all__ = ["is_placing"]


def is_placing(text: str) -> bool:
    """It begins by saying what stands on a line, or what was done to lines by their numbers."""
    return _placing().match(text.lstrip("*_-` ")) is not None


@cache
def _placing() -> re.Pattern[str]:
    patterns = (p for patterns in phrase_list("placing").values() for p in patterns)
    return either(patterns, re.IGNORECASE)
