"""The files that a script's text opens for writing, where that is plain to see."""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.analyzer.observations.tables import either, table

__all__ = ["written_paths"]


@cache
def _openings() -> re.Pattern[str]:
    return either(table("shell")["writes"]["script"])


@cache
def _assignment() -> re.Pattern[str]:
    return re.compile(table("shell")["writes"]["script_assign"], re.MULTILINE)


def written_paths(code: str) -> list[tuple[int, int]]:
    """Where a script's text spells the files it opens for writing."""
    if not any(needle in code for needle in table("shell")["writes"]["script_needles"]):
        return []
    names = {found[1]: found.span(3) for found in _assignment().finditer(code)}
    places: dict[str, tuple[int, int]] = {}
    for found in _openings().finditer(code):
        group = found.lastindex or 1
        literal = found.group(group)
        if literal[0] in "'\"":
            span = (found.start(group) + 1, found.end(group) - 1)
        elif literal in names:
            span = names[literal]
        else:
            continue
        places.setdefault(code[slice(*span)], span)
    return list(places.values())
