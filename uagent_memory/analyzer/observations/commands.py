"""COMMAND observations of shell calls, and what their outputs show: tests, errors, files."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from functools import cached_property

from uagent_memory.analyzer.observations.calls import Exchange
from uagent_memory.analyzer.observations.chains import Fate, fates_of
from uagent_memory.analyzer.observations.error_log import Closed, Run
from uagent_memory.analyzer.observations.errors import FoundError, error_key, errors_in
from uagent_memory.analyzer.observations.file_book import EFFECTIVE, FileAct, FileBook
from uagent_memory.analyzer.observations.lines import Hit, scan
from uagent_memory.analyzer.observations.outcomes import Ending, Outcome, outcome_of
from uagent_memory.analyzer.observations.edits import Edit
from uagent_memory.analyzer.observations.programs import command_key
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell_acts import deeds_of
from uagent_memory.analyzer.observations.steps import Script, Step, operands, steps_of
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.analyzer.observations.testruns import FoundTest, tests_in, total_line
from uagent_memory.analyzer.observations.verdicts import fitting, verdict_lines, verdict_of
from uagent_memory.facts import Change, CommandValue, ErrorValue, FactKind, TestValue
from uagent_memory.ledger import Observation

__all__ = ["Report", "closed_observations", "observe_script"]


def observe_script(script: Script, scene: Scene) -> list[Observation]:
    """Everything a shell script and its output show."""
    return list(Report(script, scene).observe())


_CHANGES = {Fate.PASSED: Change.PASSED, Fate.FAILED: Change.FAILED, Fate.RAN: Change.RAN}


class Report:
    """One script with its answer."""

    def __init__(self, script: Script, scene: Scene) -> None:
        self._script = script
        self._scene = scene
        self._exchange: Exchange = script.exchange
        self._steps = steps_of(script, scene.paths)
        self._outcome: Outcome = outcome_of(script.exchange)
        self._text = script.exchange.result

    @cached_property
    def _hits(self) -> list[Hit]:
        """Telling lines of the output; a mere listing of text is not searched."""
        reads = all(p.reads or p.among("program", "silent") for s in self._steps for p in s.programs)
        if self._exchange.answer is None or (reads and self._outcome.ending is not Ending.FAILED):
            return []
        return scan(self._text, *self._outcome.body)

    @cached_property
    def _fates(self) -> list[Fate]:
        verdicts = [verdict_of(fitting(self._hits, step.program)) for step in self._steps]
        marked = self._exchange.call.name in self._scene.marking
        return fates_of(self._steps, self._outcome, self._text, verdicts, marked=marked)

    @cached_property
    def _shown(self) -> list[int]:
        """Steps that are facts of their own."""
        told = [
            number
            for number, step in enumerate(self._steps)
            if not step.silent or (self._fates[number] is Fate.FAILED and step.program.name)
        ]
        real = [n for n, step in enumerate(self._steps) if step.program.name]
        bare = not told and not any(step.simple.redirects for step in self._steps)
        return real[-1:] if bare else told

    def observe(self) -> Iterator[Observation]:
        if not self._steps:
            return
        for number, step in enumerate(self._steps):
            if number in self._shown:
                yield from self._command(number, step)
            yield from self._files(step, self._fates[number])
        yield from self._findings()

    def _command(self, number: int, step: Step) -> Iterator[Observation]:
        fate = self._fates[number]
        refused = self._outcome.ending in (Ending.REFUSED, Ending.UNANSWERED)
        if fate is Fate.NOT_RUN and not refused:
            return
        change = _CHANGES.get(fate, Change.REFUSED if refused else Change.RAN)
        start, end = self._extent(step)
        quote = self._script.quote(start, end)
        value = CommandValue(
            command=quote.text,
            tool=self._exchange.call.name,
            program=step.program.name,
            exit_status=self._status(number, fate),
            verdict=verdict_lines(
                self._exchange,
                self._outcome,
                fitting(self._hits, step.program),
                step.program,
                alone=number == self._shown[-1],
                failed=fate is Fate.FAILED,
            ),
            checks=step.program.checks,
        )
        yield self._exchange.observe(
            FactKind.COMMAND, self._key(step), value, change, at=quote.span
        )

    def _extent(self, step: Step) -> tuple[int, int]:
        """Where the command stands: a check without its pipes, a short here-document with it."""
        simple = step.simple
        start, end = step.pipeline.start, step.pipeline.end
        if step.program.checks and simple.words:
            end = max(word.end for word in simple.words)
        elif simple.body is not None and simple.body[1] - start <= _WITH_BODY:
            end = max(end, simple.body[1])
        return start, min(max(start, end), start + _LONGEST)

    def _status(self, number: int, fate: Fate) -> int | None:
        """The stated exit status, for the step that it belongs to."""
        status, step = self._outcome.exit_status, self._steps[number]
        if status is None or (step.program.checks and step.piped) or fate is Fate.UNSURE:
            return None
        if fate is Fate.FAILED:
            return status or None
        return status if fate is Fate.PASSED and status == 0 or self._is_last(number) else None

    def _is_last(self, number: int) -> bool:
        return number == len(self._steps) - 1

    def _key(self, step: Step) -> str:
        root = self._scene.paths.root
        directory = step.directory
        if root and directory.startswith(root):
            directory = directory[len(root) :].lstrip("/")
        return command_key(step.pipeline, step.program, directory, step.body(step.simple))

    def _files(self, step: Step, fate: Fate) -> Iterator[Observation]:
        """Effects of steps that succeeded; attempts of those that did not."""
        if fate in (Fate.PASSED, Fate.RAN):
            for deed in list(deeds_of(step, self._scene)):
                yield from self._scene.files.record(deed.exchange, deed.act)
                yield from self._after(deed.act, step)
        elif fate in (Fate.FAILED, Fate.NOT_RUN):
            nothing = Scene(paths=self._scene.paths, files=FileBook())
            for deed in list(deeds_of(step, nothing)):
                if deed.act.change in EFFECTIVE:
                    act = deed.act._replace(change=Change.REFUSED, edit=Edit(), renamed_to=None)
                    yield from self._scene.files.record(deed.exchange, act)

    def _after(self, act: FileAct, step: Step) -> Iterator[Observation]:
        """A written text is remembered; a deleted script takes its errors with it."""
        written = self._scene.scripts.get(act.place.key)
        if act.change in (Change.CREATED, Change.MODIFIED) and written is not None:
            exchange = written.exchange
            if exchange is self._exchange:
                end = written.start + len(written.text)
                self._scene.files.wrote(act.place.key, exchange.said(written.start, end))
        if act.change is Change.DELETED:
            at = act.at if act.at.message_id == self._exchange.asked.id else None
            gone = self._scene.errors.gone(act.place.key)
            where = at or self._script.quote(step.pipeline.start, step.pipeline.end).span
            yield from (
                self._exchange.observe(closed.kind, closed.key, closed.value, closed.change, at=where)
                for closed in gone
            )

    def _findings(self) -> Iterator[Observation]:
        """Tests, errors and what this run shows to be mended."""
        answer = self._exchange.answer
        if answer is None or self._outcome.ending is Ending.REFUSED:
            return
        blamed = self._blamed()
        for number, step in enumerate(self._steps):
            if number == blamed:
                yield from self._tests(number, step)
                yield from self._errors(step, self._fates[number])
            if self._fates[number] is Fate.PASSED and not step.silent:
                run = self._run(step)
                closed = self._scene.errors.passed(run, self._scene.files)
                yield from closed_observations(self._exchange, closed)

    def _blamed(self) -> int:
        """The step whose output the telling lines are: the failed one, or the last that may be."""
        ran = [n for n, fate in enumerate(self._fates) if fate not in (Fate.NOT_RUN, Fate.UNSURE)]
        failed = [n for n in ran if self._fates[n] is Fate.FAILED]
        speaking = [n for n in ran if not self._steps[n].program.reads and not self._steps[n].silent]
        checks = [n for n in speaking if self._steps[n].program.checks]
        return (failed or checks[-1:] or speaking[-1:] or [-1])[0]

    def _run(self, step: Step) -> Run:
        program = step.program
        script = ""
        if program.script and (place := self._scene.paths.place(program.script, step.directory)):
            script = place.key
        targets, only = _aims(step, self._scene)
        answer = self._exchange.answer or self._exchange.asked
        name = f"{program.name} {script}".strip()
        return Run(
            self._key(step), name, answer.seq, program.kind, script, frozenset(targets), only
        )

    def _tests(self, number: int, step: Step) -> Iterator[Observation]:
        if step.program.kind not in ("test", "all") and self._fates[number] is not Fate.FAILED:
            return
        run, exchange = self._run(step), self._exchange
        tests = tests_in(self._hits, exchange.heard)
        passes = [test for test in tests if test.passed]
        few = len(passes) <= table("verdicts")["limits"]["passes"]
        for test in tests:
            yield from self._test(test, run, few=few)
        total = total_line(fitting(self._hits, step.program), exchange.heard)
        if step.program.kind in ("test", "all") and total is not None:
            change = _CHANGES.get(self._fates[number], Change.RAN)
            value = TestValue(line=total.text)
            yield exchange.observe(
                FactKind.TEST, f"run: {run.key}", value, change, at=total.span
            )

    def _test(self, test: FoundTest, run: Run, *, few: bool) -> Iterator[Observation]:
        key, log = test.name.text, self._scene.errors
        value = TestValue(test.name.text, test.line.text, test.expected, test.actual)
        if test.passed:
            if not few and not log.failing(key):
                return
            log.test_passed(key)
        else:
            log.failed(key, value, run)
        change = Change.PASSED if test.passed else Change.FAILED
        yield self._exchange.observe(FactKind.TEST, key, value, change, at=test.line.span)

    def _errors(self, step: Step, fate: Fate) -> Iterator[Observation]:
        """Errors of a run that failed or whose end is unknown; a run that passed has none."""
        if fate not in (Fate.FAILED, Fate.RAN):
            return
        run = self._run(step)
        heard, body = self._exchange.heard, self._outcome.body
        for error in errors_in(self._text, body, self._hits, heard, reading=step.program.reads):
            yield self._raised(error, run, step)

    def _raised(self, error: FoundError, run: Run, step: Step) -> Observation:
        place = self._scene.paths.place(error.place, step.directory) if error.place else None
        key = error_key(error, place.key if place is not None else error.place)
        value = ErrorValue(
            line=error.line.text,
            type=error.type,
            place=place.path if place is not None else error.place,
            context=error.context,
            command=run.key,
        )
        self._scene.errors.raised(key, value, run, compiling=error.compiling)
        return self._exchange.observe(
            FactKind.ERROR, key, value, Change.RAISED, at=error.line.span
        )


_WITH_BODY = 600
_LONGEST = 1500


def closed_observations(
    exchange: Exchange, closed: Iterator[Closed]
) -> Iterator[Observation]:
    """What a successful run closes, at the whole of its answer, or its call if that is empty."""
    for item in closed:
        if exchange.result:
            first = exchange.result.partition("\n")[0]
            at = exchange.heard(0, min(len(first), _LONGEST) or len(exchange.result)).span
        else:
            at = exchange.said(0, min(len(exchange.asked.part(exchange.part)), _LONGEST)).span
        yield exchange.observe(item.kind, item.key, item.value, item.change, at=at)


_FILTERS = frozenset(("-run", "-k", "-t", "--testNamePattern", "--filter", "--grep", "-g", "--tests"))


def _aims(step: Step, scene: Scene) -> tuple[Sequence[str], str]:
    """The files a check was limited to and the names it was limited to."""
    words = step.program.arguments
    only = next(
        (b.text for a, b in zip(words, words[1:], strict=False) if a.text in _FILTERS), ""
    )
    valued = strings("shell", "key", "volatile_with_value") | _FILTERS
    targets: list[str] = []
    for word in operands(words, frozenset(valued)):
        text = word.text.removesuffix("...").rstrip("/")
        path, _, name = text.partition("::")
        only = only or name.rpartition("::")[2]
        if path in ("", "."):
            return [], only
        if word.text == step.program.script or not step.program.checks:
            continue
        if "/" not in path and "." not in path and "_" not in path:
            continue
        place = scene.paths.place(path, step.directory)
        targets.append(place.key if place is not None else posixpath.normpath(path))
    return targets, only
