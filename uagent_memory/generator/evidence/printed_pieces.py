"""Lines in which a stream editor replaced a piece, as the file was printed before and after.

The command tells only the piece: `sed -i '8s/old/new/'`. A line that was printed before it, with
the piece replaced, is a line that it made, if the file shows that line later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from uagent_memory.facts import FileValue, TextSpan
from uagent_memory.generator.evidence.printed_looks import PrintedLine

__all__ = ["PrintedPieces"]


class _Made(NamedTuple):
    line: TextSpan
    instead: TextSpan
    """What stood there before the first change of it."""


class PrintedPieces:
    """Of one file, fed in the order of its history.

    Args:
        shortest: characters of a piece that is looked for in lines.
    """

    def __init__(self, *, shortest: int) -> None:
        self._shortest = shortest
        self._shown: dict[str, TextSpan] = {}
        self._awaited: dict[str, TextSpan] = {}
        """The text that a line must have now -> what it was."""
        self._made: dict[str, _Made] = {}

    def lines(self) -> Iterator[PrintedLine]:
        """Those that stand, and what they stand for."""
        for line, instead in self._made.values():
            yield PrintedLine("+", line)
            yield PrintedLine("-", instead, (line,))

    def revert(self) -> None:
        """All changes were taken back."""
        self._awaited.clear()
        for text in self._made:
            self._shown.pop(text, None)
        self._made.clear()

    def look(self, lines: Iterable[TextSpan]) -> None:
        """The file, or a part of it, was printed."""
        for line in lines:
            self._shown[line.text] = line
            was = self._awaited.pop(line.text, None)
            if was is not None:
                before = self._made.pop(was.text, None)
                self._made[line.text] = _Made(line, before.instead if before else was)

    def change(self, value: FileValue, *, by_editor: bool) -> None:
        """The file was changed."""
        for hunk in value.hunks:
            for gone in hunk.removed:
                self._forget(gone.text.strip())
            if by_editor and len(hunk.removed) == len(hunk.added):
                pieces = zip(hunk.removed, hunk.added, strict=True)
                self._await([(old.text, new.text) for old, new in pieces])

    def _forget(self, text: str) -> None:
        self._shown.pop(text, None)
        self._made.pop(text, None)

    def _await(self, pieces: Sequence[tuple[str, str]]) -> None:
        for old, new in pieces:
            if len(old) < self._shortest or old == new:
                continue
            for text, line in self._shown.items():
                if old in text and text != old:
                    for made in (text.replace(old, new, 1).strip(), text.replace(old, new).strip()):
                        if made not in self._shown:
                            self._awaited[made] = line
