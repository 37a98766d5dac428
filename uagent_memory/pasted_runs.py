"""Runs that stand in a user's message: the command and what it printed, as a program adds them."""

from __future__ import annotations

import re
from typing import NamedTuple

from uagent_memory.author_marks import PastedMarks, author_marks

__all__ = ["PastedRun", "pasted_run"]

_BLANK = re.compile(r"\n[ \t]*\n")


class PastedRun(NamedTuple):
    """Where in the text all of it stands, the command, and what it printed."""

    span: tuple[int, int]
    command: tuple[int, int]
    output: tuple[int, int]


def pasted_run(text: str) -> PastedRun | None:
    """The run that a message tells of, up to its end but for the words a person added."""
    marks = author_marks().pasted
    if not any(needle in text for needle in marks.needles):
        return None
    found = marks.run.search(text)
    if found is None:
        return None
    start = found.end()
    end = _closing(text, start, marks)
    return PastedRun((found.start(), end), found.span("command"), (start, end))


def _closing(text: str, start: int, marks: PastedMarks) -> int:
    """Where the last paragraph begins, if it reads as a person's; else the text's end."""
    last = max((gap.span() for gap in _BLANK.finditer(text.rstrip(), start)), default=None)
    return last[0] if last and marks.person.search(text, last[1]) else len(text)
