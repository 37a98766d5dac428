"""The phrases that give away what a sentence does, found in one pass over a message.

Each data file's tables with an `en` or `zh` list are categories, named `file.table`. A table whose
name starts with `_` hides the shorter phrases inside its own ("don't think" is no prohibition).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate

from uagent_memory.analyzer.lexicon import Lexicon, Match
from uagent_memory.analyzer.observations.tables import table

__all__ = ["PhraseIndex", "find", "opens_clause", "phrases"]

_LOOK_BACK = 80
_BETWEEN = "\0"
"""Parts the lines of an index: no phrase reaches over it."""


@cache
def _lexicon(file: str) -> Lexicon:
    """One per file: the phrases of one file do not hide those of another."""
    names = [
        name
        for name, entry in table(file).items()
        if isinstance(entry, dict) and not entry.keys() - {"en", "zh"}
    ]
    return Lexicon({_category(file, name): phrases(file, name) for name in names})


def _category(file: str, name: str) -> str:
    return f"_{file}.{name}" if name.startswith("_") else f"{file}.{name}"


def find(text: str, file: str) -> list[Match]:
    """The phrases of one data file in a text, from left to right."""
    return _lexicon(file).find(text)


class PhraseIndex:
    """The phrases in each of several lines, one data file at a time as they are asked for."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._text = _BETWEEN.join(lines)
        self._starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
        self._found: dict[str, dict[int, list[Match]]] = {}

    def of(self, line: int, file: str) -> Sequence[Match]:
        """Phrases of a line, placed from its start."""
        found = self._found.get(file)
        if found is None:
            found = self._found[file] = self._search(file)
        return found.get(line, ())

    def _search(self, file: str) -> dict[int, list[Match]]:
        found: dict[int, list[Match]] = {}
        for category, word, start, end in find(self._text, file):
            line = bisect_right(self._starts, start) - 1
            at = self._starts[line]
            found.setdefault(line, []).append(Match(category, word, start - at, end - at))
        return found


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
