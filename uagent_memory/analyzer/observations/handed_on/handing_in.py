"""The call with which an agent hands its work in, where that is the end of a log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from uagent_memory.analyzer.observations.shell.outcomes import Ending, outcome_of
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.messages import Author, Message, Span, ToolCall

__all__ = ["handed_in"]

_ASKING = frozenset((Author.USER, Author.PARENT, Author.SYSTEM))


def handed_in(messages: Sequence[Message]) -> Span | None:
    """Where the last call hands the work in; None where it does not, or somebody asks more.

    A command does so by a word that the task names.
    """
    for at in range(len(messages) - 1, -1, -1):
        message = messages[at]
        if message.author in _ASKING:
            return None
        if message.tool_calls:
            number = len(message.tool_calls) - 1
            return _place(messages, at, number)
    return None


def _place(messages: Sequence[Message], at: int, number: int) -> Span | None:
    message = messages[at]
    call = message.tool_calls[number]
    words = _handing_in(call)
    if not words:
        return None
    named = any(words in other.text for other in messages[:at] if other.author in _ASKING)
    answers = [m for m in messages[at:] if call.id and m.tool_call_id == call.id]
    failed = any(outcome_of(m).ending in (Ending.FAILED, Ending.REFUSED) for m in answers)
    if not named or failed:
        return None
    part = f"call:{number}"
    start = message.part(part).find(words)
    return Span(message.id, part, start, start + len(words)) if start >= 0 else None


def _handing_in(call: ToolCall) -> str:
    """The word by which a call hands in; "" if it does something else."""
    if call.name.casefold() in table("tools")["handing_in"]["tools"]:
        return call.name
    command = call.argument("command", "cmd") or call.text.partition(" ")[2]
    found = _pattern().match(command)
    return next(filter(None, found.groups()), "") if found else ""


@cache
def _pattern() -> re.Pattern[str]:
    return either(table("tools")["handing_in"]["commands"])
