"""What a script's text does to the files that it names, where that is plain to see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from functools import cache, lru_cache
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.facts import Change

__all__ = ["Doing", "ScriptAct", "acts_of_code"]

At = tuple[int, int]
_MOST = 50
_ABOVE = 2000
"""Characters before a statement in which what it depends on is looked for."""
_CONDITION = re.compile(r"\s*(?:\}\s*)?(?:if|elif|else|except|catch)\b")
_LITERAL = re.compile(r"""(['"])([^'"\n]{1,300})\1""")


class Doing(Enum):
    WRITE = auto()
    MOVE = auto()
    COPY = auto()
    DELETE = auto()


class ScriptAct(NamedTuple):
    """What is done, and where the text spells the file; of a move and a copy both files."""

    what: Doing
    change: Change
    files: tuple[At, ...]
    place: int
    """Where the text does it."""
    guarded: bool = False
    """It depends on a condition."""


def acts_of_code(code: str) -> list[ScriptAct]:
    """What a script does to files; nothing to those whose folder it has left."""
    writes = table("shell")["writes"]
    if not any(needle in code for needle in writes["script_needles"]):
        return []
    return sorted(_Reading(code).acts(), key=attrgetter("place"))


class _Reading:
    def __init__(self, code: str) -> None:
        self._code = code
        self._names = _names_in(code)
        leaves = (code.find(word) for word in table("shell")["writes"]["script_moves"])
        self._moved = min((at for at in leaves if at >= 0), default=len(code))

    def acts(self) -> Iterator[ScriptAct]:
        yield from self._written()
        for pattern in _pairs():
            for found in islice(pattern.finditer(self._code), _MOST):
                yield from self._passed_on(found)
        for found in islice(_deletions().finditer(self._code), _MOST):
            for at in self._spelled(found, found.lastindex or 1):
                guarded = _is_guarded(self._code, found.start())
                yield ScriptAct(Doing.DELETE, Change.DELETED, (at,), found.start(), guarded)

    def _passed_on(self, found: re.Match[str]) -> Iterator[ScriptAct]:
        """A move or a copy."""
        groups = found.re.groupindex
        source, target = (self._spelled(found, groups[name]) for name in ("source", "target"))
        if len(source) == len(target) == 1:
            copies = found["verb"].startswith("copy")
            what, change = (Doing.COPY, Change.CREATED) if copies else (Doing.MOVE, Change.RENAMED)
            guarded = _is_guarded(self._code, found.start())
            yield ScriptAct(what, change, (source[0], target[0]), found.start(), guarded)

    def _written(self) -> Iterator[ScriptAct]:
        known: set[str] = set()
        for found in islice(_openings().finditer(self._code), _MOST):
            group = found.lastindex or 1
            statement = self._code.find("\n", found.end())
            before = self._code[: statement if statement >= 0 else len(self._code)]
            reads = _reads(found.group(group)).search(before) is not None
            change = Change.MODIFIED if reads else Change.CREATED
            for at in self._spelled(found, group):
                if (path := self._code[slice(*at)]) not in known:
                    known.add(path)
                    yield ScriptAct(Doing.WRITE, change, (at,), found.start())

    def _spelled(self, found: re.Match[str], group: int) -> list[At]:
        """Where the file is spelled that a script names by a literal or by a variable."""
        literal = found.group(group)
        if literal[0] in "'\"":
            places = [(found.start(group) + 1, found.end(group) - 1)]
        else:
            places = self._names.get(literal, [])
        left = self._moved < found.start()
        return [at for at in places if not left or self._code.startswith("/", at[0])]


def _is_guarded(code: str, at: int) -> bool:
    """Whether the statement there is what an `if` or an `except` leads to."""
    start = code.rfind("\n", 0, at) + 1
    line = code[start:at]
    if _CONDITION.match(line):
        return True
    depth = len(line) - len(line.lstrip())
    for above in reversed(code[max(0, start - _ABOVE) : start].split("\n")):
        if above.strip() and len(above) - len(above.lstrip()) < depth:
            return bool(_CONDITION.match(above))
    return False


def _names_in(code: str) -> dict[str, list[At]]:
    """What variables stand for: a literal, each of a list of literals, or another variable."""
    names: dict[str, list[At]] = {}
    for found in _assignment().finditer(code):
        if found["list"]:
            start = found.start("list")
            items = list(_LITERAL.finditer(code, start, found.end("list")))[:_MOST]
            names[found["item"]] = [item.span(2) for item in items]
        elif found["name"]:
            if found["other"]:
                names[found["name"]] = names.get(found["other"], [])
            else:
                names[found["name"]] = [found.span("path")]
    return names


@cache
def _assignment() -> re.Pattern[str]:
    return re.compile(table("shell")["writes"]["script_assign"], re.MULTILINE)


@cache
def _openings() -> re.Pattern[str]:
    return either(table("shell")["writes"]["script"])


@cache
def _pairs() -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, table("shell")["writes"]["script_pairs"]))


@cache
def _deletions() -> re.Pattern[str]:
    return either(table("shell")["writes"]["script_deletions"])


@lru_cache(maxsize=256)
def _reads(name: str) -> re.Pattern[str]:
    """How a script reads the file that it names so."""
    patterns = table("shell")["writes"]["script_read"]
    return either([pattern.replace("{name}", re.escape(name)) for pattern in patterns])
