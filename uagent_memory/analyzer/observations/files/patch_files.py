"""Patches that the log wrote into a file before they were applied."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from uagent_memory.analyzer.observations.files.file_act import Deed, FileAct
from uagent_memory.analyzer.observations.files.files import patch_acts
from uagent_memory.analyzer.observations.files.patches import (
    FilePatch,
    is_patch,
    parse_patch,
    taken_back,
)
from uagent_memory.analyzer.observations.scene import Written
from uagent_memory.analyzer.observations.shell.programs import Program
from uagent_memory.analyzer.observations.shell.shell import Simple
from uagent_memory.analyzer.observations.shell.step_reader import StepReader
from uagent_memory.analyzer.observations.shell.steps import operands
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import Change, TextSpan

__all__ = ["PatchFileReader", "patches_of"]


def patches_of(
    program: Program, text: str, start: int, quote: Callable[[int, int], TextSpan]
) -> list[FilePatch]:
    """What a program does with a patch: as it stands, or the other way round."""
    patches = parse_patch(text, start, quote)
    if program.flags() & strings("shell", "writes", "reverse_patch"):
        return list(map(taken_back, patches))
    return patches


class PatchFileReader(StepReader):
    """Of `git apply fix.patch` and `patch -p1 < fix.patch`."""

    def deeds(self, simple: Simple, program: Program) -> Iterator[Deed]:
        """What the file's patch does, if the log holds its text and it is no dry run."""
        dry = strings("shell", "writes", "dry_patch") | strings("shell", "writes", "dry_run")
        if program.name not in strings("shell", "writes", "patching") or program.flags() & dry:
            return
        given = [redirect.target for redirect in simple.redirects if redirect.op == "<"]
        for word in (*operands(program.arguments), *given):
            place = self._scene.paths.place(word.text, self._step.directory)
            written = self._scene.scripts.get(place.key) if place is not None else None
            if written is not None and is_patch(written.text):
                yield from self._applied(written, simple, program)

    def _applied(self, written: Written, simple: Simple, program: Program) -> Iterator[Deed]:
        patches = patches_of(program, written.text, written.start, written.exchange.said)
        directory = self._step.directory
        for act in patch_acts(patches, program.name, self._scene, directory, done=True):
            if written.exchange is self._exchange:
                yield Deed(self._exchange, act)
                continue
            yield Deed(written.exchange, FileAct(act.place, Change.STATED, act.how, act.at))
            at = self._step.script.quote(simple.start, simple.end).span
            yield Deed(self._exchange, act._replace(at=at))
