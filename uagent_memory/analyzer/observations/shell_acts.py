"""What shell commands do to files: redirections, in-place edits, moves, deletions, scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from uagent_memory.analyzer.observations.calls import Exchange
from uagent_memory.analyzer.observations.edits import Edit, compared, inserted, split_lines
from uagent_memory.analyzer.observations.file_act import FileAct
from uagent_memory.analyzer.observations.files import patch_acts
from uagent_memory.analyzer.observations.git_acts import git_acts
from uagent_memory.analyzer.observations.in_place import (
    edits_in_place,
    exchanged,
    scripts_and_files,
)
from uagent_memory.analyzer.observations.patches import is_patch, parse_patch
from uagent_memory.analyzer.observations.paths import looks_like_path
from uagent_memory.analyzer.observations.programs import Program
from uagent_memory.analyzer.observations.scene import Scene, Written
from uagent_memory.analyzer.observations.script_writes import written_paths
from uagent_memory.analyzer.observations.shell import Simple, Word
from uagent_memory.analyzer.observations.steps import Step, operands
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.facts import Change, TextSpan

__all__ = ["Deed", "deeds_of"]


class Deed(NamedTuple):
    """An act, and the exchange whose text spells its file."""

    exchange: Exchange
    act: FileAct


def deeds_of(step: Step, scene: Scene) -> Iterator[Deed]:
    """Everything a step does to files if it succeeds."""
    hand = _Hand(step, scene)
    for simple, program in zip(step.pipeline.simples, step.programs, strict=True):
        yield from hand.do(simple, program)


class _Hand:
    """Works through the commands of one step."""

    def __init__(self, step: Step, scene: Scene) -> None:
        self._step = step
        self._scene = scene
        self._exchange = step.script.exchange

    def do(self, simple: Simple, program: Program) -> Iterator[Deed]:
        acts = (*self._redirected(simple, program), *self._done(simple, program))
        yield from (Deed(self._exchange, act) for act in acts)
        yield from self._scripted(simple, program)

    def _done(self, simple: Simple, program: Program) -> Iterator[FileAct]:
        writes = table("shell")["writes"]
        if program.base == "git":
            yield from git_acts(self._step, program, self._scene)
        if program.name in writes["patching"] or program.base == "apply_patch":
            yield from self._patched(simple, program)
        elif program.base == "tee":
            yield from self._teed(simple, program)
        elif program.base in writes["in_place"] and edits_in_place(program):
            yield from self._edited(program)
        else:
            hands = {
                "deleting": self._deleted,
                "moving": self._moved,
                "copying": self._copied,
                "making": self._made,
                "linking": self._linked,
                "editors": self._opened_in_editor,
            }
            kind = next((kind for kind in hands if program.base in writes[kind]), "")
            yield from hands.get(kind, self._others)(program)

    def _act(
        self,
        word: Word,
        change: Change,
        how: str,
        edit: Edit | None = None,
        *,
        sure: bool = True,
        lines: int | None = None,
    ) -> Iterator[FileAct]:
        """An act on the file a word names; nothing for devices, globs and expansions."""
        devices = strings("shell", "paths", "devices")
        if not word.plain or word.text in devices or "://" in word.text:
            return
        place = self._scene.paths.place(word.text, self._step.directory)
        if place is not None:
            at = self._step.script.word(word).span
            yield FileAct(place, change, how, at, edit or Edit(), sure=sure, lines=lines)

    def _redirected(self, simple: Simple, program: Program) -> Iterator[FileAct]:
        for redirect in simple.redirects:
            if redirect.op not in (">", ">>", ">|", "&>", "&>>") or redirect.target.text.isdigit():
                continue
            target = redirect.target
            if shown := _shown_in_head(program):
                for act in self._act(target, Change.REVERTED, "git show"):
                    if act.place.key == shown or shown.endswith(act.place.key):
                        yield act
                        return
            change = Change.MODIFIED if redirect.op.endswith(">>") else Change.CREATED
            text = self._printed(simple, program)
            lines = split_lines(text) if text is not None else []
            for act in self._act(target, change, program.name or ">", sure=False):
                edit = self._rewritten(act, text, lines, appended=change is Change.MODIFIED)
                yield act._replace(edit=edit, lines=len(lines) if text is not None else None)

    def _rewritten(
        self, act: FileAct, text: TextSpan | None, lines: list[TextSpan], *, appended: bool
    ) -> Edit:
        """A write's edit; remembers the text for the next write and for the day it is run."""
        if text is None:
            return Edit()
        before = self._scene.files.content(act.place.key)
        self._scene.scripts[act.place.key] = Written(self._exchange, text.span.start, text.text)
        if appended or before is None:
            return inserted(lines, act.place.key)
        return compared(split_lines(before), lines, act.place.key)

    def _printed(self, simple: Simple, program: Program) -> TextSpan | None:
        """The text that goes into a redirection, where the command itself holds it."""
        if simple.body is not None and program.base in ("cat", "tee", ""):
            return self._step.script.quote(*simple.body)
        if program.base in ("echo", "printf"):
            words = operands(program.arguments)
            if len(words) == 1 and words[0].plain:
                return self._step.script.word(words[0])
        return None

    def _teed(self, simple: Simple, program: Program) -> Iterator[FileAct]:
        text = self._printed(simple, program)
        lines = split_lines(text) if text is not None else []
        appended = bool(program.flags() & {"-a", "--append"})
        change = Change.MODIFIED if appended else Change.CREATED
        for word in operands(program.arguments):
            for act in self._act(word, change, "tee", sure=False):
                edit = self._rewritten(act, text, lines, appended=appended)
                yield act._replace(edit=edit)

    def _edited(self, program: Program) -> Iterator[FileAct]:
        """`sed -i` and `perl -pi`: each file, with the text the script exchanges."""
        given, files = scripts_and_files(program)
        hunks = [exchanged(self._step.script.word(word), self._exchange.said) for word in given]
        edit = Edit(tuple(hunk for hunk in hunks if hunk is not None))
        for word in files:
            yield from self._act(word, Change.MODIFIED, program.base, edit)

    def _deleted(self, program: Program) -> Iterator[FileAct]:
        forced = any("f" in flag for flag in program.flags() if not flag.startswith("--"))
        files = self._scene.files
        for word in operands(program.arguments):
            for act in self._act(word, Change.DELETED, program.name):
                inside = files.inside(act.place.key)
                if not forced or inside or files.knows(act.place.key):
                    yield act
                for key, path in inside:
                    place = act.place._replace(key=key, path=path.text, spelled=path.text)
                    yield act._replace(place=place)

    def _moved(self, program: Program) -> Iterator[FileAct]:
        words = operands(program.arguments)
        for act, target in self._pairs(words):
            place = self._scene.paths.place(target, self._step.directory)
            if place is None:
                continue
            if self._scene.files.restores(act.place.key, place.key):
                yield from self._act(words[-1], Change.REVERTED, program.name)
                yield act._replace(change=Change.DELETED, how=program.name)
            else:
                yield act._replace(change=Change.RENAMED, how=program.name, renamed_to=place)

    def _copied(self, program: Program) -> Iterator[FileAct]:
        words = operands(program.arguments)
        files = self._scene.files
        for act, _ in self._pairs(words):
            for copy in self._act(words[-1], Change.CREATED, program.name, sure=False):
                if words[-1].text.endswith("/") or len(words) != len(("from", "to")):
                    return
                if files.restores(act.place.key, copy.place.key):
                    yield copy._replace(change=Change.REVERTED)
                else:
                    yield copy
                    files.copied(act.place.key, copy.place.key)

    def _pairs(self, words: list[Word]) -> Iterator[tuple[FileAct, str]]:
        """Sources with their targets' names, of `mv` and `cp`."""
        if len(words) < len(("from", "to")):
            return
        into = words[-1].text
        folder = into.endswith("/") or len(words) > len(("from", "to")) or into in (".", "..")
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

    def _opened_in_editor(self, program: Program) -> Iterator[FileAct]:
        for word in operands(program.arguments):
            yield from self._act(word, Change.MODIFIED, program.name)

    def _patched(self, simple: Simple, program: Program) -> Iterator[FileAct]:
        step = self._step
        texts = [(step.body(simple), simple.body[0])] if simple.body is not None else []
        texts += [(w.text, w.start + 1) for w in program.arguments if is_patch(w.text)]
        for text, start in texts:
            patches = parse_patch(text, step.script.offset + start, self._exchange.said)
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

    def _scripted(self, simple: Simple, program: Program) -> Iterator[Deed]:
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
        for start, end in written_paths(written.text):
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
            act = FileAct(place, Change.CREATED, program.name, at, sure=False)
            yield Deed(self._exchange, act)


_HEAD_SHOW = re.compile(r"(?:HEAD|:0?):(?P<path>[^\s]+)$|^HEAD:(?P<other>\S+)$")


def _shown_in_head(program: Program) -> str:
    """The path of `git show HEAD:path`; "" if the command is another."""
    if program.name != "git show" or len(program.arguments) != 1:
        return ""
    found = _HEAD_SHOW.match(program.arguments[0].text)
    return (found["path"] or found["other"] or "") if found else ""
