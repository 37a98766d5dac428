"""How lists of steps are headed that take the place of earlier ones."""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.analyzer.observations.tables import table

__all__ = ["is_renewed"]

_ENDS = (":", "：")
_MARKS = " \t*_"
_STOP = re.compile(r"[.!?。！？]")


def is_renewed(text: str) -> bool:
    """Whether a heading or a lead-in calls the list below it a new plan."""
    for found in _renewed().finditer(text):
        start = text.rfind("\n", 0, found.start()) + 1
        end = text.find("\n", found.end())
        line = text[start : end if end >= 0 else len(text)].strip(_MARKS)
        rest = text[found.end() : end if end >= 0 else len(text)]
        if (line.startswith("#") or line.endswith(_ENDS)) and not _STOP.search(rest):
            return True
    return False


@cache
def _renewed() -> re.Pattern[str]:
    return re.compile(table("tasks")["renewed"], re.IGNORECASE)
