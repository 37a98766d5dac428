"""Stream editors that change files where they are: `sed -i`, `perl -pi`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from uagent_memory.analyzer.observations.programs import Program
from uagent_memory.analyzer.observations.shell import Word
from uagent_memory.analyzer.observations.steps import operands
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import Hunk, TextSpan

__all__ = ["edits_in_place", "exchanged", "scripts_and_files"]

_SUBSTITUTION = re.compile(
    r"[\d,$]*\s?s(?P<mark>[/|#@!:,])(?P<old>(?:(?!(?P=mark))[^\\\n]|\\.){0,400})(?P=mark)"
    r"(?P<new>(?:(?!(?P=mark))[^\\\n]|\\.){0,400})(?P=mark)"
)
_PATTERN = re.compile(r"\\|\.[*+]|\[|^\^|\$$")
_BREAK = re.compile(r"\\n")
_REFERS = re.compile(r"\\|(?<!&)&(?!&)")


def edits_in_place(program: Program) -> bool:
    """`-i`, `-i.bak`, `-pi`, `--in-place`."""
    return any(
        flag.startswith(("-i", "--in-place")) or (not flag.startswith("--") and "i" in flag[1:4])
        for flag in program.flags()
    )


def scripts_and_files(program: Program) -> tuple[list[Word], list[Word]]:
    """The editor's scripts (after `-e`, or the first operand) and the files it works on."""
    options = strings("shell", "reads", "script_options")
    given = [
        value
        for option, value in pairwise(program.arguments)
        if option.text in options or (option.text.startswith("-") and option.text.endswith("e"))
    ]
    words = [word for word in operands(program.arguments, options) if word.text]
    words = [word for word in words if word not in given]
    return (given, words) if given else (words[:1], words[1:])


def exchanged(script: TextSpan, quote: Callable[[int, int], TextSpan]) -> Hunk | None:
    """`s/old/new/` as a hunk; None for any other script.

    Of a pattern, and of what refers back to one, no line ever stood in the file: none is shown.
    """
    found = _SUBSTITUTION.match(script.text)
    if found is None:
        return None
    start = script.span.start
    old, new = (quote(start + found.start(p), start + found.end(p)) for p in ("old", "new"))
    removed = (old,) if old.text and not _PATTERN.search(old.text) else ()
    return Hunk(removed, tuple(_lines(new)))


def _lines(new: TextSpan) -> Iterator[TextSpan]:
    """The lines of a replacement text, those that stand in it as they will in the file."""
    at = 0
    for line in _BREAK.split(new.text):
        start = new.text.index(line, at)
        at = start + len(line)
        if line.strip() and not _REFERS.search(line):
            first = new.span.start + start
            yield TextSpan(line, new.span._replace(start=first, end=first + len(line)))
