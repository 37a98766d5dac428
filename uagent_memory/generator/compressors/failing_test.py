"""What a failing test expected and what came instead, as an entry tells it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from uagent_memory.facts import TestValue, TextSpan
from uagent_memory.generator.compressors.base import one_line, value_as
from uagent_memory.generator.labels import Labels
from uagent_memory.generator.work.troubles import is_same_error
from uagent_memory.ledger import Fact

__all__ = ["failing_line", "names_and_sides", "sides", "sides_of"]

_CUT = re.compile(r" - \S[^\n]*(?:\.\.\.|…)$")
"""What a runner's summary cuts off behind a test's name for want of columns."""


def failing_line(value: TestValue) -> str:
    """The line that names the failing test, without what the runner itself cut in two."""
    line = one_line(value.line or value.name)
    cut = _CUT.search(line)
    return value.name if cut and value.name in line[: cut.start()] else line


def sides_of(value: TestValue) -> list[TextSpan]:
    """Where the expected and the actual value are shown, as far as they are."""
    return [side for side in (value.expected, value.actual) if side]


def sides(value: TestValue, line: str, labels: Labels) -> str:
    """Expected and actual value; "" where the line says them or none is known."""
    seen = sides_of(value)
    return f" — {_told(seen, labels)}" if seen and not _says(line, value) else ""


def names_and_sides(tests: Sequence[Fact], line: str, labels: Labels) -> str:
    """The names of the tests that an error failed, and what they expected, if it does not say."""
    values = [value_as(test, TestValue) for test in tests]
    names = [one_line(value.name) for value in values]
    told = [name for name in names if _is_new(name, line)]
    for value in values:
        new = [side for side in sides_of(value) if _is_new(one_line(side.text), line)]
        told += [_told(new, labels)] if new else []
    return "; ".join(dict.fromkeys(told)) or names[0]


def _is_new(part: str, line: str) -> bool:
    return part not in line and not is_same_error(part, line)


def _told(seen: Sequence[TextSpan], labels: Labels) -> str:
    """Both values by their names; one that stands alone, a report's line, as it is."""
    texts = [one_line(side.text) for side in seen]
    if len(texts) == 1:
        return texts[0]
    return labels("expected_actual", expected=texts[0], actual=texts[1])


def _says(line: str, value: TestValue) -> bool:
    """Whether a failing test's line itself says what was expected and what came."""
    expected, actual = value.expected, value.actual
    if expected is None or actual is None:
        return actual is not None and one_line(actual.text) in line
    pairs = (f"{one_line(actual.text)} {sign} {one_line(expected.text)}" for sign in ("==", "!="))
    return any(pair in line for pair in pairs)
