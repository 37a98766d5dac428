"""Which stretches of a tool call's text are a shell command or an agent's prose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pydantic import JsonValue

from uagent_memory.analyzer.observations.shell.shell_calls import names_shell, script_word
from uagent_memory.analyzer.shapes import shape_settings
from uagent_memory.messages import Message, ToolCall, plain_arguments

__all__ = ["CallPart", "call_parts"]

SHORT = 20
"""Characters below which a prose argument is a label."""


class CallPart(NamedTuple):
    """A stretch of `ToolCall.text`: part name ("call:0"), offsets, and whether it is a command."""

    name: str
    start: int
    end: int
    is_command: bool


def call_parts(message: Message) -> Iterator[CallPart]:
    """Commands and prose arguments of a message's calls, in order."""
    for number, call in enumerate(message.tool_calls):
        for start, end, is_command in _stretches(call):
            yield CallPart(f"call:{number}", start, end, is_command)


def _stretches(call: ToolCall) -> Iterator[tuple[int, int, bool]]:
    settings = shape_settings()
    base = len(call.name) + 1
    is_shell = call.name.lower().rpartition("__")[2] in settings.shell_tools
    if isinstance(call.arguments, str):
        if is_shell and call.arguments.strip():
            yield _trimmed(call.arguments, base, is_command=True)
        return
    if not isinstance(call.arguments, dict):
        return
    for key, value in call.arguments.items():
        start = base + len(key) + 2
        text = plain_arguments(value)
        base = start + len(text) + 1
        if key in settings.command_arguments and _is_command(call.name, key, value, is_shell):
            offset = _script_start(value)
            yield _trimmed(text[offset:], start + offset, is_command=True)
        elif (
            call.name in settings.prose_tools
            and key in settings.prose_arguments
            and isinstance(value, str)
            and len(value) > SHORT
        ):
            yield start, start + len(value), False


def _is_command(name: str, key: str, value: JsonValue, is_shell: bool) -> bool:
    """A shell tool's command, or another tool's argument `command` that is one as typed."""
    if not plain_arguments(value).strip():
        return False
    if is_shell or (key in ("command", "cmd") and names_shell(name)):
        return True
    return (
        key == "command"
        and isinstance(value, str)
        and (value.split(maxsplit=1)[0] == name or " " in value.strip())
    )


def _script_start(value: JsonValue) -> int:
    """Where the script begins in `["bash", "-lc", script]` as it is read: one item a line."""
    if not isinstance(value, list):
        return 0
    at = script_word([*map(plain_arguments, value)])
    return len(plain_arguments(value[:at])) + bool(at)


def _trimmed(text: str, start: int, *, is_command: bool) -> tuple[int, int, bool]:
    lead = len(text) - len(text.lstrip())
    return start + lead, start + len(text.rstrip()), is_command
