"""Which lines the commands of a `sed` script take out of a file, and what they put in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from uagent_memory.analyzer.observations.files.edits import Edit
from uagent_memory.analyzer.observations.files.known_lines import KnownLines, Put
from uagent_memory.analyzer.observations.shell.line_pattern import LinePattern, line_pattern
from uagent_memory.analyzer.observations.shell.sed_script import LineCommand
from uagent_memory.facts import Hunk, TextSpan

__all__ = ["Step", "after"]

_END = 10_000_000
"""Behind every line that a command can name."""
_INSTEAD, _BEHIND, _BEFORE = range(3)
"""What is printed first between two lines."""


class Step(NamedTuple):
    """A command, what it puts in, and the hunk that its own text tells."""

    command: LineCommand
    sought: str
    """Of `s`: the pattern."""
    added: tuple[TextSpan | None, ...]
    hunk: Hunk | None


class _Lines(NamedTuple):
    first: int
    last: int


def after(steps: Sequence[Step], known: KnownLines) -> tuple[Edit, KnownLines]:
    """What commands take out of a file and put in, and what is known of it afterwards.

    Args:
        steps: of all scripts of one call; their numbers are those of the file as it was.
        known: the file as it was.
    """
    editing = _Editing(known)
    hunks = [hunk for step in steps if (hunk := editing.done(step)) is not None]
    return Edit(tuple(hunks), lasting=tuple(editing.lasting)), editing.known()


class _Editing:
    """One pass over a file: a line that one command takes out is met by no later one, and what is
    put in is met by none.
    """

    def __init__(self, before: KnownLines) -> None:
        self._count = len(before.numbered) if before.complete else _END
        self._lines = dict(before.numbered)
        self._loose = list(before.loose)
        self._gone: list[_Lines] = []
        self._put: list[Put] = []
        self._elsewhere: list[TextSpan] = []
        """Put in where no number tells."""
        self.lasting: list[TextSpan] = []
        """Words taken out of the lines of one place that stand elsewhere, too."""
        self._is_placed = True
        self._is_whole = before.complete

    def known(self) -> KnownLines:
        loose = (*self._loose, *self._elsewhere)
        if self._is_placed:
            return KnownLines(self._lines, loose, self._is_whole).edited(self._gone, self._put)
        put = (line for one in self._put for line in one.lines if line is not None)
        lines = (self._lines[number] for number in sorted(self._lines))
        return KnownLines(loose=(*lines, *loose, *put))

    def done(self, step: Step) -> Hunk | None:
        """The hunk of a command; None where it did nothing, or nothing that is told."""
        verb, place = step.command.verb, self._place(step.command)
        if place is not None and not self._may_meet(place):
            return None
        if verb == "s":
            if place is not None and step.hunk is not None:
                self.lasting += (x for x in step.hunk.removed if self._stands_outside(x, place))
            self._substitute(step, place)
            return step.hunk
        is_closed = place is None or self._may_meet(place._replace(first=place.last))
        removed = self._taken_out(step.command, place) if verb in "dc" else []
        told = step.hunk if verb != "c" or is_closed else None
        if verb != "d" and (verb != "c" or is_closed):
            self._put_in(step, place)
        return Hunk(tuple(removed), told.added if told else ()) if removed or told else None

    def _place(self, command: LineCommand) -> _Lines | None:
        """The numbers of a command's lines; None where nothing tells them.

        Where a counted stretch ends of which lines are gone no manual says.
        """
        if command.first == "$":
            is_known = self._count != _END or command.verb in "ar"
            return _Lines(self._count, self._count) if is_known else None
        if command.last == "$" and command.first.isdigit():
            return _Lines(int(command.first), self._count)
        place = _Lines(*command.span) if command.span else None
        if place is None or not command.last.startswith("+"):
            return place
        is_cut = any(one.first <= place.last and place.first <= one.last for one in self._gone)
        return None if is_cut else place

    def _may_meet(self, place: _Lines) -> bool:
        """Whether some of these lines may be there when a command comes to them."""
        if place.first > self._count:
            return False
        return not any(one.first <= place.first and place.last <= one.last for one in self._gone)

    def _stands_outside(self, words: TextSpan, place: _Lines) -> bool:
        first, last = place
        others = (line for n, line in self._lines.items() if not first <= n <= last)
        return any(words.text in line.text for line in others)

    def _substitute(self, step: Step, place: _Lines | None) -> None:
        """Lines are changed where they stand, in a way that no text shows."""
        pattern = line_pattern(step.sought)
        changed = list(self._matching(pattern, place or _Lines(1, _END)))
        for number in changed:
            del self._lines[number]
        self._loose = [line for line in self._loose if pattern and not pattern.fits(line.text)]
        self._is_whole = self._is_whole and not changed
        self._is_placed = self._is_placed and not step.command.breaks

    def _matching(self, pattern: LinePattern | None, place: _Lines) -> Iterable[int]:
        first, last = place
        within = (number for number in sorted(self._lines) if first <= number <= last)
        return (n for n in within if pattern is None or pattern.fits(self._lines[n].text))

    def _taken_out(self, command: LineCommand, place: _Lines | None) -> list[TextSpan]:
        if place is not None:
            self._gone.append(place)
            return [self._lines.pop(number) for number in list(self._matching(None, place))]
        pattern = line_pattern(command.first[1:-1]) if command.first.startswith("/") else None
        if command.last or pattern is None:
            self._forget()
            return []
        numbers = list(self._matching(pattern, _Lines(1, _END)))
        self._gone.extend(_Lines(number, number) for number in numbers)
        self._is_placed = self._is_placed and self._is_whole
        loose = [line for line in self._loose if pattern.fits(line.text)]
        self._loose = [line for line in self._loose if not pattern.fits(line.text)]
        return [*(self._lines.pop(number) for number in numbers), *loose]

    def _put_in(self, step: Step, place: _Lines | None) -> None:
        verb, added = step.command.verb, step.added
        if verb == "r" and not added:
            self._is_whole = False
            self._is_placed = self._is_placed and place is not None and place.first >= _END
            return
        is_one = place is not None and (verb == "c" or place.first == place.last)
        if place is None or not is_one or place.first >= _END:
            self._elsewhere += [line for line in added if line is not None]
            self._is_whole = False
            self._is_placed = self._is_placed and place is not None and is_one
            return
        rank = {"c": _INSTEAD, "i": _BEFORE}.get(verb, _BEHIND)
        self._put.append(Put(place.first if verb == "i" else place.last + 1, rank, added))

    def _forget(self) -> None:
        self._lines.clear()
        self._loose.clear()
        self._is_placed = self._is_whole = False
