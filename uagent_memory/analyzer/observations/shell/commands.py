"""COMMAND observations of shell calls, and what their outputs show: tests, errors, files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from uagent_memory.analyzer.observations.failures.findings import (
    Findings,
    closed_observations,
    run_of,
)
from uagent_memory.analyzer.observations.failures.lines import Hit, Line, first_lines, scan
from uagent_memory.analyzer.observations.failures.verdicts import (
    fitting,
    heard_from,
    own_verdicts,
    verdict_lines,
)
from uagent_memory.analyzer.observations.files.edits import Edit
from uagent_memory.analyzer.observations.files.file_act import EFFECTIVE, Deed, FileAct
from uagent_memory.analyzer.observations.files.file_book import FileBook
from uagent_memory.analyzer.observations.files.looks import look_again
from uagent_memory.analyzer.observations.files.missed_edits import finds_no_place
from uagent_memory.analyzer.observations.files.trial_repositories import is_in_trial
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell.chains import Fate, fates_of
from uagent_memory.analyzer.observations.shell.command_keys import command_key
from uagent_memory.analyzer.observations.shell.outcomes import Ending, Outcome
from uagent_memory.analyzer.observations.shell.shell_acts import deeds_before_failing, deeds_of
from uagent_memory.analyzer.observations.shell.steps import Script, Step, steps_of
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import Change, CommandValue, FactKind
from uagent_memory.ledger import Observation

__all__ = ["observe_script"]


def observe_script(script: Script, scene: Scene) -> list[Observation]:
    """Everything a shell script and its output show."""
    return list(_Report(script, scene).observe())


_CHANGES = {Fate.PASSED: Change.PASSED, Fate.FAILED: Change.FAILED, Fate.RAN: Change.RAN}


class _Report:
    """One script with its answer."""

    def __init__(self, script: Script, scene: Scene) -> None:
        self._script = script
        self._scene = scene
        self._exchange: Exchange = script.exchange
        self._steps = steps_of(script, scene.paths)
        self._outcome: Outcome = script.exchange.outcome
        self._text = script.exchange.result
        self._acts: list[FileAct] = []

    @cached_property
    def _hits(self) -> list[Hit]:
        """Telling lines of the output; a mere listing of text is not searched."""
        programs = [program for step in self._steps for program in step.programs]
        reads = all(one.reads or one.among("program", "silent") for one in programs)
        if self._exchange.answer is None or (reads and self._outcome.ending is not Ending.FAILED):
            return []
        return scan(self._text, *self._outcome.body)

    @cached_property
    def _fits(self) -> list[list[Hit]]:
        """Per step the verdict lines that its program can have printed."""
        known: dict[tuple[str, str, str], list[Hit]] = {}
        found = []
        for step in self._steps:
            program = step.program
            key = program.name, program.family, program.kind
            if key not in known:
                known[key] = fitting(self._hits, program)
            found.append(known[key])
        return found

    @cached_property
    def _owners(self) -> Counter[Line]:
        """How many steps can have printed a line."""
        return Counter(line for fits in self._fits for line in {hit.line for hit in fits})

    @cached_property
    def _fates(self) -> list[Fate]:
        verdicts = own_verdicts(self._steps, self._fits)
        marked = self._exchange.call.name in self._scene.marking
        return fates_of(self._steps, self._outcome, self._text, verdicts, marked=marked)

    @cached_property
    def _failed(self) -> frozenset[int]:
        return frozenset(n for n, fate in enumerate(self._fates) if fate is Fate.FAILED)

    @cached_property
    def _shown(self) -> list[int]:
        """Steps that are facts of their own."""
        told = [n for n, step in enumerate(self._steps) if not step.silent or self._fails_aloud(n)]
        real = [
            n
            for n, step in enumerate(self._steps)
            if step.program.name and not step.program.among("program", "voiceless")
        ]
        bare = not told and not any(step.simple.redirects for step in self._steps)
        return real[-1:] if bare else told

    def _fails_aloud(self, number: int) -> bool:
        """A failed `cd` or `cat > f` matters; a failed `echo` or `test` only passes a status on."""
        program = self._steps[number].program
        failed = self._fates[number] is Fate.FAILED and program.name
        return bool(failed) and not program.among("program", "voiceless")

    def observe(self) -> Iterator[Observation]:
        if not self._steps:
            return
        for number, step in enumerate(self._steps):
            if number in self._shown and not is_in_trial(step, step.program, self._scene):
                yield from self._command(number, step)
            yield from self._files(step, self._fates[number])
        look_again(self._exchange, self._steps, self._acts, self._scene.files)
        yield from self._findings()

    def _command(self, number: int, step: Step) -> Iterator[Observation]:
        fate = self._fates[number]
        refused = self._outcome.ending in (Ending.REFUSED, Ending.UNANSWERED)
        if fate is Fate.NOT_RUN and not refused:
            return
        change = _CHANGES.get(fate, Change.REFUSED if refused else Change.RAN)
        if fate is Fate.FAILED and self._only_missing(step):
            change = Change.RAN
        start, end = step.extent
        quote = self._script.quote(start, end)
        value = CommandValue(
            command=quote.text,
            tool=self._exchange.call.name,
            program=step.program.name,
            exit_status=self._status(number, fate),
            verdict=verdict_lines(
                self._exchange,
                self._outcome,
                heard_from(number, self._steps, self._fits, self._failed),
                step.program,
                alone=number == self._shown[-1],
                joint=sum(not step.silent for step in self._steps) > 1,
                failed=fate is Fate.FAILED,
                taken=self._taken(number) if number == self._shown[-1] else (),
            ),
            checks=step.program.checks,
        )
        key, log = self._key(step), self._scene.errors
        yield self._exchange.observe(FactKind.COMMAND, key, value, change, at=quote.span)
        if change is Change.FAILED:
            log.failed(key, value, run_of(step, key, self._scene))
        elif change is Change.PASSED:
            log.succeeded(FactKind.COMMAND, key)

    def _taken(self, number: int) -> set[Line]:
        """Telling lines that can only be another step's."""
        return set(self._owners) - {hit.line for hit in self._fits[number]}

    def _status(self, number: int, fate: Fate) -> int | None:
        """The stated exit status, for the step that it belongs to."""
        status, step = self._outcome.exit_status, self._steps[number]
        if status is None or (step.program.checks and step.piped) or fate is Fate.UNSURE:
            return None
        if fate is Fate.FAILED:
            return status or None
        whole = fate is Fate.PASSED and status == 0
        return status if whole or number == len(self._steps) - 1 else None

    def _key(self, step: Step) -> str:
        root, directory = self._scene.paths.root, step.directory
        if root and directory.startswith(root):
            directory = directory[len(root) :].lstrip("/")
        return command_key(step.pipeline, step.program, directory, step.body(step.simple))

    def _files(self, step: Step, fate: Fate) -> Iterator[Observation]:
        """Effects of steps that succeeded; attempts of those that did not."""
        if fate in (Fate.PASSED, Fate.RAN):
            step.ending = Ending.DONE if fate is Fate.PASSED else Ending.UNKNOWN
            yield from self._happened(deeds_of(step, self._scene), step)
        elif fate in (Fate.FAILED, Fate.NOT_RUN):
            nothing = Scene(paths=self._scene.paths, files=FileBook())
            spared = fate is Fate.FAILED and step.program.among("program", "one_by_one")
            merged = fate is Fate.FAILED and step.program.among("git", "merging")
            if merged and "CONFLICT (" in self._text:
                yield from self._files(step, Fate.RAN)
                return
            for deed in list(deeds_of(step, self._scene if spared else nothing)):
                if spared and (self._complains_of_others(deed.act) or self._is_gone(deed.act)):
                    yield from self._scene.files.record(deed.exchange, deed.act)
                    yield from self._after(deed.act, step)
                elif deed.act.change in EFFECTIVE:
                    act = deed.act._replace(change=Change.REFUSED, edit=Edit(), renamed_to=None)
                    yield from self._scene.files.record(deed.exchange, act)
            if fate is Fate.FAILED:
                step.ending = Ending.FAILED
                yield from self._happened(deeds_before_failing(step, self._scene), step)

    def _happened(self, deeds: Iterator[Deed], step: Step) -> Iterator[Observation]:
        for act_of in deeds:
            deed = self._as_it_went(act_of, step)
            self._acts.append(deed.act)
            yield from self._scene.files.record(deed.exchange, deed.act)
            yield from self._after(deed.act, step)

    def _as_it_went(self, deed: Deed, step: Step) -> Deed:
        """A script that says that it found nothing to change in a file has changed nothing."""
        act, alone = deed.act, len(self._shown) == 1
        is_edit = act.change is Change.MODIFIED and step.program.among("program", "interpreters")
        output = self._text[slice(*self._outcome.body)]
        if not (is_edit and alone and finds_no_place(output)):
            return deed
        return deed._replace(act=act._replace(change=Change.REFUSED, edit=Edit(), undo=None))

    def _only_missing(self, step: Step) -> bool:
        """`rm` that failed because a file was not there: it is gone as it should be."""
        if not step.program.among("program", "one_by_one"):
            return False
        missing, heads = strings("shell", "program", "missing"), self._heads()
        return bool(heads) and all(any(map(head.__contains__, missing)) for head in heads)

    def _heads(self) -> list[str]:
        lines = first_lines(self._text, *self._outcome.body, _COMPLAINING)
        return [self._text[line.start : line.end] for line in lines]

    def _complains_of_others(self, act: FileAct) -> bool:
        """`rm a b` that could not remove b has removed a."""
        start, end = self._outcome.body
        output = self._text[start : min(end, start + _COMPLAINTS)]
        return bool(output.strip()) and act.place.spelled not in output

    def _is_gone(self, act: FileAct) -> bool:
        """`rm` was told that a file is not there: something else has deleted what was made."""
        if act.change is not Change.DELETED or not self._scene.files.knows(act.place.key):
            return False
        missing = strings("shell", "program", "missing")
        named = (head for head in self._heads() if act.place.spelled in head)
        return any(word in head for head in named for word in missing)

    def _after(self, act: FileAct, step: Step) -> Iterator[Observation]:
        """A written text is remembered; a deleted script takes its errors with it."""
        written = self._scene.scripts.get(act.place.key)
        if written and act.known is None and act.change in (Change.CREATED, Change.MODIFIED):
            exchange = written.exchange
            if exchange is self._exchange:
                end = written.start + len(written.text)
                self._scene.files.wrote(act.place.key, exchange.said(written.start, end))
        if act.change is Change.DELETED:
            at = act.at if act.at.message_id == self._exchange.asked.id else None
            gone = self._scene.errors.gone(act.place.key)
            where = at or self._script.quote(step.pipeline.start, step.pipeline.end).span
            yield from (
                self._exchange.observe(item.kind, item.key, item.value, item.change, at=where)
                for item in gone
            )

    def _findings(self) -> Iterator[Observation]:
        """Tests, errors and what this run shows to be mended."""
        if self._exchange.answer is None or self._outcome.ending is Ending.REFUSED:
            return
        findings = Findings(self._exchange, self._hits, self._scene)
        blamed, raised = self._blamed(), list[Observation]()
        for number, step in enumerate(self._steps):
            fate = self._fates[number]
            run = run_of(step, self._key(step), self._scene)
            if number == blamed:
                yield from findings.tests(step.program, run, _CHANGES.get(fate, Change.RAN))
                if fate in (Fate.FAILED, Fate.RAN):
                    raised.extend(findings.errors(step.program, run, step.directory))
                    self._scene.errors.failed_otherwise(run)
            if fate is Fate.PASSED and not step.silent:
                closed = self._scene.errors.passed(run, self._scene.files)
                proof = findings.proof(step.program)
                yield from closed_observations(self._exchange, closed, proof=proof)
        yield from raised or self._vanished()

    def _vanished(self) -> Iterator[Observation]:
        """What earlier runs of a command showed, and one whose end nobody knows does not."""
        log = self._scene.errors
        for number, step in enumerate(self._steps):
            ended = self._fates[number] in (Fate.FAILED, Fate.RAN)
            if ended and not (step.program.checks or step.muted or step.silent):
                run = run_of(step, self._key(step), self._scene)
                closed = log.vanished(run, self._scene.files)
                yield from closed_observations(self._exchange, closed)

    def _blamed(self) -> int:
        """The step whose output the telling lines are: the failed one, or the last that may be."""
        ran = [n for n, fate in enumerate(self._fates) if fate not in (Fate.NOT_RUN, Fate.UNSURE)]
        speaking = [n for n in ran if not (self._steps[n].program.reads or self._steps[n].silent)]
        checks = [n for n in speaking if self._steps[n].program.checks]
        return (sorted(self._failed) or checks[-1:] or speaking[-1:] or [-1])[0]


_COMPLAINTS = 4000
_COMPLAINING = 20
