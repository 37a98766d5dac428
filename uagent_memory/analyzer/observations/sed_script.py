"""Scripts of `sed`, taken apart: which lines each command takes out, and what it puts in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from uagent_memory.analyzer.observations.known_lines import KnownLines
from uagent_memory.analyzer.observations.line_pattern import line_pattern
from uagent_memory.facts import Hunk, TextSpan

__all__ = ["LineCommand", "Step", "after", "line_commands"]

_PLACE = r"(?:\d{1,7}|\$|/(?:[^/\\\n]|\\.){0,400}/)"
_COMMAND = re.compile(
    rf"\s*(?P<first>{_PLACE})?(?:,[ \t]*(?P<last>\+?{_PLACE}))?[ \t]*"
    r"(?P<verb>d[ \t]*(?=[;\n}]|\Z)|[aic](?=[\\ \t\n])|(?(first)[aic](?=.)|(?!))"
    r"|r[ \t]*(?P<file>\S+)|s(?P<mark>[/|#@!:,]))",
)
_SUBSTITUTED = (
    r"(?P<old>(?:(?!{mark})[^\\\n]|\\.){{0,400}}){mark}"
    r"(?:(?!{mark})[^\\]|\\[\s\S]){{0,4000}}{mark}[gpIiMme\d]*"
)


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
        verb, end, sought = command["verb"][0], command.end(), (0, 0)
        if verb in "aic":
            end = len(script)
        elif verb == "s":
            substituted = _substitution(command["mark"]).match(script, end)
            if substituted is None:
                return None
            end, sought = substituted.end(), substituted.span("old")
        first, last = command["first"] or "", command["last"] or ""
        found.append(LineCommand(verb, first, last, (at, end), sought, command["file"] or ""))
        at = end + len(script[end:]) - len(script[end:].lstrip(" \t\n;"))
    return found


@lru_cache(maxsize=16)
def _substitution(mark: str) -> re.Pattern[str]:
    return re.compile(_SUBSTITUTED.format(mark=re.escape(mark)))


class Step(NamedTuple):
    """A command, what it puts in, and the hunk that its own text tells."""

    command: LineCommand
    sought: str
    """Of `s`: the pattern."""
    added: tuple[TextSpan | None, ...]
    hunk: Hunk | None


def after(steps: Sequence[Step], known: KnownLines) -> tuple[list[Hunk], KnownLines]:
    """What commands take out of a file and put in, and what is known of it afterwards.

    Args:
        steps: of all scripts of one call; their numbers are those of the file as it was.
        known: the file as it was.
    """
    told: dict[int, Hunk] = {}
    from_below = sorted(enumerate(steps), key=lambda one: -(one[1].command.span or (0, 0))[0])
    for number, step in from_below:
        removed, known = _one(step, known)
        if step.command.verb == "s" and step.hunk is not None:
            told[number] = step.hunk
        elif removed or step.hunk is not None:
            told[number] = Hunk(tuple(removed), step.hunk.added if step.hunk else ())
    return [told[number] for number in sorted(told)], known


def _one(step: Step, known: KnownLines) -> tuple[list[TextSpan], KnownLines]:
    command, added = step.command, step.added
    span = command.span
    if command.verb == "s":
        return [], _substituted(step.sought, known)
    if span is None:
        return _by_pattern(command, added, known)
    first, last = span
    if command.verb in "dc":
        removed = known.between(first, last)
        known = known.without(first, last)
        return removed, known.with_lines(first, added) if command.verb == "c" else known
    if command.verb == "r" and not added:
        return [], KnownLines(loose=tuple(known.all()))
    return [], known.with_lines(first if command.verb == "i" else first + 1, added)


def _by_pattern(
    command: LineCommand, added: Sequence[TextSpan | None], known: KnownLines
) -> tuple[list[TextSpan], KnownLines]:
    pattern = line_pattern(command.first[1:-1]) if command.first.startswith("/") else None
    if command.last or pattern is None:
        return [], KnownLines()
    if command.verb not in "dc":
        return [], known.adding(added)
    matching = [line for line in known.all() if pattern.fits(line.text)]
    known = known.dropping(matching)
    return matching, known.adding(added) if added else known


def _substituted(sought: str, known: KnownLines) -> KnownLines:
    pattern = line_pattern(sought)
    if pattern is None:
        return KnownLines()
    return known.forgetting(pattern.fits)
