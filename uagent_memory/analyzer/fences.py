"""Fenced blocks, and shell text cut into its commands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from uagent_memory.analyzer.shapes import shape_settings

__all__ = ["Fence", "command_spans", "find_fences", "is_shell"]

MARK = re.compile(r"[ \t]*(?:>[ \t]?|[-*+] {1,3}|\d{1,3}[.)] {1,3})?(`{3,}|~{3,})[ \t]*([^`]*)$")
HEREDOC = re.compile(r"<<-?\s*(['\"]?)([A-Za-z_]\w*)\1")
COMPOUND = re.compile(r"\s*(?:for|while|until|if|case|function|select|do|then|else|fi|done|esac)\b")
MOST_NESTED = 400
"""Fence lines looked at to find the end of a document fence."""
PROMPT = re.compile(r"\s*[$❯%]\s+")


class Fence(NamedTuple):
    """A fenced block: line indexes of its marks; `close` is one past the last line if unclosed."""

    open: int
    close: int
    language: str


class _Mark(NamedTuple):
    line: int
    char: str
    length: int
    info: str


def find_fences(lines: Sequence[str]) -> dict[int, Fence]:
    """The fenced blocks by the index of the line that opens each."""
    marks = [mark for index, line in enumerate(lines) if (mark := _mark(index, line))]
    fences: dict[int, Fence] = {}
    position = 0
    while position < len(marks):
        opener = marks[position]
        closer = _closing(marks, position)
        end = marks[closer].line if closer < len(marks) else len(lines)
        fences[opener.line] = Fence(opener.line, end, _language(opener.info))
        position = closer + 1
    return fences


def is_shell(language: str, content: str) -> bool:
    """Whether a fenced block holds shell commands."""
    settings = shape_settings()
    if language:
        return language in settings.shell_fences
    first = PROMPT.sub("", content, count=1).split(maxsplit=1)
    if not first or content.count("\n") > 2:  # noqa: PLR2004 - a command, not a script or output
        return False
    return first[0] in settings.shell_programs or first[0].startswith("./")


def command_spans(text: str, start: int, end: int) -> list[tuple[int, int, bool]]:
    """(start, end, is_command) of the commands and comments in shell text.

    A heredoc, a continued line or a compound statement stays whole with its lines; a prompt sign
    before a command is left out.
    """
    spans: list[tuple[int, int, bool]] = []
    lines = _lines(text, start, end)
    index = 0
    while index < len(lines):
        left, right = lines[index]
        line = text[left:right]
        if not line.strip():
            index += 1
            continue
        if line.lstrip().startswith("#"):
            spans.append((left + len(line) - len(line.lstrip()), right, False))
            index += 1
            continue
        last = _command_end(text, lines, index)
        prompt = PROMPT.match(line)
        body = left + (prompt.end() if prompt else len(line) - len(line.lstrip()))
        spans.append((body, lines[last][1], True))
        index = last + 1
    return [(left, left + len(text[left:right].rstrip()), kind) for left, right, kind in spans]


def _mark(index: int, line: str) -> _Mark | None:
    if "```" not in line and "~~~" not in line:
        return None
    match = MARK.match(line)
    if match is None:
        return None
    return _Mark(index, match.group(1)[0], len(match.group(1)), match.group(2).strip())


def _language(info: str) -> str:
    words = info.replace("{", " ").replace(":", " ").split(maxsplit=1)
    return words[0].lower() if words else ""


def _closing(marks: list[_Mark], position: int) -> int:
    """Index of the mark that closes the one at `position`; `len(marks)` if none does.

    A document fence may hold fences of its own: then the marks are counted in pairs.
    """
    opener = marks[position]
    flat = next(
        (
            index
            for index in range(position + 1, len(marks))
            if not marks[index].info
            and marks[index].char == opener.char
            and marks[index].length >= opener.length
        ),
        len(marks),
    )
    if _language(opener.info) not in shape_settings().document_fences:
        return flat
    depth = 1
    for index in range(position + 1, min(position + MOST_NESTED, len(marks))):
        depth += 1 if marks[index].info else -1
        if not depth:
            return index
    return flat


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    lines = []
    while start <= end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        lines.append((start, stop))
        start = stop + 1
    return lines


def _command_end(text: str, lines: list[tuple[int, int]], index: int) -> int:
    """Index of the last line of the command that starts at line `index`."""
    first = text[slice(*lines[index])]
    if COMPOUND.match(first):
        return len(lines) - 1
    quotes = ""
    while True:
        line = text[slice(*lines[index])]
        heredoc = None if quotes else HEREDOC.search(line)
        if heredoc:
            return _heredoc_end(text, lines, index, heredoc.group(2))
        quotes = _open_quote(line, quotes)
        continued = quotes or line.rstrip().endswith(("\\", "&&", "||", "|"))
        if not continued or index + 1 >= len(lines):
            return index
        index += 1


def _heredoc_end(text: str, lines: list[tuple[int, int]], index: int, word: str) -> int:
    for ahead in range(index + 1, len(lines)):
        if text[slice(*lines[ahead])].strip() == word:
            return ahead
    return len(lines) - 1


def _open_quote(line: str, quote: str) -> str:
    """The quotation mark still open at the end of a line that began inside `quote`."""
    if "'" not in line and '"' not in line:
        return quote
    escaped = False
    for char in line:
        if escaped:
            escaped = False
        elif char == "\\" and quote != "'":
            escaped = True
        elif quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
    return quote
