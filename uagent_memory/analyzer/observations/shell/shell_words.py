"""The words of a shell script: quotes taken away, expansions left as they stand."""

from __future__ import annotations

import re
from typing import NamedTuple

from uagent_memory.analyzer.observations.shell.quoting import closing

__all__ = ["VARIABLE", "Word", "WordReader"]


class Word(NamedTuple):
    """A word after quote removal; `plain` if it holds no expansion and no glob."""

    text: str
    start: int
    end: int
    plain: bool = True


VARIABLE = re.compile(r"\$(?:(\w+)|\{(\w+)\})")
_PLAIN = re.compile(r"[^\s'\"\\`$|&;<>()]+")
_IN_QUOTES = re.compile(r'[^"\\$`]+')
_GLOB = frozenset("*?[{")


class WordReader:
    """Reads one word after the other from a stretch of a text."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text = text
        self._at = start
        self._end = end

    def _word(self) -> Word:
        text, start, parts, plain = self._text, self._at, [], True
        while self._at < self._end:
            char = text[self._at]
            if char in " \t\r\n;|&<>()":
                break
            piece, literal = self._piece(char)
            parts.append(piece)
            plain = plain and literal
        return Word("".join(parts), start, self._at, plain)

    def _piece(self, char: str) -> tuple[str, bool]:
        text, at = self._text, self._at
        if char == "'":
            end = text.find("'", at + 1, self._end)
            self._at = self._end if end < 0 else end + 1
            return text[at + 1 : self._at - (end >= 0)], True
        if char == '"':
            return self._double()
        if char == "\\":
            self._at = min(at + 2, self._end)
            return ("" if text[at + 1 : at + 2] == "\n" else text[at + 1 : at + 2]), True
        if char in "$`":
            return self._expansion(), False
        plain = _PLAIN.match(text, at, self._end)
        self._at = plain.end() if plain else at + 1
        piece = text[at : self._at]
        return piece, not _GLOB.intersection(piece)

    def _double(self) -> tuple[str, bool]:
        """A double-quoted string; the position is at its opening quote."""
        text, parts, plain = self._text, [], True
        self._at += 1
        while self._at < self._end:
            char = text[self._at]
            if char == '"':
                self._at += 1
                break
            if char == "\\":
                parts.append(text[self._at + 1 : self._at + 2])
                self._at += 2
            elif char in "$`":
                parts.append(self._expansion())
                plain = False
            elif stretch := _IN_QUOTES.match(text, self._at, self._end):
                parts.append(stretch.group())
                self._at = stretch.end()
        self._at = min(self._at, self._end)
        return "".join(parts), plain

    def _expansion(self) -> str:
        """`$name`, `${...}`, `$(...)` or a backquoted command, as it stands."""
        text, at = self._text, self._at
        if text.startswith("$(", at):
            self._at = min(closing(text, at + 1), self._end)
        elif text.startswith("${", at):
            end = text.find("}", at, self._end)
            self._at = self._end if end < 0 else end + 1
        elif text[at] == "`":
            end = text.find("`", at + 1, self._end)
            self._at = self._end if end < 0 else end + 1
        else:
            name = VARIABLE.match(text, at, self._end)
            self._at = name.end() if name else at + 1
        return text[at : self._at]
