"""The texts that a script exchanges in a file, or puts into it, as its own literals spell them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice
from typing import NamedTuple

from uagent_memory.analyzer.observations.tables import strings, table

__all__ = ["Piece", "TextEdit", "edits_of_code"]

_TOKEN = re.compile(
    r"(?P<comment>(?<!\S)#[^\n]*)"
    r"|(?P<prefix>(?<!\w)[rRbBuUfF]{1,2})?"
    r"(?:(?P<long>\"\"\"|''')(?P<text>(?:(?!(?P=long))(?:[^\\]|\\[\s\S])){0,20000})(?P=long)"
    r"|(?P<quote>[\"'])(?P<line>(?:(?!(?P=quote))(?:[^\\\n]|\\[\s\S])){0,4000})(?P=quote))"
)
_MOST = 200
_OPEN, _INSIDE, _CLOSE = "\x02", "\x01", "\x03"
"""What stands for a literal in the code without its literals."""
_LITERAL = f"{_OPEN}{_INSIDE}*{_CLOSE}"
_GROUP = rf"(?:{_LITERAL}\s*)+"
_NAME = r"[A-Za-z_]\w*"
_ONE = re.compile(_LITERAL)
_GIVEN = re.compile(
    rf"^[ \t]*(?P<name>{_NAME})[ \t]*\+?=[ \t]*"
    rf"(?:\[\s*(?P<list>{_GROUP}(?:,\s*{_GROUP})*),?\s*\](?:[ \t]*\+[ \t]*{_NAME})?"
    rf"|(?:\(|(?:\w+\.)?dedent\()?\s*(?P<text>{_GROUP})\)?)"
    r"(?:\.(?:[lr]?strip|splitlines|split|dedent)\([^)\n]*\))*[ \t]*;?[ \t]*$",
    re.MULTILINE,
)
_BREAK = re.compile(r"\\n|\n")
_LED = re.compile(r"\{\w+\}[ \t]*")
"""How an f-string is indented by a variable."""
_LINE_END = re.compile(r"\n")
_COUNT = re.compile(r",\s*(?:count\s*=\s*)?\d+\s*,?\s*\)")


class Piece(NamedTuple):
    """A line of a literal; `plain`: it stands in the script as it will stand in the file."""

    start: int
    end: int
    text: str
    plain: bool


class TextEdit(NamedTuple):
    place: int
    """Where the script does it."""
    old: tuple[Piece, ...]
    """() where nothing tells what stood there."""
    new: tuple[Piece, ...]
    limited: bool = False
    """It need not be done wherever the old text stands."""


class _Literal(NamedTuple):
    start: int
    end: int
    prefix: str


def edits_of_code(code: str, *, first_only: bool = False) -> list[TextEdit]:
    """What a script puts into files, in order; each literal once.

    Args:
        code: of the script.
        first_only: its language's `replace` does so only where the old text stands first.
    """
    if not any(needle in code for needle in strings("shell", "writes", "text_needles")):
        return []
    return sorted(_Reading(code, first_only=first_only).edits())


class _Reading:
    def __init__(self, code: str, *, first_only: bool) -> None:
        self._code = code
        self._first_only = first_only
        self._literals: dict[int, _Literal] = {}
        self._bare = self._without_literals()
        self._given: dict[str, list[re.Match[str]]] = {}
        for found in _GIVEN.finditer(self._bare):
            self._given.setdefault(found["name"], []).append(found)

    def _without_literals(self) -> str:
        """The code with marks of the same length for literals, and blanks for comments."""
        bare: list[str] = []
        at = 0
        for found in _TOKEN.finditer(self._code):
            start, end = found.span()
            bare.append(_unmarked(self._code[at:start]))
            if found["comment"]:
                bare.append(" " * (end - start))
            else:
                bare.append(f"{_OPEN}{_INSIDE * (end - start - 2)}{_CLOSE}")
                prefix = (found["prefix"] or "").casefold()
                text = "text" if found["long"] else "line"
                self._literals[start] = _Literal(*found.span(text), prefix)
            at = end
        bare.append(_unmarked(self._code[at:]))
        return "".join(bare)

    def edits(self) -> Iterator[TextEdit]:
        known: set[tuple[Piece, ...]] = set()
        for pattern in _patterns():
            for found in islice(pattern.finditer(self._bare), _MOST):
                groups = pattern.groupindex
                if "old" not in groups and found["new"].strip() in self._sought:
                    continue
                new = self._pieces(found, "new")
                old = self._pieces(found, "old") if "old" in groups else ()
                if (new or old) and new not in known:
                    known.add(new or old)
                    yield TextEdit(found.start(), old, new, self._is_limited(found))

    def _is_limited(self, found: re.Match[str]) -> bool:
        """By its method, by its language, or by a count."""
        verb = found["verb"] if "verb" in found.re.groupindex else ""
        if verb in strings("shell", "writes", "replacing_first"):
            return True
        count = _COUNT.match(self._bare, found.end() - 1)
        return count is not None or (self._first_only and verb == "replace")

    @cached_property
    def _sought(self) -> frozenset[str]:
        """The variables whose words the script looks for."""
        return frozenset(
            found[1] for pattern in _seeking() for found in pattern.finditer(self._bare)
        )

    def _pieces(self, found: re.Match[str], group: str) -> tuple[Piece, ...]:
        """The lines of an argument: of literals, or of what a variable was given last."""
        start, end = found.span(group)
        if not self._bare.startswith(_OPEN, start):
            given = [one for one in self._given.get(found[group].strip(), ()) if one.end() <= start]
            if not given:
                return ()
            start, end = given[-1].span("text" if given[-1]["text"] else "list")
        literals = [self._literals[one.start()] for one in _ONE.finditer(self._bare, start, end)]
        return tuple(_lines(self._code, literals))


def _unmarked(text: str) -> str:
    return text.translate(_BLANKS)


_BLANKS: Mapping[int, str] = {ord(mark): " " for mark in (_OPEN, _INSIDE, _CLOSE)}


def _lines(code: str, literals: Sequence[_Literal]) -> Iterator[Piece]:
    """The lines of literals that follow each other.

    What two of them share is plain in neither.
    """
    joined = False
    for number, (start, end, prefix) in enumerate(literals):
        breaks = (_LINE_END if "r" in prefix else _BREAK).finditer(code, start, end)
        at = start
        for stop, after in (*(one.span() for one in breaks), (end, end)):
            runs_on = stop == end == after and number + 1 < len(literals)
            first = at
            if at < end or stop < after:
                led = _LED.match(code, at, stop) if "f" in prefix else None
                at = led.end() if led else at
                text = code[at:stop]
                shared = (joined and first == start) or runs_on
                yield Piece(at, stop, text, _is_plain(text, prefix) and not shared)
            joined = first < end
            at = after


def _is_plain(text: str, prefix: str) -> bool:
    if "\\" in text and "r" not in prefix:
        return False
    return not ("f" in prefix and ("{" in text or "}" in text))


@cache
def _seeking() -> tuple[re.Pattern[str], ...]:
    patterns = table("shell")["writes"]["text_sought"]
    return tuple(re.compile(pattern.replace("{name}", _NAME)) for pattern in patterns)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    one = rf"(?:{_GROUP}|{_NAME})"
    several = rf"(?:{_GROUP}(?:,\s*{_GROUP})*|{_NAME})"
    return tuple(
        re.compile(
            pattern.replace("{one}", one).replace("{several}", several).replace("{name}", _NAME),
            re.MULTILINE,
        )
        for pattern in table("shell")["writes"]["text_edits"]
    )
