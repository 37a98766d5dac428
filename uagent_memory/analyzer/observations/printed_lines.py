"""Which lines of a file a command printed, with their numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise

from uagent_memory.analyzer.observations.programs import Program
from uagent_memory.analyzer.observations.steps import Step
from uagent_memory.analyzer.observations.tables import either, strings, table
from uagent_memory.facts import TextSpan

__all__ = ["is_cut", "is_elision", "lines_shown", "numbered_lines"]

Quote = Callable[[int, int], TextSpan]
_NUMBERED = re.compile(r"^[ \t]*(\d{1,7})(?:→|\t|: ?| \| |-)(.*)$", re.MULTILINE)
_LINE = re.compile(r"^.*$", re.MULTILINE)
_STRETCH = re.compile(r"(?<!\S)(\d{1,7})(?:,(?:\d{1,7}|\$))?p(?!\S)")
_COUNT = re.compile(r"(?<!\S)-(?:n ?|-lines[= ])?(\d{1,7})(?!\S)")
_FROM = re.compile(r"(?<!\S)(?:-n ?)?\+(\d{1,7})(?!\S)")
_ALONE = 1
_LINES = 10
"""That `head` and `tail` print when they are not told how many."""


def numbered_lines(text: str, quote: Quote) -> dict[int, TextSpan]:
    """The lines that stand behind their numbers; none where these do not rise.

    Then they are the lines' own: dates, codes, measured values.
    """
    found = list(_NUMBERED.finditer(text, *_whole_part(text)))
    numbers = [int(line[1]) for line in found]
    if any(earlier >= later for earlier, later in pairwise(numbers)):
        return {}
    return {number: quote(*line.span(2)) for number, line in zip(numbers, found, strict=True)}


def lines_shown(step: Step, text: str, quote: Quote) -> Mapping[int, TextSpan]:
    """The lines that a command printed of one file; none where their numbers are not certain.

    Args:
        step: prints lines of the file and nothing else.
        text: what it printed.
        quote: makes a quotation of a stretch of the text.
    """
    if any(map(_gives_numbers, step.programs)):
        return numbered_lines(text, quote)
    first = _first(step.programs)
    if first is None:
        return {}
    found = _LINE.finditer(text, *_whole_part(text))
    return {number: quote(*line.span()) for number, line in enumerate(found, start=first)}


def is_elision(line: str) -> bool:
    """A line in which a harness says that it left something out."""
    return _elision().search(line) is not None


def is_cut(text: str) -> bool:
    """The harness left something out of an output."""
    return _whole_part(text) != (0, len(text))


def _whole_part(text: str) -> tuple[int, int]:
    """Where an output begins, and where it ends or something was left out of it."""
    begins = _cut_head().search(text)
    start = begins.end() if begins else 0
    found = _elision().search(text, start)
    return start, text.rfind("\n", start, found.start()) if found else len(text)


@cache
def _cut_head() -> re.Pattern[str]:
    return either(table("tools")["answer"]["cut_head"])


@cache
def _elision() -> re.Pattern[str]:
    return either(table("tools")["answer"]["elided"], re.MULTILINE)


def _gives_numbers(program: Program) -> bool:
    flags = [flag for flag in program.flags() if not flag.startswith("--")]
    numbering = strings("shell", "reads", "numbering")
    return program.base in strings("shell", "reads", "numbered") or (
        program.base in numbering and any("n" in flag for flag in flags)
    )


def _first(programs: Sequence[Program]) -> int | None:
    """The number of the first line that a command prints, if all others follow it."""
    program, *others = programs
    count = _number(program, _COUNT) or _LINES
    match [one.base for one in others], program.base:
        case [], "sed":
            return _number(program, _STRETCH) if "-n" in program.flags() else None
        case [], "tail":
            return _number(program, _FROM)
        case ["tail"], "head":
            last = _number(others[0], _COUNT) or _LINES
            return max(count - last + 1, 1)
        case (([] | ["head"]), base) if base in strings("shell", "reads", "whole") | {"head"}:
            return 1
    return None


def _number(program: Program, pattern: re.Pattern[str]) -> int | None:
    words = " ".join(word.text for word in program.arguments)
    found = pattern.findall(words)
    return int(found[0]) if len(found) == _ALONE else None
