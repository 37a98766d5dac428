"""What a step does through the scripts that it runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from uagent_memory.analyzer.observations.calls import Exchange
from uagent_memory.analyzer.observations.file_act import FileAct
from uagent_memory.analyzer.observations.programs import Program
from uagent_memory.analyzer.observations.scene import Written
from uagent_memory.analyzer.observations.script_writes import written_paths
from uagent_memory.analyzer.observations.shell import Simple
from uagent_memory.analyzer.observations.step_reader import StepReader
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import Change

__all__ = ["Deed", "ScriptReader"]


class Deed(NamedTuple):
    """An act, and the exchange whose text spells its file."""

    exchange: Exchange
    act: FileAct


class ScriptReader(StepReader):
    """Of an interpreter's script: a here-document, a file written before, or an argument."""

    def deeds(self, simple: Simple, program: Program) -> Iterator[Deed]:
        """The files that a script opens for writing, as far as it is plain to see."""
        if program.base not in strings("shell", "program", "interpreters"):
            return
        if simple.body is not None:
            yield from self._opened(Written(self._exchange, *self._offset(simple)), program)
        elif program.script:
            place = self._scene.paths.place(program.script, self._step.directory)
            written = self._scene.scripts.get(place.key) if place is not None else None
            if written is not None:
                yield from self._opened(written, program)
        else:
            for word in program.arguments:
                text = self._step.script.word(word)
                if text.text == word.text and len(word.text) > len("open('','w')"):
                    written = Written(self._exchange, text.span.start, text.text)
                    yield from self._opened(written, program)

    def _offset(self, simple: Simple) -> tuple[int, str]:
        start = simple.body[0] if simple.body is not None else 0
        return self._step.script.offset + start, self._step.body(simple)

    def _opened(self, written: Written, program: Program) -> Iterator[Deed]:
        for start, end, after_reading in written_paths(written.text):
            spelled = written.text[start:end]
            place = self._scene.paths.place(spelled, self._step.directory)
            if place is None or spelled in strings("shell", "paths", "devices"):
                continue
            at = written.exchange.said(written.start + start, written.start + end).span
            if written.exchange is not self._exchange:
                named = FileAct(place, Change.STATED, program.name, at)
                yield Deed(written.exchange, named)
                simple = self._step.simple
                at = self._step.script.quote(simple.start, simple.end).span
            change = Change.MODIFIED if after_reading else Change.CREATED
            act = FileAct(place, change, program.name, at, sure=False)
            yield Deed(self._exchange, act)
