"""The phrases that give away what a sentence does, found in one pass over a message.

Each data file's tables with an `en` or `zh` list are categories, named `file.table`. A table whose
name starts with `_` hides the shorter phrases inside its own ("don't think" is no prohibition).
"""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.analyzer.lexicon import Lexicon, Match
from uagent_memory.analyzer.observations.tables import table

__all__ = ["FILES", "find", "opens_clause", "phrases"]

FILES = ("requests", "constraints", "statements", "tasks", "questions", "stages")
_LOOK_BACK = 80


@cache
def _lexicons() -> tuple[Lexicon, ...]:
    """One per file: the phrases of one file do not hide those of another."""
    return tuple(
        Lexicon({_name(file, name): phrases(file, name) for name in _categories(file)})
        for file in FILES
    )


def _categories(file: str) -> list[str]:
    return [
        name
        for name, entry in table(file).items()
        if isinstance(entry, dict) and not entry.keys() - {"en", "zh"}
    ]


def _name(file: str, name: str) -> str:
    return f"_{file}.{name}" if name.startswith("_") else f"{file}.{name}"


def find(text: str) -> list[Match]:
    """All phrases of a text, from left to right."""
    found = [match for lexicon in _lexicons() for match in lexicon.find(text)]
    found.sort(key=_place)
    return found


def _place(match: Match) -> tuple[int, int]:
    return match.start, match.end


@cache
def phrases(file: str, name: str) -> tuple[str, ...]:
    """The phrases of one category."""
    entry = table(file)[name]
    return (*entry.get("en", ()), *entry.get("zh", ()))


@cache
def _clause_start() -> re.Pattern[str]:
    words = "|".join(sorted(map(re.escape, phrases("requests", "openers")), key=len, reverse=True))
    marks = re.escape(table("requests")["clause_marks"])
    return re.compile(rf"(?:^|[{marks}])\W*(?:(?:{words})(?!\w)\W*)*\Z", re.IGNORECASE)


def opens_clause(text: str, start: int) -> bool:
    """Whether what begins at `start` opens a clause, but for filler words such as "ok, then"."""
    if start == 0:
        return True
    before = text[max(0, start - _LOOK_BACK) : start]
    return _clause_start().search(before) is not None
