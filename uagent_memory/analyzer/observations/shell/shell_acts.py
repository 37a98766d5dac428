"""What shell commands do to files: redirections, in-place edits, moves, deletions, scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from uagent_memory.analyzer.observations.files.edits import Edit, inserted, split_lines
from uagent_memory.analyzer.observations.files.file_act import Deed, FileAct
from uagent_memory.analyzer.observations.files.files import patch_acts
from uagent_memory.analyzer.observations.files.folders import goes_into, moved_along
from uagent_memory.analyzer.observations.files.patch_files import PatchFileReader, patches_of
from uagent_memory.analyzer.observations.files.patches import is_patch
from uagent_memory.analyzer.observations.files.paths import looks_like_path
from uagent_memory.analyzer.observations.files.trial_repositories import is_in_trial
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell.git_acts import git_acts
from uagent_memory.analyzer.observations.shell.in_place import edits_in_place
from uagent_memory.analyzer.observations.shell.in_place_acts import InPlaceReader
from uagent_memory.analyzer.observations.shell.listed import ListedReader
from uagent_memory.analyzer.observations.shell.programs import Program
from uagent_memory.analyzer.observations.shell.scripted import ScriptReader
from uagent_memory.analyzer.observations.shell.shell import Simple, Word
from uagent_memory.analyzer.observations.shell.shell_variables import is_pattern
from uagent_memory.analyzer.observations.shell.step_reader import StepReader, as_pattern
from uagent_memory.analyzer.observations.shell.steps import Step, operands
from uagent_memory.analyzer.observations.shell.text_writes import WriteReader
from uagent_memory.analyzer.observations.tables import either, strings, table
from uagent_memory.facts import Change

__all__ = ["deeds_before_failing", "deeds_of"]

_OUTPUT = "of="
_COMPLAINTS = 4000
"""Characters of an output in which a file is named that could not be written."""


def deeds_of(step: Step, scene: Scene) -> Iterator[Deed]:
    """Everything a step does to files if it succeeds."""
    reader = _FileReader(step, scene)
    for simple, program in zip(step.pipeline.simples, step.programs, strict=True):
        yield from reader.deeds(simple, program)


def deeds_before_failing(step: Step, scene: Scene) -> Iterator[Deed]:
    """What the scripts that a failed step ran did to files before the failure."""
    reader, writes = ScriptReader(step, scene, deeds_of), WriteReader(step, scene)
    output = step.script.exchange.result
    for simple, program in zip(step.pipeline.simples, step.programs, strict=True):
        yield from reader.deeds(simple, program)
        for act in writes.redirected(simple, program):
            if act.place.spelled not in output[:_COMPLAINTS]:
                yield Deed(step.script.exchange, act)


def _is_dry(program: Program) -> bool:
    """`rsync -avn` only says what it would copy."""
    short = (flag for flag in program.flags() if not flag.startswith("--"))
    return program.base == "rsync" and any("n" in flag for flag in short)


@cache
def _writing() -> re.Pattern[str]:
    return either(table("shell")["writes"]["editor_writes"], re.MULTILINE)


class _FileReader(StepReader):
    """Reads the commands of one step, one after the other."""

    def __init__(self, step: Step, scene: Scene) -> None:
        super().__init__(step, scene)
        self._writes = WriteReader(step, scene)
        self._scripts = ScriptReader(step, scene, deeds_of)
        self._edits = InPlaceReader(step, scene)
        self._patch_files = PatchFileReader(step, scene)
        self._listed = ListedReader(step, scene)

    def deeds(self, simple: Simple, program: Program) -> Iterator[Deed]:
        acts = (*self._writes.redirected(simple, program), *self._done(simple, program))
        yield from (Deed(self._exchange, act) for act in acts)
        yield from self._scripts.deeds(simple, program)
        yield from self._patch_files.deeds(simple, program)
        yield from self._listed.deeds(simple, program)
        for reader in (self, self._writes, self._edits, self._scripts):
            yield from reader.told()

    def _done(self, simple: Simple, program: Program) -> Iterator[FileAct]:
        writes = table("shell")["writes"]
        if program.flags() & strings("shell", "writes", "dry_run"):
            return
        if program.base == "git" and not is_in_trial(self._step, program, self._scene):
            yield from git_acts(self._step, program, self._scene)
        if program.name in writes["patching"] or program.base == "apply_patch":
            yield from self._patched(simple, program)
        elif program.base in writes["editors"]:
            yield from self._edited_by_script(simple, program)
        elif program.base == "tee":
            yield from self._writes.teed(simple, program)
        elif edits_in_place(program):
            yield from self._edits.acts(program)
        else:
            readers = {
                "deleting": self._deleted,
                "moving": self._moved,
                "copying": self._copied,
                "making": self._made,
                "linking": self._linked,
                "emptying": self._emptied,
                "dumping": self._dumped,
            }
            kind = next((kind for kind in readers if program.base in writes[kind]), "")
            yield from readers.get(kind, self._others)(program)

    def _deleted(self, program: Program) -> Iterator[FileAct]:
        forced = any("f" in flag for flag in program.flags() if not flag.startswith("--"))
        files = self._scene.files
        for word in operands(program.arguments):
            if is_pattern(word):
                yield from self._matched(word, Change.DELETED, program.name)
            for act in self._act(word, Change.DELETED, program.name):
                inside = files.inside(act.place.key)
                if files.is_silent_copy(act.place.key):
                    continue
                known = files.knows(act.place.key) or files.is_folder(act.place.key)
                if not forced or inside or known:
                    yield act
                for key, path in inside:
                    place = act.place._replace(key=key, path=path.text, spelled=path.text)
                    yield act._replace(place=place)

    def _matched(self, word: Word, change: Change, how: str) -> Iterator[FileAct]:
        """`rm out_*.txt`: each file that the log has shown and the pattern stands for."""
        for act in self._act(as_pattern(word), change, how):
            for key, path in self._scene.files.matching(act.place.key):
                place = act.place._replace(key=key, path=path.text, spelled=path.text)
                yield act._replace(place=place)

    def _moved(self, program: Program) -> Iterator[FileAct]:
        words = operands(program.arguments)
        for act, target in self._pairs(words):
            place = self._scene.paths.place(target, self._step.directory)
            if place is None:
                continue
            moved = act._replace(change=Change.RENAMED, how=program.name, renamed_to=place)
            if self._scene.files.returns(act.place.key, place.key):
                yield from moved_along(moved, self._scene.files)
            elif back := self._scene.files.restores(act.place.key, place.key):
                yield from self._act(words[-1], back, program.name)
                if not self._scene.files.is_silent_copy(act.place.key):
                    yield act._replace(change=Change.DELETED, how=program.name)
            elif self._replaces(act.place.key, place.key):
                edit = self._written(act.place.key, place.key)
                yield act._replace(place=place, change=Change.MODIFIED, how=program.name, edit=edit)
                yield act._replace(change=Change.DELETED, how=program.name)
            else:
                yield from moved_along(moved, self._scene.files)

    def _replaces(self, source: str, target: str) -> bool:
        """Whether a file that was made for it goes over one that was there."""
        named_for_it = source.startswith((f"{target}.", f"{target}~"))
        return named_for_it or self._scene.files.knows(target)

    def _written(self, source: str, target: str) -> Edit:
        """What the same call has put into the file that now goes over another."""
        written = self._scene.scripts.get(source)
        if written is None or written.exchange is not self._exchange:
            return Edit()
        end = written.start + len(written.text)
        return inserted(split_lines(self._exchange.said(written.start, end)), target)

    def _copied(self, program: Program) -> Iterator[FileAct]:
        words = operands(program.arguments, strings("shell", "writes", "copy_options"))
        if any(":" in word.text for word in words) or _is_dry(program):
            return
        files = self._scene.files
        for act, _ in self._pairs(words):
            for copy in self._act(words[-1], Change.CREATED, program.name, sure=False):
                if words[-1].text.endswith("/") or len(words) != len(("from", "to")):
                    return
                if back := files.restores(act.place.key, copy.place.key):
                    yield copy._replace(change=back)
                else:
                    yield copy._replace(known=files.texts.known(act.place.key))
                    files.copied(act.place.key, copy.place.key)

    def _pairs(self, words: list[Word]) -> Iterator[tuple[FileAct, str]]:
        """Sources with their targets' names, of `mv` and `cp`."""
        if len(words) < len(("from", "to")):
            return
        into = words[-1].text
        folder = goes_into(into, len(words) - 1, self._scene, self._step.directory)
        for word in words[:-1]:
            for act in self._act(word, Change.READ, ""):
                name = act.place.key.rpartition("/")[2]
                named = act._replace(at=self._step.script.words(word, words[-1]))
                yield named, f"{into.rstrip('/')}/{name}" if folder else into

    def _made(self, program: Program) -> Iterator[FileAct]:
        """`touch`: new files only."""
        for word in operands(program.arguments):
            for act in self._act(word, Change.CREATED, program.name, sure=False):
                if not self._scene.files.knows(act.place.key):
                    yield act

    def _linked(self, program: Program) -> Iterator[FileAct]:
        for word in operands(program.arguments)[-1:]:
            yield from self._act(word, Change.CREATED, program.name, sure=False)

    def _emptied(self, program: Program) -> Iterator[FileAct]:
        for word in operands(program.arguments, strings("shell", "writes", "emptying_options")):
            yield from self._act(word, Change.MODIFIED, program.name)

    def _dumped(self, program: Program) -> Iterator[FileAct]:
        """`dd of=file`."""
        for word in program.arguments:
            if word.text.startswith(_OUTPUT):
                name = word._replace(
                    text=word.text.removeprefix(_OUTPUT), start=word.start + len(_OUTPUT)
                )
                yield from self._act(name, Change.CREATED, program.name, sure=False)

    def _edited_by_script(self, simple: Simple, program: Program) -> Iterator[FileAct]:
        """`ed`, `ex` and `vim` with commands that write the file."""
        simples = self._step.pipeline.simples
        words = [word.text for one in simples for word in one.words[1:]]
        if not any(map(_writing().search, (*words, self._step.body(simple)))):
            return
        valued = {flag for flag in program.flags() if flag.endswith("c")}
        options = strings("shell", "writes", "editor_options") | valued
        for word in operands(program.arguments, options):
            if not word.text.startswith("+"):
                yield from self._act(word, Change.MODIFIED, program.name)

    def _patched(self, simple: Simple, program: Program) -> Iterator[FileAct]:
        step = self._step
        if program.flags() & strings("shell", "writes", "dry_patch"):
            return
        texts = [(step.body(simple), simple.body[0])] if simple.body is not None else []
        texts += [(w.text, w.start + 1) for w in program.arguments if is_patch(w.text)]
        for text, start in texts:
            said = self._exchange.said
            patches = patches_of(program, text, step.script.offset + start, said)
            yield from patch_acts(patches, program.name, self._scene, step.directory, done=True)

    def _others(self, program: Program) -> Iterator[FileAct]:
        shell = table("shell")
        flags = program.flags()
        for name, flag in shell["writes"]["formatting"]:
            if name == program.name and (not flag or flag in flags):
                if flags.isdisjoint(shell["writes"]["dry"]):
                    yield from self._formatted(program)
                return
        for name, flag in shell["writes"]["output_option"]:
            if name == program.name and flag in flags:
                for option, value in pairwise(program.arguments):
                    if option.text == flag:
                        yield from self._act(value, Change.CREATED, name, sure=False)
        yield from self._read(program)

    def _formatted(self, program: Program) -> Iterator[FileAct]:
        for word in operands(program.arguments):
            if "." in word.text.rpartition("/")[2].strip("."):
                yield from self._act(word, Change.MODIFIED, program.name)

    def _read(self, program: Program) -> Iterator[FileAct]:
        reads = table("shell")["reads"]
        name = program.base
        if name not in reads["plain"] and name not in reads["after_script"]:
            return
        valued = frozenset(reads["valued"].get(name, ()))
        words = operands(program.arguments, valued | strings("shell", "reads", "script_options"))
        scripted = not program.flags().isdisjoint(reads["script_options"])
        if name in reads["after_script"] and not scripted:
            words = words[1:]
        for word in words:
            if looks_like_path(word.text) and "." in word.text.rpartition("/")[2].strip("."):
                yield from self._act(word, Change.READ, name)
