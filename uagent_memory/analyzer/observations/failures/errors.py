"""Error lines in an output, with their type, their place, and the key that repeats share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from uagent_memory.analyzer.observations.failures.lines import Hit, Line, line_at
from uagent_memory.analyzer.observations.tables import either, strings, table
from uagent_memory.facts import TextSpan

__all__ = ["FoundError", "error_key", "errors_in"]

Quote = Callable[[int, int], TextSpan]


class FoundError(NamedTuple):
    """An error as an output prints it. All texts stand in the output."""

    line: TextSpan
    type: str
    place: str
    message: str
    context: tuple[TextSpan, ...] = ()
    cause: TextSpan | None = None
    """The exception line that stands first in a chain of exceptions."""
    compiling: bool = False
    """The code did not compile or load: any later run that gets further shows it mended."""


_BACK = 60
_CHAIN_GAP = 8
_LONGEST_LINE = 600
_CARET_WITHIN = 5
_CARET = re.compile(r"[\s|]*(?:\^[\^~ -]*|~{2,}\^?)\s*")


@cache
def _ignored() -> re.Pattern[str]:
    return either(table("errors")["rules"]["ignored"])


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(table("errors")["rules"][name])


@cache
def _volatile() -> re.Pattern[str]:
    return either(table("errors")["rules"]["volatile"])


def error_key(found: FoundError, place: str) -> str:
    """Type, place and message without numbers and addresses: what repeats of an error share."""
    longest = table("errors")["rules"]["message_key"]
    message = " ".join(_volatile().sub("#", found.message).split())[:longest]
    where = re.sub(r":\d+(?::\d+)?$", "", place)
    return " | ".join(filter(None, (found.type, where, message)))


def errors_in(
    text: str, body: tuple[int, int], hits: Sequence[Hit], quote: Quote, *, reading: bool = False
) -> list[FoundError]:
    """The distinct errors of an output, in order, at most as many as the limit.

    Args:
        text: The whole answer.
        body: Where the output stands in it.
        hits: What `scan` found there.
        quote: Makes a quotation of start..end of the answer.
        reading: The command printed other files' text: only its own complaints count.
    """
    sorts = {(hit.rule.group, hit.rule.sort) for hit in hits}
    explained = ("test", "fail") in sorts or any(sort == "heading" for _, sort in sorts)
    reader = _Reader(text, body, quote, explained=explained)
    found: dict[str, FoundError] = {}
    seen_once: set[str] = set()
    for hit in hits:
        if hit.rule.group != "error" or (
            reading and hit.rule.sort not in strings("errors", "rules", "reader_shapes")
        ):
            continue
        passed = hit.line.start < reader.passed or (hit.rule.once and hit.rule.sort in seen_once)
        if passed or _ignored().search(reader.shown(hit.line)):
            continue
        seen_once.add(hit.rule.sort)
        for error in reader.read(hit):
            last = next(reversed(found), None)
            if last is not None and error.line.text.startswith(table("errors")["rules"]["caused"]):
                found[last] = found[last]._replace(cause=error.line)
            else:
                found.setdefault(error_key(error, error.place), error)
        if len(found) >= table("errors")["rules"]["most"]:
            break
    return list(found.values())


class _Reader:
    """Reads the lines around a hit as its shape demands."""

    def __init__(self, text: str, body: tuple[int, int], quote: Quote, *, explained: bool) -> None:
        """`explained`: the failing tests are named, and say themselves what they found."""
        self._text = text
        self._explained = explained
        self._start, self._end = body
        self._quote = quote
        self.passed = self._start
        """What stands before this was read as part of an earlier error."""

    def read(self, hit: Hit) -> Iterator[FoundError]:
        shape = hit.rule.sort
        if shape == "traceback":
            yield from self._traceback(hit)
            return
        kind = hit.group("type") or ("panic" if shape == "panic" else "")
        if self._is_told(kind) or self._is_logged(shape):
            return
        place = hit.group("place") or hit.group("program")
        context: tuple[TextSpan, ...] = ()
        if shape == "rustc":
            place = self._after(hit, "arrow") or place
        elif shape == "eslint":
            place = self._eslint_file(hit.line)
        elif shape == "conflict":
            found = _pattern("conflict_file").search(hit.group("message"))
            place = found["file"] if found else place
        elif shape in ("pytest", "exception"):
            place, context = self._python_place(hit)
        context = context or self._marked_source(hit)
        yield FoundError(
            line=self._line(hit.line),
            type=kind,
            place=place,
            message=hit.group("message") or ("" if kind and place else self.shown(hit.line)),
            context=context,
            compiling=shape in strings("errors", "rules", "compiling_shapes")
            or kind.rpartition(".")[2] in strings("errors", "rules", "compiling_types"),
        )

    def _is_told(self, kind: str) -> bool:
        """A failed assertion of a test that is named."""
        return self._explained and kind in strings("errors", "rules", "assertions")

    def _is_logged(self, shape: str) -> bool:
        """What tested code wrote while the tests, which are named, failed."""
        return self._explained and shape in strings("errors", "rules", "logged_shapes")

    def shown(self, line: Line) -> str:
        return self._text[line.start : min(line.end, line.start + _LONGEST_LINE)]

    def _line(self, line: Line) -> TextSpan:
        return self._quote(line.start, min(line.end, line.start + _LONGEST_LINE))

    def _lines_after(self, at: int, count: int) -> Iterator[Line]:
        for _ in range(count):
            if at >= self._end:
                return
            yield (line := line_at(self._text, at, at, self._end))
            at = line.end + 1

    def _lines_before(self, at: int, count: int) -> Iterator[Line]:
        """Lines above a position, nearest first."""
        for _ in range(count):
            if at <= self._start:
                return
            yield (line := line_at(self._text, at - 1, self._start, self._end))
            at = line.start

    def _after(self, hit: Hit, pattern: str) -> str:
        for line in self._lines_after(hit.line.end + 1, 4):
            if found := _pattern(pattern).match(self.shown(line)):
                return found["file"]
        return ""

    def _eslint_file(self, line: Line) -> str:
        for above in self._lines_before(line.start, _BACK):
            if found := _pattern("eslint_file").match(self.shown(above).strip()):
                return found["file"]
        return ""

    def _traceback(self, hit: Hit) -> Iterator[FoundError]:
        """A traceback, or a chain of them: the last exception, caused by the first."""
        found: list[FoundError] = []
        start = hit.line
        while True:
            error, end = self._one_traceback(start)
            if error is not None:
                found.append(error)
            following = self._next_in_chain(end)
            if following is None:
                break
            start = following
        if found:
            cause = found[0].line if len(found) > 1 else None
            own = [error for error in found if error.place]
            place = own[-1] if own else found[-1]
            yield found[-1]._replace(place=place.place, context=place.context, cause=cause)

    def _one_traceback(self, head: Line) -> tuple[FoundError | None, int]:
        """The frames below a heading and the exception line that ends them."""
        frames: list[Line] = []
        limit = table("errors")["rules"]["traceback_lines"]
        indent = self._indent(head)
        for line in self._lines_after(head.end + 1, limit):
            shown = self.shown(line)
            if not shown.strip():
                continue
            if self._indent(line) > indent:
                if table("errors")["rules"]["frame_needle"] in shown:
                    frames.append(line)
                continue
            if self._is_printed_between(line, indent):
                continue
            self.passed = line.end
            return self._exception(line, frames), line.end
        return None, self._end

    def _is_printed_between(self, line: Line, indent: int) -> bool:
        """What the program printed itself while the traceback was written: frames go on below."""
        rules = table("errors")["rules"]
        if _pattern("raised").match(self.shown(line).lstrip(" \t|")):
            return False
        for below in self._lines_after(line.end + 1, rules["printed_between"]):
            shown = self.shown(below)
            if any(words in shown for words in (rules["traceback_head"], *rules["chained"])):
                return False
            if self._indent(below) > indent and rules["frame_needle"] in shown:
                return True
        return False

    def _next_in_chain(self, at: int) -> Line | None:
        """The heading of the traceback that follows in a chain."""
        chained, rules = False, table("errors")["rules"]
        for line in self._lines_after(at + 1, _CHAIN_GAP):
            shown = self.shown(line)
            if chained and rules["traceback_head"] in shown:
                return line
            chained = chained or any(words in shown for words in rules["chained"])
        return None

    def _indent(self, line: Line) -> int:
        shown = self.shown(line)
        return len(shown) - len(shown.lstrip(" \t|"))

    def _exception(self, line: Line, frames: Sequence[Line]) -> FoundError | None:
        shown = self.shown(line).strip().lstrip("| ")
        kind, _, message = shown.partition(": ")
        if " " in kind or not kind or self._is_told(kind):
            return None
        start = line.start + self.shown(line).find(shown)
        place, context = self._frame(frames)
        return FoundError(
            line=self._quote(start, start + len(shown)),
            type=kind.rstrip(":"),
            place=place,
            message=message,
            context=context,
            compiling=kind.rpartition(".")[2] in strings("errors", "rules", "compiling_types"),
        )

    def _frame(self, frames: Sequence[Line]) -> tuple[str, tuple[TextSpan, ...]]:
        """The last frame in the project's own code: its file, and the frame with its code line."""
        foreign = table("errors")["rules"]["foreign"]
        own = [f for f in frames if not any(word in self.shown(f) for word in foreign)]
        found = _pattern("frame").match(self.shown(own[-1])) if own else None
        if found is None:
            return "", ()
        context = [self._line(own[-1])]
        code = self._lines_after(own[-1].end + 1, 1)
        context.extend(self._line(line) for line in code if "File " not in self.shown(line))
        return found["file"], tuple(_stripped(quote) for quote in context)

    def _marked_source(self, hit: Hit) -> tuple[TextSpan, ...]:
        """The line of code below, where a caret under it shows the spot."""
        lines = list(self._lines_after(hit.line.end + 1, _CARET_WITHIN))
        for code, mark in pairwise(lines):
            if _CARET.fullmatch(self.shown(mark)) and self.shown(code).strip():
                return (_stripped(self._line(code)),)
        return ()

    def _python_place(self, hit: Hit) -> tuple[str, tuple[TextSpan, ...]]:
        """The place of an exception outside a traceback: pytest's line below, or a frame above."""
        for line in self._lines_after(hit.line.end + 1, 6):
            if found := _pattern("pytest_place").match(self.shown(line)):
                return found["file"], (self._line(line),)
        for line in self._lines_before(hit.line.start, 4):
            if found := _pattern("frame").match(self.shown(line)):
                return found["file"], (_stripped(self._line(line)),)
        return "", ()


def _stripped(quote: TextSpan) -> TextSpan:
    """Without the blanks at both ends."""
    lead = len(quote.text) - len(quote.text.lstrip())
    text = quote.text.strip()
    start = quote.span.start + lead
    return TextSpan(text, quote.span._replace(start=start, end=start + len(text)))
