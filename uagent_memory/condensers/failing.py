"""Which observations show an error, and which only print text that speaks of one."""

from __future__ import annotations

from collections.abc import Iterator

from uagent_memory.analyzer.call_parts import call_parts
from uagent_memory.analyzer.observations.failures.errors import FoundError, errors_in
from uagent_memory.analyzer.observations.failures.lines import Hit, scan
from uagent_memory.analyzer.observations.shell.outcomes import body_of, stated_status
from uagent_memory.analyzer.observations.shell.programs import Program, program_of
from uagent_memory.analyzer.observations.shell.shell import parse
from uagent_memory.condensers.kinds import AnsweredCall, EventKind
from uagent_memory.facts import TextSpan
from uagent_memory.messages import Message, Span

__all__ = ["errors_of", "failed", "is_failure", "is_reading", "shows_error"]


def failed(event: Message) -> bool:
    """Whether an observation says that its action failed: by mark or by exit status."""
    return event.is_error is True or bool(stated_status(event.text))


def is_failure(hit: Hit) -> bool:
    """Whether a line says that tests or a build failed."""
    return hit.rule.group == "verdict" and hit.rule.sort == "fail"


def errors_of(event: Message, hits: list[Hit], *, reading: bool) -> list[FoundError]:
    """The errors that an observation prints.

    Args:
        event: the observation.
        hits: what `scan` found in it.
        reading: its action prints other files' text: only its own complaints count.
    """
    return errors_in(
        event.text,
        body_of(event.text),
        hits,
        lambda start, end: TextSpan(event.text[start:end], Span(event.id, "text", start, end)),
        reading=reading,
    )


def is_reading(kind: EventKind, call: AnsweredCall | None) -> bool:
    """Whether an observation shows what stands in files, by its tool or by its command."""
    if kind is EventKind.FILE_OBSERVATION:
        return True
    programs = list(_programs(call)) if call is not None else []
    return bool(programs) and all(program.reads for program in programs)


def shows_error(event: Message, kind: EventKind, call: AnsweredCall | None) -> bool:
    """Whether the action failed or its output reports an error.

    A search that finds nothing ends with status 1 and has not failed.
    """
    if event.is_error is True:
        return True
    status = stated_status(event.text)
    if status:
        programs = list(_programs(call)) if call is not None else []
        quiet = status == 1 and programs and all(p.among("program", "quiet") for p in programs)
        return not quiet
    reading = is_reading(kind, call)
    hits = scan(event.text, *body_of(event.text))
    if not reading and any(map(is_failure, hits)):
        return True
    return bool(errors_of(event, hits, reading=reading))


def _programs(call: AnsweredCall) -> Iterator[Program]:
    """The programs of a shell command, but for those that only change or name the folder."""
    for part in call_parts(call.action):
        if part.is_command and part.name == f"call:{call.number}":
            command = call.action.part(part.name)[part.start : part.end]
            for pipeline in parse(command):
                for simple in pipeline.simples:
                    program = program_of(simple)
                    if program.name and program.base not in FOLDERS:
                        yield program


FOLDERS = frozenset(("cd", "pushd", "popd", "pwd", "export", "set", "true"))
