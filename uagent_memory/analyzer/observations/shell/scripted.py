"""What a step does through the scripts that it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from uagent_memory.analyzer.observations.files.file_act import Deed, FileAct
from uagent_memory.analyzer.observations.files.paths import Place
from uagent_memory.analyzer.observations.scene import Scene, Written
from uagent_memory.analyzer.observations.shell.chains import Fate, fates_of
from uagent_memory.analyzer.observations.shell.outcomes import Ending
from uagent_memory.analyzer.observations.shell.programs import Program
from uagent_memory.analyzer.observations.shell.script_edits import exchanging
from uagent_memory.analyzer.observations.shell.script_texts import TextEdit, edits_of_code
from uagent_memory.analyzer.observations.shell.script_writes import Doing, ScriptAct, acts_of_code
from uagent_memory.analyzer.observations.shell.shell import Simple, Word
from uagent_memory.analyzer.observations.shell.step_reader import StepReader
from uagent_memory.analyzer.observations.shell.steps import Script, Step, inner_steps
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import Change
from uagent_memory.messages import Span

__all__ = ["ScriptReader"]

ReadsStep = Callable[[Step, Scene], Iterator[Deed]]
_DEEPEST = 3


class ScriptReader(StepReader):
    """Of an interpreter's script: a here-document, a file written before, or an argument.

    Args:
        step: The step that runs it.
        scene: What the log has shown so far.
        read: Reads a step of a shell script.
    """

    def __init__(self, step: Step, scene: Scene, read: ReadsStep) -> None:
        super().__init__(step, scene)
        self._read = read

    def deeds(self, simple: Simple, program: Program) -> Iterator[Deed]:
        """What the script does to files, as far as it is plain to see."""
        written = self._script_of(simple, program)
        if written is None:
            return
        if self._is_shell(program, written):
            yield from self._ran(written, program)
        elif self._step.ending is not Ending.FAILED:
            yield from self._opened(written, program)

    def _script_of(self, simple: Simple, program: Program) -> Written | None:
        if program.base not in strings("shell", "program", "interpreters"):
            return self._written(program.base) if "/" in simple.program else None
        if simple.body is not None:
            start = self._step.script.offset + simple.body[0]
            return Written(self._exchange, start, self._step.body(simple))
        if program.script:
            return self._written(program.script)
        for word in program.arguments:
            text = self._step.script.word(word)
            if text.text == word.text and len(word.text) > len("open('','w')"):
                return Written(self._exchange, text.span.start, text.text)
        return None

    def _written(self, name: str) -> Written | None:
        """The script of a name, if the log holds its text."""
        place = self._scene.paths.place(name, self._step.directory)
        if place is None:
            return None
        scripts = self._scene.scripts
        if place.key in scripts:
            return scripts[place.key]
        ending = f"/{place.key}"
        same = [written for key, written in scripts.items() if key.endswith(ending)]
        return same[0] if len(same) == 1 else None

    def _is_shell(self, program: Program, written: Written) -> bool:
        if program.base in strings("shell", "program", "interpreters"):
            return program.base in strings("shell", "program", "shells")
        first = written.text.partition("\n")[0]
        if not first.startswith("#!"):
            return program.base.endswith(".sh")
        shells = strings("shell", "program", "shells")
        return any(word.rpartition("/")[2] in shells for word in first[2:].split())

    def _ran(self, written: Written, program: Program) -> Iterator[Deed]:
        """What the commands of a shell script do, those that are known to have passed."""
        now = self._scene.spellings.now
        if now is None or self._scene.depth >= _DEEPEST:
            return
        self._scene.depth += 1
        script = Script(written.exchange, written.text, written.start)
        steps = list(inner_steps(script, self._scene.paths, self._step, _arguments(program)))
        outcome = replace(now.outcome, ending=self._step.ending)
        fates = fates_of(steps, outcome, now.result, [""] * len(steps), marked=False)
        for step, fate in zip(steps, fates, strict=True):
            if fate in (Fate.PASSED, Fate.RAN):
                step.ending = Ending.DONE if fate is Fate.PASSED else Ending.UNKNOWN
                for deed in self._read(step, self._scene):
                    yield from self._cited(deed)
        self._scene.depth -= 1

    def _cited(self, deed: Deed) -> Iterator[Deed]:
        """A deed of a script, done by the command that runs it."""
        if deed.exchange is self._exchange or deed.act.change is Change.STATED:
            yield deed
            return
        yield Deed(deed.exchange, deed.act._replace(change=Change.STATED, renamed_to=None))
        yield Deed(self._exchange, deed.act._replace(at=self._whole()))

    def _opened(self, written: Written, program: Program) -> Iterator[Deed]:
        doings = acts_of_code(written.text)
        first_only = program.base in strings("shell", "writes", "first_only")
        edits = _edits_by_act(written.text, doings, first_only=first_only)
        for doing in doings:
            for act in self._done(written, doing, program):
                told = exchanging(act, edits.get(doing, ()), written, self._scene.files.texts)
                deed = Deed(self._exchange, told)
                if written.exchange is not self._exchange:
                    yield from self._cited(Deed(written.exchange, told))
                else:
                    yield deed

    def _done(self, written: Written, doing: ScriptAct, program: Program) -> Iterator[FileAct]:
        """A script's act on one file, or on two."""
        spelled = [written.text[slice(*at)] for at in doing.files]
        places = [self._scene.paths.place(name, self._step.directory) for name in spelled]
        if None in places or strings("shell", "paths", "devices").intersection(spelled):
            return
        if doing.guarded and not self._scene.files.knows(_key(places[0])):
            return
        start, end = doing.files[0][0], doing.files[-1][1]
        at = written.exchange.said(written.start + start, written.start + end).span
        first, *others = (place for place in places if place is not None)
        act = FileAct(first, doing.change, program.name, at, sure=False)
        if doing.what is Doing.MOVE and others:
            yield act._replace(renamed_to=others[0])
        elif doing.what is Doing.COPY and others:
            yield act._replace(place=others[0])
        else:
            yield act

    def _whole(self) -> Span:
        simple = self._step.simple
        return self._step.script.quote(simple.start, simple.end).span


def _edits_by_act(
    code: str, doings: Sequence[ScriptAct], *, first_only: bool
) -> Mapping[ScriptAct, list[TextEdit]]:
    """What a script exchanges before it writes a file, by the act that writes it."""
    writes = [doing for doing in doings if doing.what is Doing.WRITE]
    found: dict[ScriptAct, list[TextEdit]] = {}
    for edit in edits_of_code(code, first_only=first_only) if writes else ():
        next_one = (doing for doing in writes if doing.place >= edit.place)
        found.setdefault(next(next_one, writes[-1]), []).append(edit)
    return found


def _key(place: Place | None) -> str:
    return place.key if place is not None else ""


def _arguments(program: Program) -> Sequence[Word]:
    """The words that a script is given; they stand in another text than its own."""
    words = program.arguments
    at = next((n for n, word in enumerate(words) if word.text == program.script), -1)
    return [word._replace(start=0, end=0) for word in words[at + 1 :]]
