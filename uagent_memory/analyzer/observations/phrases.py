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
def _lexicon() -> Lexicon:
    words: dict[str, list[str]] = {}
    for file in FILES:
        for name, entry in table(file).items():
            if isinstance(entry, dict) and not entry.keys() - {"en", "zh"}:
                hidden = "_" if name.startswith("_") else ""
                words[f"{hidden}{file}.{name}"] = [*entry.get("en", ()), *entry.get("zh", ())]
    return Lexicon(words)


def find(text: str) -> list[Match]:
    """All phrases of a text, from left to right."""
    return _lexicon().find(text)


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
