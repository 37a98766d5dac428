"""The command that a task runner prints before it runs it: what a check really does."""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.analyzer.observations.tables import either, strings, table
from uagent_memory.facts import CommandValue, TextSpan
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Span

__all__ = ["runner_echo"]


def runner_echo(view: GeneratorView, value: CommandValue, typed: Span) -> TextSpan | None:
    """The first such line of the answer to a call: "[test] $ go test -race ./..."."""
    answer = view.calls.by_call.get(typed[:2])
    if answer is None or not _is_runner(value.program):
        return None
    found = _echo().search(answer.text, 0, table("shell")["task"]["echo_within"])
    if found is None or found[1] in value.command:
        return None
    return TextSpan(found[1], Span(answer.id, "text", *found.span(1)))


def _is_runner(program: str) -> bool:
    runners = strings("shell", "task", "runners")
    return program in runners or any(program.startswith(f"{name} ") for name in runners)


@cache
def _echo() -> re.Pattern[str]:
    return either(table("shell")["task"]["echoes"], re.MULTILINE)
