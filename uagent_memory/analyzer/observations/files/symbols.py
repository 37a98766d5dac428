"""Names that lines of code define: functions, types, constants, tests, keys, headings."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from uagent_memory.analyzer.observations.tables import table
from uagent_memory.facts import TextSpan

__all__ = ["Definition", "definitions"]


class Definition(NamedTuple):
    """A name as it stands in its line; `line` is the line's index among those looked at."""

    name: TextSpan
    sort: str
    line: int


class _Rule(NamedTuple):
    sort: str
    pattern: re.Pattern[str]


@cache
def _rules(extension: str) -> tuple[_Rule, ...]:
    """Of the language with this extension; none of an unknown one."""
    for language in table("symbols")["language"]:
        if extension in language["extensions"]:
            return tuple(_Rule(rule["sort"], re.compile(rule["re"])) for rule in language["rules"])
    return ()


@cache
def _test_name() -> re.Pattern[str]:
    return re.compile(table("symbols")["tests"]["re"])


def definitions(lines: Sequence[TextSpan], path: str) -> list[Definition]:
    """The names defined in lines of the file `path`, in order; its extension tells the language."""
    base = posixpath.basename(path.replace("\\", "/")).lower()
    rules = _rules(base.rpartition(".")[2])
    if not rules:
        return []
    limits = table("symbols")["limits"]
    found: list[Definition] = []
    for number, line in enumerate(lines[: limits["lines"]]):
        if (name := _defined(line, rules, number, limits["line"])) is not None:
            found.append(name)
    return found


def _defined(
    line: TextSpan, rules: Sequence[_Rule], number: int, longest: int
) -> Definition | None:
    if not line.text or line.text.isspace():
        return None
    text = line.text[:longest]
    for rule in rules:
        if (match := rule.pattern.match(text)) and match["name"].strip("_"):
            start, end = match.span("name")
            first = line.span.start
            span = line.span._replace(start=first + start, end=first + end)
            name = TextSpan(match["name"], span)
            function = rule.sort in ("function", "method")
            sort = "test" if function and _test_name().match(name.text) else rule.sort
            return Definition(name, sort, number)
    return None
