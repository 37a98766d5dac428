"""Scripts of `sed`, taken apart into their commands."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

__all__ = ["LineCommand", "line_commands"]

_PLACE = r"(?:\d{1,7}|\$|/(?:[^/\\\n]|\\.){0,400}/)"
_COMMAND = re.compile(
    rf"\s*(?P<first>{_PLACE})?(?:,[ \t]*(?P<last>\+?{_PLACE}))?[ \t]*"
    r"(?P<verb>d[ \t]*(?=[;\n}]|\Z)|[aic](?=[\\ \t\n])|(?(first)[aic](?=.)|(?!))"
    r"|r[ \t]*(?P<file>\S+)|s(?P<mark>[/|#@!:,]))",
)
_SUBSTITUTED = (
    r"(?P<old>(?:(?!{mark})[^\\\n]|\\.){{0,400}}){mark}"
    r"(?P<new>(?:(?!{mark})[^\\]|\\[\s\S]){{0,4000}}){mark}[gpIiMme\d]*"
)
_BREAK = re.compile(r"\\n|\n")
_TEXT_END = re.compile(r"(?<!\\)\n")
"""Of what `a`, `c` and `i` put in."""


class LineCommand(NamedTuple):
    """`12,14d`, `7a text`, `/name/d`: an address of one or two places, and what is done there."""

    verb: str
    first: str = ""
    last: str = ""
    place: tuple[int, int] = (0, 0)
    """In the script."""
    sought: tuple[int, int] = (0, 0)
    """Of `s`: where the script spells the words that it looks for."""
    file: str = ""
    """Of `r`: the file whose lines it puts in."""
    breaks: bool = False
    """Of `s`: what it puts in is more than one line."""

    @property
    def span(self) -> tuple[int, int] | None:
        """The numbers of its lines, where they are given."""
        if not self.first.isdigit() or (self.last and not self.last.lstrip("+").isdigit()):
            return None
        start = int(self.first)
        if not self.last:
            return start, start
        end = int(self.last.lstrip("+"))
        return start, max(start, start + end if self.last.startswith("+") else end)


def line_commands(script: str) -> list[LineCommand] | None:
    """The commands of a script; None where it holds one that is not known here."""
    found: list[LineCommand] = []
    at = 0
    while at < len(script):
        command = _COMMAND.match(script, at)
        if command is None:
            return found if not script[at:].strip(" \t\n;") else None
        verb, end, sought, breaks = command["verb"][0], command.end(), (0, 0), False
        if verb in "aic":
            text_end = _TEXT_END.search(script, end)
            end = text_end.start() if text_end else len(script)
        elif verb == "s":
            substituted = _substitution(command["mark"]).match(script, end)
            if substituted is None:
                return None
            end, sought = substituted.end(), substituted.span("old")
            breaks = _BREAK.search(substituted["new"]) is not None
        first, last, file = (command[part] or "" for part in ("first", "last", "file"))
        found.append(LineCommand(verb, first, last, (at, end), sought, file, breaks))
        at = end + len(script[end:]) - len(script[end:].lstrip(" \t\n;"))
    return found


@lru_cache(maxsize=16)
def _substitution(mark: str) -> re.Pattern[str]:
    return re.compile(_SUBSTITUTED.format(mark=re.escape(mark)))
