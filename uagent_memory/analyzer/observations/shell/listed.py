"""Files that a command changes without naming them: by a pattern, by `find`, through `xargs`.

Which they are is known only where an answer shows it: the same search run before, what the command
itself printed, or what git names as modified soon after.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from uagent_memory.analyzer.observations.files.edits import Edit
from uagent_memory.analyzer.observations.files.file_act import Deed, FileAct
from uagent_memory.analyzer.observations.files.paths import looks_like_path
from uagent_memory.analyzer.observations.shell.in_place import edits_in_place, told_by
from uagent_memory.analyzer.observations.shell.programs import Program, program_of
from uagent_memory.analyzer.observations.shell.shell import Simple, Word
from uagent_memory.analyzer.observations.shell.spellings import Spelling
from uagent_memory.analyzer.observations.shell.step_reader import StepReader
from uagent_memory.analyzer.observations.tables import either, strings, table
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import Change

__all__ = ["ListedReader", "Unnamed"]

_SEARCHED = 20_000
_MOST = 50
_LINE = re.compile(r"^[ \t]*(\S+)[ \t]*$", re.MULTILINE)


class Unnamed(NamedTuple):
    """A change of files that nobody has named yet."""

    exchange: Exchange
    act: FileAct
    patterns: tuple[str, ...]
    directory: str


class ListedReader(StepReader):
    """Of `sed -i ... *.py`, `find ... -exec sed -i`, `grep -l ... | xargs sed -i`, `git status`."""

    def deeds(self, simple: Simple, program: Program) -> Iterator[Deed]:
        if program.base == "find":
            yield from self._found(program)
        elif program.base == "xargs":
            yield from self._fed(simple, program)
        elif program.name in table("shell")["git"]["showing"]:
            yield from self._shown()
        elif edits_in_place(program):
            unknown = [w.text for w in program.arguments[1:] if not w.plain and w.text[:1] != "-"]
            if unknown:
                self._remember(program, unknown)

    def _remember(self, program: Program, patterns: Sequence[str]) -> None:
        change = _change(program)
        if change is Change.MODIFIED:
            act = self._template(program, change)
            unnamed = Unnamed(self._exchange, act, tuple(patterns), self._step.directory)
            self._scene.unnamed.append(unnamed)

    def _template(self, program: Program, change: Change) -> FileAct:
        simple = self._step.pipeline
        at = self._step.script.quote(simple.start, simple.end).span
        edit = told_by(program, self._step.script, self._exchange.said)
        place = self._scene.paths.place("unnamed")
        assert place is not None
        return FileAct(
            place, change, program.name, at, edit if change is Change.MODIFIED else Edit()
        )

    def _found(self, program: Program) -> Iterator[Deed]:
        """`find`: what it prints itself, otherwise what git names later."""
        done = _executed(program)
        change = Change.DELETED if "-delete" in program.flags() else _change(done)
        if change is None:
            return
        words = [word.text for word in program.arguments]
        names = [value for option, value in pairwise(words) if option in ("-name", "-iname")]
        act = self._template(done if done.name else program, change)
        if "-print" in words:
            now = self._scene.spellings.now
            for told in _lines(now, names) if now is not None else ():
                yield from self._named(told, act)
        elif done.name:
            self._remember(done, names)

    def _fed(self, simple: Simple, program: Program) -> Iterator[Deed]:
        """`grep -l ... | xargs`: what the same search has found before."""
        done = _after_options(program)
        change = _change(done)
        simples = self._step.pipeline.simples
        before = simples[: next(n for n, one in enumerate(simples) if one is simple)]
        if change is None or not before:
            return
        searches = before[0].program in strings("shell", "program", "searchers")
        search = self._step.script.text[before[0].start : before[-1].end]
        lists = any(flag.startswith("-") and "l" in flag for flag in program_of(before[0]).flags())
        act = self._template(done, change)
        earlier = self._scene.spellings.answer_to(search) if searches and lists else None
        if earlier is not None:
            for told in _lines(earlier, ()):
                yield from self._named(told, act)
        else:
            self._remember(done, ("*",))

    def _shown(self) -> Iterator[Deed]:
        """What git names as modified, of what a command has changed without naming it."""
        now = self._scene.spellings.now
        if now is None or not self._scene.unnamed:
            return
        for found in _modified().finditer(now.result, 0, _SEARCHED):
            path = found.group(found.lastindex or 1)
            place = self._scene.paths.place(path)
            if place is None or self._scene.files.is_changed(place.key):
                continue
            for unnamed in reversed(self._scene.unnamed):
                if _matches(path, unnamed):
                    at = now.heard(*found.span(found.lastindex or 1)).span
                    yield Deed(now, FileAct(place, Change.STATED, unnamed.act.how, at))
                    yield Deed(unnamed.exchange, unnamed.act._replace(place=place))
                    break

    def _named(self, told: Spelling, act: FileAct) -> Iterator[Deed]:
        spelled = told.exchange.result[told.at.start : told.at.end]
        place = self._scene.paths.place(spelled, self._step.directory)
        if place is not None:
            yield Deed(told.exchange, FileAct(place, Change.STATED, act.how, told.at))
            yield Deed(self._exchange, act._replace(place=place))


@cache
def _modified() -> re.Pattern[str]:
    return either(table("shell")["git"]["modified"], re.MULTILINE)


def _matches(path: str, unnamed: Unnamed) -> bool:
    """Whether the command can have changed the file; `$x` in a pattern stands for anything."""
    patterns = [re.sub(r"\$\{?\w+\}?|\$\(.*|`.*", "*", pattern) for pattern in unnamed.patterns]
    return any(fnmatchcase(f"/{path}", f"*/{one.removeprefix('./')}") for one in patterns)


def _lines(exchange: Exchange, names: Sequence[str]) -> Iterator[Spelling]:
    """The lines of an answer that are a file's name and nothing else."""
    start, end = exchange.outcome.body
    for count, found in enumerate(
        _LINE.finditer(exchange.result, start, min(end, start + _SEARCHED))
    ):
        if count >= _MOST:
            return
        path = found[1]
        last = path.rpartition("/")[2]
        if looks_like_path(path) and (not names or any(fnmatchcase(last, one) for one in names)):
            yield Spelling(exchange, exchange.heard(*found.span(1)).span)


def _executed(program: Program) -> Program:
    """What `find -exec` runs; a program without a name if it runs none."""
    words: list[Word] = []
    for word in program.arguments:
        if words or word.text in ("-exec", "-execdir"):
            words.append(word)
    ends = (n for n, word in enumerate(words) if word.text in (";", "+"))
    return program_of(Simple(words=words[1 : next(ends, len(words))]))


def _after_options(program: Program) -> Program:
    """What `xargs` runs."""
    words = list(program.arguments)
    valued = strings("shell", "writes", "xargs_options")
    while words and words[0].text.startswith("-"):
        del words[: 2 if words[0].text in valued else 1]
    return program_of(Simple(words=words))


def _change(program: Program) -> Change | None:
    """What a program does to the files that it is given; None if it leaves them alone."""
    if program.base in strings("shell", "writes", "deleting"):
        return Change.DELETED
    return Change.MODIFIED if edits_in_place(program) else None
