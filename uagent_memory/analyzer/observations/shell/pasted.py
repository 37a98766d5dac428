"""A run that stands in a user's message, as a call of the shell with its answer."""

from __future__ import annotations

from uagent_memory.analyzer.observations.shell.steps import Script
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.messages import Message, Role, ToolCall
from uagent_memory.pasted_runs import pasted_run

__all__ = ["pasted_script"]


def pasted_script(message: Message) -> Script | None:
    """The command of the run; its answer is the message with nothing but the output."""
    run = pasted_run(message.text) if message.role is Role.USER else None
    if run is None:
        return None
    (first, last), (start, end) = run.command, run.output
    printed = " " * start + message.text[start:end]
    answer = message.model_copy(update={"text": printed})
    call = ToolCall(id="", name="bash", arguments=message.text[first:last])
    return Script(Exchange(call, message, "text", answer), message.text[first:last], first)
