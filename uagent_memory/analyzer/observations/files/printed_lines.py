"""Which lines of a file a command printed, with their numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import NamedTuple

from uagent_memory.analyzer.observations.files.known_lines import KnownLines
from uagent_memory.analyzer.observations.shell.programs import Program
from uagent_memory.analyzer.observations.shell.steps import Step
from uagent_memory.analyzer.observations.tables import either, strings, table
from uagent_memory.facts import TextSpan
from uagent_memory.holding import holds_any

__all__ = ["NOTHING_SHOWN", "Shown", "is_cut", "is_elision", "lines_shown", "numbered_lines"]

Quote = Callable[[int, int], TextSpan]
_NUMBERED = re.compile(r"^[ \t]*(\d{1,7})(?:→|\t|: ?| \| |-)(.*)$", re.MULTILINE)
_STRETCH = re.compile(r"(?<!\S)(\d{1,7})(?:,(?:\d{1,7}|\$))?p(?!\S)")
_COUNT = re.compile(r"(?<!\S)-(?:n ?|-lines[= ])?(\d{1,7})(?!\S)")
_FROM = re.compile(r"(?<!\S)(?:-n ?)?\+(\d{1,7})(?!\S)")
_BUT_LAST = re.compile(r"(?<!\S)(?:-n|--lines)[= ]?-\d")
_OF_ALL = re.compile(r"(?<!\S)-\w*b ?a(?!\S)|--body-numbering[= ]a(?!\S)")
_UNSURE = 0
_ALONE = 1
_LINES = 10
"""That `head` and `tail` print when they are not told how many."""


class Shown(NamedTuple):
    """Lines of a file that were printed."""

    lines: Mapping[int, TextSpan]
    is_placed: bool = True
    """They have these numbers in the file."""


NOTHING_SHOWN = Shown(MappingProxyType({}))


def numbered_lines(text: str, quote: Quote) -> dict[int, TextSpan]:
    """The lines that stand behind their numbers; none where these do not rise.

    Then they are the lines' own: dates, codes, measured values.
    """
    found = list(_NUMBERED.finditer(text, *_whole_part(text)))
    numbers = [int(line[1]) for line in found]
    if any(earlier >= later for earlier, later in pairwise(numbers)):
        return {}
    return {number: quote(*line.span(2)) for number, line in zip(numbers, found, strict=True)}


def lines_shown(step: Step, text: str, quote: Quote, known: KnownLines) -> Shown:
    """The lines that a command printed of one file.

    Args:
        step: prints lines of the file and nothing else.
        text: what it printed.
        quote: makes a quotation of a stretch of the text.
        known: of the file so far.
    """
    programs = _without_cat(step.programs)
    at = next((at for at, program in enumerate(programs) if _gives_numbers(program)), None)
    if at is None:
        rows = _rows(text, quote)
        return _shown(rows, _first(programs, known, 0 if is_cut(text) else len(rows)))
    if _prints_parts(programs[at]) or not all(map(_passes_on, programs[at + 1 :])):
        return NOTHING_SHOWN
    lines = numbered_lines(text, quote)
    first = _first(programs[:at], known, 0) if at else 1
    if first is None:
        return NOTHING_SHOWN
    if first == _UNSURE or not _numbers_all(programs[at]):
        return Shown(lines, is_placed=False)
    return Shown({number + first - 1: line for number, line in lines.items()})


def _shown(rows: Sequence[TextSpan], first: int | None) -> Shown:
    if first is None:
        return NOTHING_SHOWN
    return Shown(dict(enumerate(rows, start=max(first, 1))), is_placed=first != _UNSURE)


def _rows(text: str, quote: Quote) -> list[TextSpan]:
    """The lines of an output; behind its last line break there is none."""
    start, end = _whole_part(text)
    end = max(end - text.endswith("\n", start, end), 0)
    if start and text[start - 1] != "\n":
        start = text.find("\n", start, end) + 1 or end + 1
    lines = text[start:end].split("\n") if start <= end else ()
    places = accumulate((len(line) + 1 for line in lines), initial=start)
    return [quote(at, at + len(line)) for at, line in zip(places, lines, strict=False)]


def is_elision(line: str) -> bool:
    """A line in which a harness says that it left something out."""
    return _may_be_cut(line) and _elision().search(line) is not None


def is_cut(text: str) -> bool:
    """The harness left something out of an output."""
    return _whole_part(text) != (0, len(text))


@lru_cache(maxsize=8)
def _whole_part(text: str) -> tuple[int, int]:
    """Where an output begins, and where it ends or something was left out of it."""
    if not _may_be_cut(text):
        return 0, len(text)
    begins = _cut_head().search(text)
    start = begins.end() if begins else 0
    found = _elision().search(text, start)
    return start, text.rfind("\n", start, found.start()) if found else len(text)


def _may_be_cut(text: str) -> bool:
    """A cheap look, which most outputs do not pass."""
    return holds_any(text, table("tools")["answer"]["cut_signs"])


@cache
def _cut_head() -> re.Pattern[str]:
    return either(table("tools")["answer"]["cut_head"])


@cache
def _elision() -> re.Pattern[str]:
    return either(table("tools")["answer"]["elided"], re.MULTILINE)


def _without_cat(programs: Sequence[Program]) -> Sequence[Program]:
    """`cat f | head` is `head f`."""
    is_plain = len(programs) > 1 and programs[0].base == "cat" and not programs[0].flags()
    return programs[1:] if is_plain else programs


def _gives_numbers(program: Program) -> bool:
    flags = [flag for flag in program.flags() if not flag.startswith("--")]
    numbering = strings("shell", "reads", "numbering")
    return program.base in strings("shell", "reads", "numbered") or (
        program.base in numbering and any("n" in flag for flag in flags)
    )


def _numbers_all(program: Program) -> bool:
    """`nl` leaves blank lines out, unless it is told to number all."""
    words = " ".join(word.text for word in program.arguments)
    return program.base != "nl" or _OF_ALL.search(words) is not None


def _passes_on(program: Program) -> bool:
    """It prints some of the lines as they came in."""
    if program.base == "sed":
        return "-n" in program.flags() and _number(program, _STRETCH) is not None
    is_filter = program.base in strings("shell", "reads", "filters")
    return is_filter and not _gives_numbers(program) and not _prints_parts(program)


def _prints_parts(program: Program) -> bool:
    flags = program.flags()
    letters = {letter for flag in flags if not flag.startswith("--") for letter in flag}
    parts, part_letters = (strings("shell", "reads", key) for key in ("parts", "part_letters"))
    return not (flags.isdisjoint(parts) and letters.isdisjoint(part_letters))


def _first(programs: Sequence[Program], known: KnownLines, printed: int) -> int | None:
    """The number of the first line that a command prints, if all others follow it.

    Args:
        programs: of one pipeline.
        known: of the file.
        printed: how many lines came out; 0 where that is not known.
    """
    program, *others = programs
    if any(map(_prints_parts, programs)):
        return None
    match [one.base for one in others], program.base:
        case [], "sed":
            return _number(program, _STRETCH) if "-n" in program.flags() else None
        case [], "tail":
            return _number(program, _FROM)
        case ["tail"], "head":
            return _first_of_last(program, others[0], known, printed)
        case (([] | ["head"]), base) if base in strings("shell", "reads", "whole") | {"head"}:
            return 1
    return None


def _first_of_last(head: Program, tail: Program, known: KnownLines, printed: int) -> int | None:
    """Where the last lines of the first ones begin: that is not certain of a file that may end
    before.
    """
    if _number(tail, _FROM) is not None:
        return _number(tail, _FROM)
    count, last = (_number(program, _COUNT) or _LINES for program in (head, tail))
    if _BUT_LAST.search(" ".join(word.text for word in head.arguments)):
        return _UNSURE
    if 0 < printed < last or last >= count:
        return 1
    if known.reaches(count):
        return count - last + 1
    return max(len(known.numbered) - last + 1, 1) if known.complete else _UNSURE


def _number(program: Program, pattern: re.Pattern[str]) -> int | None:
    words = " ".join(word.text for word in program.arguments)
    found = pattern.findall(words)
    return int(found[0]) if len(found) == _ALONE else None
