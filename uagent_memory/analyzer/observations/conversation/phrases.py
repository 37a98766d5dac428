"""The phrases that give away what a sentence does, found in one pass over a message.

Each data file's tables with an `en` or `zh` list are categories, named `file.table`. A table whose
name starts with `_` hides the shorter phrases inside its own ("don't think" is no prohibition).
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from itertools import accumulate, chain
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from uagent_memory.analyzer.lexicon import LAST_ASCII, Lexicon, Match, any_of
from uagent_memory.analyzer.observations.tables import table

__all__ = ["UNPLACED", "Found", "find", "matches", "opens_clause", "phrases", "phrases_by_line"]

Found: TypeAlias = Mapping[str, "array[int]"]
"""The phrases of a line by category: of each three numbers, which `matches` reads; a long session
holds hundreds of thousands of them."""

LINE_FILES = ("constraints", "requests", "statements", "tasks", "questions", "stages", "troubles")
UNPLACED = frozenset(
    (
        *("requests.openers", "requests.thanks", "requests.care", "requests.urged"),
        *("requests.goal_heading", "requests.context_heading", "requests.part_heading"),
        *("requests.pointing", "requests.chosen", "requests.choosing"),
        *("tasks.broke_off", "tasks.ended", "tasks.run"),
        *("troubles.display", "troubles.trouble"),
    )
)
"""Categories that are only looked up as a whole (`phrases`). In a line they hide shorter phrases
and are not told: half of all phrases in talk are such words."""
_LOOK_BACK = 80
_LONGEST_OPENER = 40
_AT_ONCE = 256
"""Lines searched in one go: few calls, and memory that does not grow with the session."""
_BETWEEN = "\0"
"""Parts the lines of an index: no phrase reaches over it."""


def _phrase_tables(file: str) -> list[str]:
    return [
        name
        for name, entry in table(file).items()
        if isinstance(entry, dict) and not entry.keys() - {"en", "zh"}
    ]


def _category(file: str, name: str) -> str:
    return f"_{file}.{name}" if name.startswith("_") else f"{file}.{name}"


def find(text: str, file: str) -> list[Match]:
    """The phrases of one of the `LINE_FILES` in a text, from left to right."""
    (found,) = phrases_by_line((text,))
    own = (matches(found, name) for name in found if name.startswith(f"{file}."))
    return sorted(chain.from_iterable(own), key=attrgetter("start"))


_NOTHING: Found = {}


class _File(NamedTuple):
    """The categories of one data file that an entry stands in."""

    number: int
    categories: tuple[str, ...]


class _AllFiles:
    """One automaton over the phrases of all data files that lines are read for."""

    def __init__(self) -> None:
        words = {
            file: {_category(file, name): phrases(file, name) for name in _phrase_tables(file)}
            for file in LINE_FILES
        }
        told = {file: _told_words(own) for file, own in words.items()}
        anywhere = frozenset().union(*told.values())
        kept: dict[str, list[str]] = {}
        for file, own in words.items():
            listed = {word for category in own.values() for word in category}
            others = {word for word in listed if word in anywhere or _may_hide(word)} - told[file]
            wanted = told[file] | _hiding(others, told[file])
            for category, each in own.items():
                kept[category] = [word for word in each if word in wanted]
        self.lexicon = Lexicon(kept)
        self.words = [entry.word for entry in self.lexicon.entries]
        self.files = [tuple(_by_file(entry.categories)) for entry in self.lexicon.entries]


def _by_file(categories: Sequence[str]) -> Iterator[_File]:
    for number, file in enumerate(LINE_FILES):
        own = [name for name in categories if name.lstrip("_").startswith(f"{file}.")]
        if own:
            yield _File(number, tuple(filter(_is_told, own)))


def _is_told(category: str) -> bool:
    return not category.startswith("_") and category not in UNPLACED


def _told_words(words: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """Of the categories of one file."""
    return frozenset(word for name in filter(_is_told, words) for word in words[name])


def _hiding(others: Collection[str], told: Collection[str]) -> set[str]:
    """Of the phrases that are not told those that can hide one that is, or a phrase that can.

    Half of what is found in Chinese talk are words of one or two characters in which no other
    phrase begins.
    """
    rest = {word for word in others if min(word) > LAST_ASCII}
    hiding = {word for word in others if word not in rest}
    found = {word for word in (*told, *hiding) if not word.isascii()}
    while found:
        begins = {word[:end] for word in found for end in range(1, len(word) + 1)}
        found = {word for word in rest if _hides(word, found, begins)}
        rest -= found
        hiding |= found
    return hiding


def _hides(phrase: str, others: AbstractSet[str], begins: AbstractSet[str]) -> bool:
    """Whether another phrase can begin in it: at its start a shorter one, behind it any."""
    size = len(phrase)
    return any(phrase[start:] in begins for start in range(1, size)) or any(
        phrase[start:end] in others for start in range(size) for end in range(start + 1, size)
    )


def _may_hide(phrase: str) -> bool:
    """Whether shorter phrases may stand inside it: a single English word only takes time."""
    return not phrase.isascii() or not phrase.replace("_", "").isalnum()


@cache
def _all_files() -> _AllFiles:
    return _AllFiles()


def phrases_by_line(lines: Sequence[str]) -> list[Found]:
    """The phrases in each of several lines by category, placed from the line's start.

    Within a file the longest phrase hides those inside it; the files do not hide each other's.
    """
    found: list[Found] = []
    for first in range(0, len(lines), _AT_ONCE):
        found += _phrases(lines[first : first + _AT_ONCE])
    return found


def matches(found: Found, category: str) -> list[Match]:
    """The phrases of one category in a line, from left to right."""
    numbers = found.get(category)
    if numbers is None:
        return []
    words, each, new = _all_files().words, iter(numbers), tuple.__new__
    return [
        new(Match, (category, words[index], start, end))
        for index, start, end in zip(each, each, each, strict=True)
    ]


def _phrases(lines: Sequence[str]) -> list[Found]:
    """Lines without any, which most are, share one answer."""
    found: list[dict[str, array[int]] | None] = [None] * len(lines)
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    known = _all_files()
    done = [0] * len(LINE_FILES)
    line = 0
    for start, end, index in known.lexicon.occurrences(_BETWEEN.join(lines)):
        while starts[line + 1] <= start:
            line += 1
        for number, categories in known.files[index]:
            if start < done[number]:
                continue
            done[number] = -end
            at, own = starts[line], found[line]
            if own is None:
                own = found[line] = {}
            placed = (index, start - at, -end - at)
            for category in categories:
                if category in own:
                    own[category].extend(placed)
                else:
                    own[category] = array("I", placed)
    return [_NOTHING if own is None else own for own in found]


@cache
def phrases(file: str, name: str) -> tuple[str, ...]:
    """The phrases of one category."""
    entry = table(file)[name]
    return (*entry.get("en", ()), *entry.get("zh", ()))


@cache
def _clause_start() -> re.Pattern[str]:
    words = any_of(phrases("requests", "openers"))
    marks = re.escape(table("requests")["clause_marks"])
    return re.compile(rf"(?:^|[{marks}])\W*(?:(?:{words})(?!\w)\W*)*\Z", re.IGNORECASE)


@lru_cache(maxsize=1024)
def opens_clause(text: str, start: int) -> bool:
    """Whether what begins at `start` opens a clause, but for filler words such as "ok, then"."""
    if start == 0:
        return True
    before = text[max(0, start - _LOOK_BACK) : start]
    last = before.rstrip()[-_LONGEST_OPENER:]
    if last[-1:].isalnum() and not last.casefold().endswith(phrases("requests", "openers")):
        return False
    return _clause_start().search(before) is not None
