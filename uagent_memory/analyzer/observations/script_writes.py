"""The files that a script's text opens for writing, where that is plain to see."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from uagent_memory.analyzer.observations.tables import either, table

__all__ = ["ScriptWrite", "written_paths"]


@cache
def _openings() -> re.Pattern[str]:
    return either(table("shell")["writes"]["script"])


@cache
def _assignment() -> re.Pattern[str]:
    return re.compile(table("shell")["writes"]["script_assign"], re.MULTILINE)


class ScriptWrite(NamedTuple):
    """Where a script's text spells a file that it opens for writing."""

    start: int
    end: int
    after_reading: bool
    """It reads the same file before: it changes it."""


def written_paths(code: str) -> list[ScriptWrite]:
    """The files that a script opens for writing; none whose folder it has left."""
    writes = table("shell")["writes"]
    if not any(needle in code for needle in writes["script_needles"]):
        return []
    names = {found[1]: found.span(3) for found in _assignment().finditer(code)}
    leaves = [at for word in writes["script_moves"] if (at := code.find(word)) >= 0]
    moved = min(leaves, default=len(code))
    places: dict[str, ScriptWrite] = {}
    for found in _openings().finditer(code):
        group = found.lastindex or 1
        literal = found.group(group)
        if literal[0] in "'\"":
            span = (found.start(group) + 1, found.end(group) - 1)
        elif literal in names:
            span = names[literal]
        else:
            continue
        path = code[slice(*span)]
        if moved < found.start() and not path.startswith("/"):
            continue
        statement = code.find("\n", found.end())
        before = code[: statement if statement >= 0 else len(code)]
        after = _reads(literal).search(before) is not None
        places.setdefault(path, ScriptWrite(*span, after_reading=after))
    return list(places.values())


@lru_cache(maxsize=256)
def _reads(name: str) -> re.Pattern[str]:
    """How a script reads the file that it names so."""
    patterns = table("shell")["writes"]["script_read"]
    return either([pattern.replace("{name}", re.escape(name)) for pattern in patterns])
