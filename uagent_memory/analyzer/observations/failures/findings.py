"""What the output of a run shows beyond the run itself: tests, errors, and what it mends."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from uagent_memory.analyzer.observations.failures.error_log import Closed
from uagent_memory.analyzer.observations.failures.errors import FoundError, error_key, errors_in
from uagent_memory.analyzer.observations.failures.lines import Hit, Line, first_lines
from uagent_memory.analyzer.observations.failures.testruns import FoundTest, tests_in, total_line
from uagent_memory.analyzer.observations.failures.verdicts import fitting
from uagent_memory.analyzer.observations.run import Run
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell.elsewhere import carried
from uagent_memory.analyzer.observations.shell.programs import Program, valued_options
from uagent_memory.analyzer.observations.shell.steps import Step, operands
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.fact_name import run_key
from uagent_memory.facts import Change, CommandValue, ErrorValue, FactKind, TestValue, TextSpan
from uagent_memory.ledger import Observation

__all__ = ["Findings", "closed_observations", "raised_errors", "run_of"]

_LONGEST = 1500
_HOST = re.compile(r"\w+://([^/?#]+)")
_VERSIONED = re.compile(r"[=@~<>]=?")


class Findings:
    """The telling lines of one answer, read for one of its steps at a time."""

    def __init__(self, exchange: Exchange, hits: Sequence[Hit], scene: Scene) -> None:
        self._exchange = exchange
        self._hits = hits
        self._scene = scene

    def tests(self, program: Program, run: Run, change: Change) -> Iterator[Observation]:
        """The tests a run names, and its total."""
        testing = program.kind in ("test", "all")
        if not testing and change is not Change.FAILED:
            return
        tests = tests_in(self._hits, self._exchange.heard)
        passes = [test for test in tests if test.passed]
        few = len(passes) <= table("verdicts")["limits"]["passes"]
        for test in tests:
            yield from self._test(test, run, few=few)
        if testing:
            yield from self._total(program, run, change)

    def _total(self, program: Program, run: Run, change: Change) -> Iterator[Observation]:
        own = fitting(self._hits, program)
        if change is Change.FAILED:
            own = [hit for hit in own if hit.rule.sort != "pass"]
        total = total_line(own, self._exchange.heard)
        if total is None:
            return
        value, key, log = TestValue(line=total.text), run_key(run.key), self._scene.errors
        yield self._exchange.observe(FactKind.TEST, key, value, change, at=total.span)
        if change is Change.FAILED:
            log.failed(key, value, run)
        elif change is Change.PASSED:
            log.succeeded(FactKind.TEST, key)

    def _test(self, test: FoundTest, run: Run, *, few: bool) -> Iterator[Observation]:
        key, log = test.name.text, self._scene.errors
        value = TestValue(test.name.text, test.line.text, test.expected, test.actual)
        if test.passed:
            if not few and not log.failing(key):
                return
            log.succeeded(FactKind.TEST, key)
        else:
            log.failed(key, value, run)
        change = Change.PASSED if test.passed else Change.FAILED
        yield self._exchange.observe(FactKind.TEST, key, value, change, at=test.line.span)

    def errors(self, program: Program, run: Run, directory: str = "") -> Iterator[Observation]:
        """The errors of a run that failed or whose end nobody knows."""
        if program.script and not directory:
            self._scene.paths.read_frames(self._exchange.result, program.script)
        reading = program.reads or program.among("program", "one_by_one")
        yield from raised_errors(
            self._exchange, self._hits, run, self._scene, directory, reading=reading
        )
        total = total_line(fitting(self._hits, program), self._exchange.heard)
        counted = total.text if total is not None else ""
        closed = self._scene.errors.reached(run, counted, self._scene.files)
        yield from closed_observations(self._exchange, closed, proof=total)

    def proof(self, program: Program) -> TextSpan | None:
        """The line that shows a program's success."""
        passes = [hit for hit in fitting(self._hits, program) if hit.rule.sort == "pass"]
        return total_line(passes, self._exchange.heard)


def raised_errors(
    exchange: Exchange,
    hits: Sequence[Hit],
    run: Run,
    scene: Scene,
    directory: str = "",
    *,
    reading: bool = False,
) -> Iterator[Observation]:
    """The errors an answer prints, each opened in the log.

    Args:
        exchange: The call and its answer.
        hits: The telling lines of the answer.
        run: The run that printed them.
        scene: The log's state.
        directory: Where the run worked, to place relative file names.
        reading: The command printed other files' text.
    """
    body = exchange.outcome.body
    for error in errors_in(exchange.result, body, hits, exchange.heard, reading=reading):
        yield _raised(exchange, error, run, scene, directory)


def _raised(
    exchange: Exchange, error: FoundError, run: Run, scene: Scene, directory: str
) -> Observation:
    place = scene.paths.place(error.place, directory) if "." in error.place else None
    key = error_key(error, place.key if place is not None else error.place)
    value = ErrorValue(
        line=error.line.text,
        type=error.type,
        place=place.path if place is not None else error.place,
        context=error.context,
        cause=error.cause,
        command=run.key,
    )
    scene.errors.raised(key, value, run, compiling=error.compiling)
    return exchange.observe(FactKind.ERROR, key, value, Change.RAISED, at=error.line.span)


def run_of(step: Step, key: str, scene: Scene) -> Run:
    """What a step's run covers."""
    program, exchange = step.program, step.script.exchange
    script = ""
    if program.script and (place := scene.paths.place(program.script, step.directory)):
        script = place.key
    targets, only = _aims(step, scene)
    named = operands(program.arguments, valued_options(program.base))
    there = carried(program, named)
    return Run(
        key=key,
        program=there.program if there else f"{program.name} {script}".strip(),
        seq=(exchange.answer or exchange.asked).seq,
        kind=program.kind,
        script=script,
        targets=frozenset(targets),
        filter=only,
        inline=program.inline,
        about=frozenset(_things(there.operands if there else [word.text for word in named])),
        language=table("shell")["key"]["language"].get(program.family, ""),
        asked=exchange.asked.seq if exchange.answer is not None else -1,
        looks=program.reads,
    )


def _things(named: Iterable[str]) -> Iterator[str]:
    """What a command is called on, without versions and numbers; of an address the host."""
    for word in (word for word in named if not word.isdecimal()):
        host = _HOST.match(word)
        yield host[1] if host else _VERSIONED.split(word, maxsplit=1)[0] or word


def _aims(step: Step, scene: Scene) -> tuple[Sequence[str], str]:
    """The files a check was limited to and the names it was limited to."""
    words = step.program.arguments
    limiting = strings("shell", "key", "only").union(_environments(step.program))
    only = next((b.text for a, b in pairwise(words) if a.text in limiting), "")
    valued = strings("shell", "key", "volatile_with_value") | limiting
    targets: list[str] = []
    for word in operands(words, valued):
        path, _, name = word.text.removesuffix("...").rstrip("/").partition("::")
        only = only or name.rpartition("::")[2]
        if path in ("", "."):
            return [], only
        own = word.text == step.program.script and not step.program.tests_itself
        if own or not step.program.checks:
            continue
        if any(mark in path for mark in "/._") or _is_label(step.program, path):
            place = scene.paths.place(path, step.directory)
            targets.append(place.key if place is not None else posixpath.normpath(path))
    return targets, only


def _environments(program: Program) -> Sequence[str]:
    """The options with which a runner is told where to run what."""
    named: Sequence[str] = table("shell")["key"]["environment"].get(program.base, ())
    return named


def _is_label(program: Program, word: str) -> bool:
    """A part of a project that a runner of its tests is told to run: "runtests.py admin"."""
    is_word = word.isidentifier() and word not in table("shell")["task"]["test"]
    return is_word and program.family in strings("shell", "key", "labelled")


def closed_observations(
    exchange: Exchange, closed: Iterable[Closed], *, proof: TextSpan | None = None
) -> Iterator[Observation]:
    """What a successful run closes, at the line that proves it.

    Without such a line: the first line that was printed, or the call if there is none. What
    another program ended keeps its own lines.
    """
    for item in closed:
        printed = proof or _first_line(exchange)
        shown = printed or _frame_line(exchange)
        value = item.value
        if isinstance(value, TestValue):
            value = TestValue(value.name, shown.text)
        elif isinstance(value, CommandValue) and not item.by_other:
            value = replace(value, verdict=(printed,) if printed else (), exit_status=None)
        yield exchange.observe(item.kind, item.key, value, item.change, at=shown.span)


def _first_line(exchange: Exchange) -> TextSpan | None:
    """The first line that was printed, between those of the harness."""
    lines = first_lines(exchange.result, *exchange.outcome.body, 1)
    return _heard(exchange, lines[0]) if lines else None


def _frame_line(exchange: Exchange) -> TextSpan:
    """The harness's own line, or the call."""
    if lines := first_lines(exchange.result, 0, len(exchange.result), 1):
        return _heard(exchange, lines[0])
    whole = exchange.asked.part(exchange.part)
    return exchange.said(0, min(len(whole), _LONGEST))


def _heard(exchange: Exchange, line: Line) -> TextSpan:
    return exchange.heard(line.start, min(line.end, line.start + _LONGEST))
