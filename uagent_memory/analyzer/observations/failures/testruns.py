"""Single tests and run totals in an output, with what was expected and what came."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from uagent_memory.analyzer.observations.failures.lines import Hit, Line
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.facts import TextSpan

__all__ = ["FoundTest", "tests_in", "total_line"]

Quote = Callable[[int, int], TextSpan]


class FoundTest(NamedTuple):
    name: TextSpan
    line: TextSpan
    passed: bool
    expected: TextSpan | None = None
    actual: TextSpan | None = None


_LONGEST = 400


def tests_in(hits: Sequence[Hit], quote: Quote) -> list[FoundTest]:
    """The tests that an output names, in order, each once, failures with their details."""
    named = [hit for hit in hits if hit.rule.group == "test" and hit.place("name")]
    details = [hit for hit in hits if hit.rule.group == "detail"]
    if not any(hit.rule.sort == "fail" for hit in named):
        named = [*named, *(hit for hit in details if _is_headed_test(hit))]
    if not named:
        return []
    limits = table("verdicts")["limits"]
    found: dict[str, FoundTest] = {}
    parents = _parents(named)
    for number, hit in enumerate(named):
        name = quote(*(hit.place("name") or (0, 0)))
        passed = hit.rule.sort == "pass"
        if name.text in found or (not passed and name.text in parents):
            continue
        if passed and name.text.rpartition("/")[0] in found and "::" not in name.text:
            continue
        line = quote(hit.line.start, min(hit.line.end, hit.line.start + _LONGEST))
        expected, actual = (None, None) if passed else _details(number, named, details, quote)
        if actual is None and (place := hit.place("actual")):
            actual = quote(*place)
        found[name.text] = FoundTest(name, line, passed, expected, actual)
        if len(found) >= limits["tests"]:
            break
    return list(found.values())


def _is_headed_test(detail: Hit) -> bool:
    """The heading of a test's failure, where no line of its own says that it failed."""
    return detail.rule.sort == "heading" and "test" in detail.group("name").casefold()


def _parents(named: Sequence[Hit]) -> set[str]:
    """Failing tests that only fail because one of their subtests does (`TestA` of `TestA/b`)."""
    names = {hit.group("name") for hit in named if hit.rule.sort == "fail"}
    return {name.rpartition("/")[0] for name in names if "/" in name and "::" not in name} & names


def _details(
    number: int, named: Sequence[Hit], details: Sequence[Hit], quote: Quote
) -> tuple[TextSpan | None, TextSpan | None]:
    """Expected and actual of one failing test: from its own section, or the lines next to it."""
    own = _section(named[number].group("name"), details)
    if not own:
        here = named[number].line.start
        after = named[number + 1].line.start if number + 1 < len(named) else here + _NEAR
        before = named[number - 1].line.start if number else 0
        own = [d for d in details if here < d.line.start < after and d.rule.sort != "heading"]
        own = own or [
            d
            for d in details
            if max(before, here - _NEAR) < d.line.start < here and d.rule.sort != "heading"
        ]
    return _told(own, "expected", quote), _told(own, "actual", quote)


_NEAR = 4000


def _section(name: str, details: Sequence[Hit]) -> list[Hit]:
    """The details below the heading that names the test."""
    short = name.rpartition("::")[2].partition(" (")[0]
    at = next(
        (
            i
            for i, d in enumerate(details)
            if d.rule.sort == "heading" and _names(d.group("name"), short)
        ),
        -1,
    )
    if at < 0:
        return []
    rest = details[at + 1 :]
    end = next((i for i, d in enumerate(rest) if d.rule.sort == "heading"), len(rest))
    return list(rest[:end])


def _names(heading: str, short: str) -> bool:
    return short in (heading, heading.rpartition(".")[2], heading.rpartition("::")[2])


def _told(details: Sequence[Hit], side: str, quote: Quote) -> TextSpan | None:
    """The first pair of expected and actual; else the first line that tells of the failure."""
    pairs = [d for d in details if d.rule.sort in ("both", side)]
    for hit in (*pairs, *(d for d in details if d.rule.sort == "line")):
        if place := hit.place(side):
            return quote(*place)
    return None


def total_line(hits: Sequence[Hit], quote: Quote) -> TextSpan | None:
    """The summary line of a test run: one with figures, of the highest rank, the last of these."""
    totals = [hit for hit in hits if hit.rule.group == "verdict" and hit.rule.rank >= _TOTAL]
    if not totals:
        return None
    best = max(
        enumerate(totals),
        key=lambda item: (_figures(item[1]), item[1].rule.rank, item[0]),
    )[1]
    line: Line = best.line
    return quote(line.start, min(line.end, line.start + _LONGEST))


def _figures(hit: Hit) -> bool:
    return any(char.isdigit() for char in hit.match.string)


_TOTAL = 8
