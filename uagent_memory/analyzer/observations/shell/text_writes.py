"""What redirections and `tee` put into files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uagent_memory.analyzer.observations.files.edits import inserted, split_lines
from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.scene import Written
from uagent_memory.analyzer.observations.shell.programs import Program
from uagent_memory.analyzer.observations.shell.shell import Simple
from uagent_memory.analyzer.observations.shell.step_reader import StepReader
from uagent_memory.analyzer.observations.shell.steps import operands
from uagent_memory.facts import Change, TextSpan

__all__ = ["WriteReader"]

_HEAD_SHOW = re.compile(r"(?:HEAD|:0?):(?P<path>[^\s]+)$|^HEAD:(?P<other>\S+)$")


class WriteReader(StepReader):
    """Also remembers each text: the next write is compared with it, and it may be run."""

    def redirected(self, simple: Simple, program: Program) -> Iterator[FileAct]:
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
            count = len(lines) if text is not None else None
            for act in self._act(target, change, program.name or ">", sure=False, lines=count):
                yield self._rewritten(act, text, lines, appended=change is Change.MODIFIED)

    def _rewritten(
        self, act: FileAct, text: TextSpan | None, lines: list[TextSpan], *, appended: bool
    ) -> FileAct:
        """A write with its edit; remembers its text."""
        if text is None:
            return act
        self._scene.scripts[act.place.key] = Written(self._exchange, text.span.start, text.text)
        if appended:
            known = self._scene.files.texts.known(act.place.key).ending_with(lines)
            return act._replace(edit=inserted(lines, act.place.key), known=known)
        return act._replace(edit=self._scene.files.texts.rewritten(act.place.key, lines))

    def _printed(self, simple: Simple, program: Program) -> TextSpan | None:
        """The text that goes into a redirection, where the command itself holds it."""
        if simple.body is not None and program.base in ("cat", "tee", ""):
            return self._step.script.quote(*simple.body)
        if program.base in ("echo", "printf"):
            words = operands(program.arguments)
            if len(words) == 1 and words[0].plain:
                return self._step.script.word(words[0])
        return None

    def teed(self, simple: Simple, program: Program) -> Iterator[FileAct]:
        text = self._printed(simple, program)
        lines = split_lines(text) if text is not None else []
        appended = bool(program.flags() & {"-a", "--append"})
        change = Change.MODIFIED if appended else Change.CREATED
        for word in operands(program.arguments):
            for act in self._act(word, change, "tee", sure=False):
                yield self._rewritten(act, text, lines, appended=appended)


def _shown_in_head(program: Program) -> str:
    """The path of `git show HEAD:path`; "" if the command is another."""
    if program.name != "git show" or len(program.arguments) != 1:
        return ""
    found = _HEAD_SHOW.match(program.arguments[0].text)
    return (found["path"] or found["other"] or "") if found else ""
