"""A script as the pipelines it runs, each with its program and the directory it runs in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise

from uagent_memory.analyzer.observations.files.paths import PathBook
from uagent_memory.analyzer.observations.shell.outcomes import Ending
from uagent_memory.analyzer.observations.shell.programs import Program, program_of
from uagent_memory.analyzer.observations.shell.shell import Pipeline, Simple, Word, parse
from uagent_memory.analyzer.observations.shell.shell_calls import script_word
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import TextSpan
from uagent_memory.messages import Span

__all__ = ["Script", "Step", "inner_steps", "operands", "steps_of"]

_VARIABLE = re.compile(r"\$\{?(\w+)\}?")


_WITH_BODY = 600
_LONGEST = 1500


@dataclass(frozen=True)
class Script:
    """Shell text as it stands in a part of a message, from `offset` on."""

    exchange: Exchange
    text: str
    offset: int

    def quote(self, start: int, end: int) -> TextSpan:
        """A quotation by positions in the script."""
        return self.exchange.said(self.offset + start, self.offset + end)

    def word(self, word: Word) -> TextSpan:
        """A word without its quotes, where that is one stretch of the text; else with them."""
        raw = self.text[word.start : word.end]
        at = raw.find(word.text) if word.text else -1
        if at < 0:
            return self.quote(word.start, word.end)
        return self.quote(word.start + at, word.start + at + len(word.text))

    def spells(self, word: Word) -> bool:
        """Whether the word stands in the text as it is, but for quotes."""
        return word.text in self.text[word.start : word.end]

    def words(self, first: Word, last: Word) -> Span:
        """From a word to a later one, without the quotes at both ends."""
        begin, end = self.word(first).span, self.word(last).span
        return begin._replace(end=max(begin.end, end.end))


@dataclass
class Step:
    """One pipeline of a script."""

    script: Script
    pipeline: Pipeline
    directory: str
    ending: Ending = Ending.DONE

    @cached_property
    def program(self) -> Program:
        """The first command's program: what the pipeline is about."""
        return program_of(self.pipeline.simples[0])

    @cached_property
    def programs(self) -> tuple[Program, ...]:
        return (self.program, *(program_of(simple) for simple in self.pipeline.simples[1:]))

    @property
    def simple(self) -> Simple:
        return self.pipeline.simples[0]

    @property
    def piped(self) -> bool:
        """Its exit status is that of another command than its first."""
        return len(self.pipeline.simples) > 1

    @property
    def conditional(self) -> bool:
        return self.simple.conditional

    @cached_property
    def muted(self) -> bool:
        """Its error messages go nowhere."""
        return any(
            redirect.op in ("&>", "&>>") or (redirect.fd == "2" and redirect.op in (">", ">>"))
            for redirect in self.simple.redirects
        )

    @cached_property
    def loud(self) -> bool:
        """It always says so when it fails."""
        return not self.muted and self.program.among("program", "loud")

    @cached_property
    def silent(self) -> bool:
        """No fact of its own beside other commands: `cd`, `echo`, or a mere write of a file."""
        if self.program.among("program", "silent"):
            return True
        simple = self.simple
        return self.program.base in ("cat", "tee") and simple.body is not None

    @property
    def extent(self) -> tuple[int, int]:
        """Where the command stands: a check without its pipes, a short here-document with it."""
        simple = self.simple
        start, end = self.pipeline.start, self.pipeline.end
        if self.program.checks and simple.words:
            end = max(word.end for word in simple.words)
        elif simple.body is not None and simple.body[1] - start <= _WITH_BODY:
            end = max(end, simple.body[1])
        return start, min(max(start, end), start + _LONGEST)

    def body(self, simple: Simple) -> str:
        """The here-document's text; "" if there is none."""
        return self.script.text[slice(*simple.body)] if simple.body is not None else ""


def steps_of(script: Script, paths: PathBook) -> list[Step]:
    """The steps of a script, the first ones of a very long one.

    Afterwards its agent is where the script left it.
    """
    agent = script.exchange.agent
    walker = _Walker(script, paths, paths.directory(agent))
    steps = list(islice(walker.walk(parse(script.text)), table("shell")["limits"]["steps"]))
    paths.enter(agent, walker.directory)
    return steps


def inner_steps(
    script: Script, paths: PathBook, outer: Step, given: Sequence[Word]
) -> Iterator[Step]:
    """The steps of a script that ran where `outer` did, with these arguments; up to an `exit`."""
    limit = table("shell")["limits"]["steps"]
    walker = _Walker(script, paths, outer.directory)
    for step in islice(walker.walk(parse(script.text, given)), limit):
        yield step
        if step.program.name in ("exit", "exec") and not (
            step.conditional or step.pipeline.link in ("&&", "||")
        ):
            return


class _Walker:
    def __init__(self, script: Script, paths: PathBook, directory: str) -> None:
        self._script = script
        self._paths = paths
        self._stack = [directory]
        self._pushed: list[str] = []

    @property
    def directory(self) -> str:
        return self._stack[0]

    def walk(self, pipelines: Sequence[Pipeline]) -> Iterator[Step]:
        for pipeline in pipelines:
            self._descend(pipeline.simples[0].depth)
            step = Step(self._script, pipeline, self._at(pipeline))
            inner = _inner(step)
            if inner is not None:
                yield from _Walker(inner, self._paths, step.directory).walk(parse(inner.text))
                continue
            yield step
            self._move(step.program)

    def _move(self, program: Program) -> None:
        """`cd`, `pushd` and `popd`."""
        here = self._stack[-1]
        if program.name == "popd" and self._pushed:
            self._stack[-1] = self._pushed.pop()
        elif program.name in ("cd", "pushd") and program.arguments:
            target = program.arguments[0]
            if target.plain:
                if program.name == "pushd":
                    self._pushed.append(here)
                self._stack[-1] = self._paths.changed(here, target.text)
            elif self._is_made_temporary(target):
                self._stack[-1] = table("shell")["paths"]["made"]

    def _is_made_temporary(self, target: Word) -> bool:
        """`cd "$(mktemp -d)"`, and the same by a variable."""
        made = re.escape(table("shell")["paths"]["making"])
        if re.search(made, target.text):
            return True
        name = _VARIABLE.fullmatch(target.text.strip('"'))
        return name is not None and bool(
            re.search(rf"\b{name[1]}=\W{{1,3}}{made}", self._script.text)
        )

    def _descend(self, depth: int) -> None:
        """A subshell starts where its parent is and leaves the parent where it was."""
        while len(self._stack) <= depth:
            self._stack.append(self._stack[-1])
        del self._stack[depth + 1 :]

    def _at(self, pipeline: Pipeline) -> str:
        """`git -C dir` and `make -C dir` work in `dir`."""
        words = pipeline.simples[0].words
        here = self._stack[-1]
        for option, value in pairwise(words):
            if option.text in ("-C", "--directory", "--cwd", "--prefix") and value.plain:
                return self._paths.changed(here, value.text)
        return here


def _inner(step: Step) -> Script | None:
    """The script of `bash -c '...'`, where it stands unescaped in the text."""
    words = step.simple.words
    at = 0 if step.piped else script_word([word.text for word in words])
    inner = step.script.word(words[at]) if at else None
    if inner is None or inner.text != words[at].text:
        return None
    return Script(step.script.exchange, inner.text, inner.span.start)


def operands(words: Sequence[Word], valued: frozenset[str] = frozenset()) -> list[Word]:
    """The words that are no options and no options' values."""
    found: list[Word] = []
    skip = plain = False
    for word in words:
        if skip:
            skip = False
        elif word.text == "--":
            plain = True
        elif plain or not word.text.startswith("-") or word.text == "-":
            found.append(word)
        elif word.text in valued:
            skip = True
    return found
