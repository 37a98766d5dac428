"""What an earlier hand-off of ours says is broken: it stays open until a run shows it mended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from uagent_memory.analyzer.observations.failures.errors import FoundError, error_key
from uagent_memory.analyzer.observations.failures.findings import run_of
from uagent_memory.analyzer.observations.failures.lines import scan
from uagent_memory.analyzer.observations.handed_on.handoff_text import (
    HandoffLine,
    as_exchange,
    lines_of,
)
from uagent_memory.analyzer.observations.run import Run
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell.command_keys import command_key
from uagent_memory.analyzer.observations.shell.steps import Script, steps_of
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.facts import Change, CommandValue, ErrorValue, FactKind, TestValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Message
from uagent_memory.segments import SegmentName

__all__ = ["observe_troubles"]


def observe_troubles(message: Message, scene: Scene) -> Iterator[Observation]:
    """The open errors, failing tests and failed checks of a hand-off of ours."""
    lines = list(lines_of(message.text, SegmentName.ERRORS))
    reader = _Reader(message, scene)
    reader.runs = _runs(reader, message.text) if lines else {}
    for line in lines:
        yield from reader.read(line)


def _runs(reader: _Reader, text: str) -> Mapping[str, Run]:
    """The runs that the hand-off names, by the messages that their lines refer to.

    Of several a failed one; none where nothing tells which of them it was.
    """
    failed: dict[str, Run | None] = {}
    other: dict[str, Run | None] = {}
    for line in lines_of(text):
        found = _pattern("run").fullmatch(line.body) if line.references else None
        run = reader.run_of(found, line.start) if found else None
        if run is not None:
            known = failed if _pattern("command").fullmatch(line.body) else other
            for reference in line.references:
                same = known.get(reference, run) == run
                known[reference] = run if same else None
    return {name: run for name, run in {**other, **failed}.items() if run is not None}


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(table("earlier")["troubles"][name])


class _Reader:
    def __init__(self, message: Message, scene: Scene) -> None:
        self._exchange = as_exchange(message)
        self._scene = scene
        self.runs: Mapping[str, Run] = {}
        self._references: Sequence[str] = ()

    def read(self, line: HandoffLine) -> Iterator[Observation]:
        """What one entry of the segment of errors says."""
        self._references = line.references
        for name, tell in (
            ("open", self._error),
            ("failing", self._test),
            ("command", self._command),
        ):
            if found := _pattern(name).fullmatch(line.body):
                yield from tell(found, line.start)
                return

    def _quote(self, found: re.Match[str], group: str, at: int) -> TextSpan:
        start, end = found.span(group)
        return self._exchange.heard(at + start, at + end)

    def _error(self, found: re.Match[str], at: int) -> Iterator[Observation]:
        line = self._quote(found, "line", at)
        shapes = (hit for hit in scan(line.text, 0, len(line.text)) if hit.rule.group == "error")
        kind = next((hit.group("type") for hit in shapes), "")
        key = error_key(FoundError(line, kind, "", line.text), "")
        run = self.run_of(found, at) if found["command"] else None
        value = ErrorValue(line=line.text, type=kind, command=run.key if run else "")
        self._scene.errors.raised(key, value, run or self._likely_run(), compiling=False)
        yield self._exchange.observe(FactKind.ERROR, key, value, Change.RAISED, at=line.span)

    def _test(self, found: re.Match[str], at: int) -> Iterator[Observation]:
        line = self._quote(found, "line", at)
        tests = (hit for hit in scan(line.text, 0, len(line.text)) if hit.rule.group == "test")
        name = next((hit.group("name") for hit in tests), "")
        key = name or line.text
        value = TestValue(name, line.text)
        self._scene.errors.failed(key, value, self._likely_run())
        yield self._exchange.observe(FactKind.TEST, key, value, Change.FAILED, at=line.span)

    def _command(self, found: re.Match[str], at: int) -> Iterator[Observation]:
        command = self._quote(found, "command", at)
        step = next(iter(steps_of(self._script(command), self._scene.paths)), None)
        if step is None or not step.program.checks:
            return
        verdict = (self._quote(found, "verdict", at),) if found["verdict"] else ()
        key = command_key(step.pipeline, step.program, "", "")
        value = CommandValue(
            command=command.text, program=step.program.name, verdict=verdict, checks=True
        )
        self._scene.errors.failed(key, value, run_of(step, key, self._scene))
        yield self._exchange.observe(FactKind.COMMAND, key, value, Change.FAILED, at=command.span)

    def _script(self, command: TextSpan) -> Script:
        return Script(self._exchange, command.text, command.span.start)

    def run_of(self, found: re.Match[str], at: int) -> Run | None:
        """The run of a command that an entry names."""
        script = self._script(self._quote(found, "command", at))
        step = next(iter(steps_of(script, self._scene.paths)), None)
        if step is None:
            return None
        return run_of(step, command_key(step.pipeline, step.program, "", ""), self._scene)

    def _likely_run(self) -> Run:
        """The one whose line refers to the same message.

        If none does, any later run of the tests that covers all of them would meet it again.
        """
        known = (self.runs[name] for name in self._references if name in self.runs)
        message = self._exchange.asked
        return next(known, None) or Run(f"hand-off {message.id}", "", message.seq, kind="test")
