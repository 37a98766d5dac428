"""Calls of tools that no table knows: a program with arguments, and what its answer tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from uagent_memory.analyzer.observations.failures.errors import FoundError, error_key
from uagent_memory.analyzer.observations.failures.findings import closed_observations
from uagent_memory.analyzer.observations.failures.lines import first_lines, last_lines
from uagent_memory.analyzer.observations.failures.reports import Report, report_of
from uagent_memory.analyzer.observations.run import Run
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell.command_keys import shortened
from uagent_memory.analyzer.observations.shell.outcomes import Ending, Outcome
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import Change, CommandValue, ErrorValue, FactKind, TextSpan
from uagent_memory.ledger import Observation

__all__ = ["has_failed", "mended_by", "observe_tool"]


def observe_tool(exchange: Exchange, scene: Scene) -> Iterator[Observation]:
    """A call as a command fact; an answer that reports an error opens one."""
    outcome = exchange.outcome
    report = report_of(exchange) if exchange.answer is not None else None
    change = report.change if report is not None else _change(exchange, outcome)
    words = table("tools")["generic"]
    text = exchange.call.text.rstrip()
    quote = exchange.said(0, min(len(text), words["command_length"]))
    value = CommandValue(
        command=quote.text,
        tool=exchange.call.name,
        program=exchange.call.name,
        exit_status=outcome.exit_status,
        verdict=() if change is Change.REFUSED else tuple(_verdict(exchange, outcome, report)),
        checks=report is not None,
    )
    key = shortened(text)
    yield exchange.observe(FactKind.COMMAND, key, value, change, at=quote.span)
    if exchange.answer is None:
        return
    if report is not None:
        run = Run(key, exchange.call.name, exchange.answer.seq, kind="test")
        yield from report.observe(run, scene)
        return
    run = _run(exchange, exchange.answer.seq, key)
    if change is Change.FAILED:
        yield from _raised(exchange, outcome, run, scene)
    elif change is Change.PASSED:
        closed = scene.errors.passed(run, scene.files)
        yield from closed_observations(exchange, closed)


def mended_by(exchange: Exchange, scene: Scene) -> Iterator[Observation]:
    """What the success of a call ends that is no fact of its own."""
    if exchange.answer is not None:
        run = _run(exchange, exchange.answer.seq, shortened(exchange.call.text.rstrip()))
        yield from closed_observations(exchange, scene.errors.passed(run, scene.files))


def _run(exchange: Exchange, seq: int, key: str) -> Run:
    name, words = exchange.call.name, table("tools")["generic"]
    return Run(
        key,
        name,
        seq,
        about=frozenset(
            text for leaf in exchange.leaves if len(text := _EDGES.sub("", leaf.text)) >= _NAMING
        ),
        asked=exchange.asked.seq,
        toolbox=_toolbox(name),
        leaves=not _words_of(name).isdisjoint(words["leaving"]),
        looks=_looks(name),
        objects=frozenset(_objects(exchange)),
    )


def _objects(exchange: Exchange) -> Iterator[str]:
    """What the tool is named for working on: of `cancel_order` the argument `order_id`."""
    name = exchange.call.name
    words = _words_of(name)
    for leaf in exchange.leaves:
        key = str(leaf.path[0]) if leaf.path else ""
        named = not words.isdisjoint(_words_of(key))
        if (named or (len(key) > 1 and not key.isascii() and key[:-1] in name)) and leaf.text:
            yield leaf.text


def _change(exchange: Exchange, outcome: Outcome) -> Change:
    if outcome.ending in (Ending.REFUSED, Ending.UNANSWERED):
        return Change.REFUSED
    return Change.FAILED if has_failed(exchange) else Change.PASSED


def has_failed(exchange: Exchange) -> bool:
    """The answer is marked as an error, or begins like one."""
    outcome = exchange.outcome
    start, end = outcome.body
    head = exchange.result[start : min(end, start + _HEAD)].lstrip() if exchange.answer else ""
    return outcome.ending is Ending.FAILED or _failure().match(head) is not None


_EDGES = re.compile(r"^\W+|\W+$")
_NAMING = 3
"""Characters of an argument that can name a thing."""


def _looks(name: str) -> bool:
    """A tool that is named for looking something up."""
    bare = name.rpartition("__")[2].rpartition(".")[2]
    words, before = table("tools")["generic"]["looking"], table("tools")["generic"]["of_web"]
    named = (word.casefold() for word in _NAME_WORDS.findall(bare))
    first = next((word for word in named if word not in before), "")
    return first in words or (not bare.isascii() and bare.startswith(tuple(words)))


def _toolbox(name: str) -> str:
    """Of which tools it is one, by its name."""
    boxes: dict[str, list[str]] = table("tools")["generic"]["toolbox"]
    own = _words_of(name)
    return next((box for box, names in boxes.items() if not own.isdisjoint(names)), "")


def _words_of(name: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _NAME_WORDS.findall(name))


_NAME_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_HEAD = 200
_LONGEST = 400


@cache
def _failure() -> re.Pattern[str]:
    return either(table("tools")["generic"]["failed"])


_FIRST = 200
"""Lines among which one is looked for that says what failed."""


def _tells_failure(line: str) -> bool:
    return _failing().search(line, 0, _LONGEST) is not None


@cache
def _failing() -> re.Pattern[str]:
    return either(table("tools")["generic"]["failing"], re.IGNORECASE)


@cache
def _decisive() -> dict[str, int]:
    return {key: rank for rank, key in enumerate(table("tools")["generic"]["decisive"])}


_PAIR = re.compile(
    r'"(?P<key>[^"\\\n]{1,40})":\s*(?P<value>"(?:[^"\\]|\\.){0,160}"|-?\d[\d.eE+-]{0,30}|true|false|null)'
)
_SEARCHED = 20_000


def _verdict(exchange: Exchange, outcome: Outcome, report: Report | None) -> Iterator[TextSpan]:
    """Of a test run its total; a short answer whole; of JSON its decisive pairs.

    Of any other long text the first and the last line.
    """
    words, text = table("tools")["generic"], exchange.result
    start, end = outcome.body
    total = report.total if report is not None else None
    if total is not None:
        yield total
        return
    if end - start <= words["short"]:
        if text[start:end].strip():
            yield exchange.heard(start, end)
        return
    if text[start : start + 1] in ("{", "["):
        yield from _pairs(exchange, start, end)
        return
    first = [line for line in first_lines(text, start, end, 2) if not _is_header(text, *line[:2])]
    lines = dict.fromkeys((*first[:1], *last_lines(text, start, end, 1)))
    for line in lines:
        yield exchange.heard(line.start, min(line.end, line.start + _LONGEST))


def _is_header(text: str, start: int, end: int) -> bool:
    """The names of a table's columns."""
    return _header().fullmatch(text[start : min(end, start + _LONGEST)].strip()) is not None


@cache
def _header() -> re.Pattern[str]:
    return re.compile(table("tools")["generic"]["header"])


def _pairs(exchange: Exchange, start: int, end: int) -> Iterator[TextSpan]:
    """The outermost object's pairs whose keys decide, best first; else its first pairs.

    Of several objects the one that failed decides. What was looked up by is no outcome.
    """
    text = exchange.result
    several = text.startswith("[", start)
    asked = {leaf.text for leaf in exchange.leaves} if _looks(exchange.call.name) else set()
    deciding: dict[str, tuple[int, int]] = {}
    other: list[tuple[int, int]] = []
    depth, at = 0, start
    for match in _PAIR.finditer(text, start, min(end, start + _SEARCHED)):
        depth += text.count("{", at, match.start()) - text.count("}", at, match.start())
        at = match.start()
        if depth != 1 or match["value"] == "null" or match["value"].strip('"') in asked:
            continue
        if match["key"] in _decisive():
            known = text[slice(*deciding.setdefault(match["key"], match.span()))]
            if several and _tells_failure(match["value"]) and not _tells_failure(known):
                deciding[match["key"]] = match.span()
        else:
            other.append(match.span())
    ranked = [deciding[key] for key in sorted(deciding, key=lambda key: _decisive()[key])]
    chosen = ranked[: table("tools")["generic"]["most"]] or other[:_FEW]
    for place in chosen:
        yield exchange.heard(*place)


_FEW = 3


def _raised(exchange: Exchange, outcome: Outcome, run: Run, scene: Scene) -> Iterator[Observation]:
    lines = first_lines(exchange.result, *outcome.body, _FIRST)
    if not lines:
        return
    telling = (line for line in lines if _tells_failure(exchange.result[line.start : line.end]))
    told = next(telling, lines[0])
    line = exchange.heard(told.start, min(told.end, told.start + _LONGEST))
    found = FoundError(line, "", exchange.call.name, line.text)
    key = error_key(found, found.place)
    value = ErrorValue(line=line.text, place=found.place, command=run.key)
    scene.errors.raised(key, value, run, compiling=False)
    yield exchange.observe(FactKind.ERROR, key, value, Change.RAISED, at=line.span)
