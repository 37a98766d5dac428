"""Open obligations: tool calls that still wait for their result (invariants I2 and I3)."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from uagent_memory.messages import Message, Role

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["OpenCalls", "open_calls"]


class OpenCalls(NamedTuple):
    """What of a log must not be folded away."""

    held: tuple[str, ...]
    """Ids of the messages with an open call and of the results of its sister calls, in order."""
    expired: tuple[str, ...]
    """Call ids that nobody will answer any more, in order of the calls."""


class _Waiting(NamedTuple):
    caller: str
    """Id of the message that made the call."""
    since: int
    """Agent messages up to and including it."""


def open_calls(messages: Iterable[Message], *, patience: int) -> OpenCalls:
    """The calls without a result.

    A call is expired when more than `patience` agent messages follow it, or when its id is used
    again: it then no longer keeps anything from being compressed.
    """
    waiting: dict[str, _Waiting] = {}
    groups: dict[str, list[str]] = {}
    expired: list[str] = []
    turns = 0
    for message in messages:
        turns += message.role is Role.ASSISTANT
        for call in message.tool_calls:
            if call.id in waiting:
                expired.append(call.id)
            waiting[call.id] = _Waiting(message.id, turns)
            groups.setdefault(message.id, [message.id])
        answered = _answered(message, waiting)
        if answered is not None:
            groups[waiting.pop(answered).caller].append(message.id)
    alive = {call: wait for call, wait in waiting.items() if turns - wait.since <= patience}
    callers = dict.fromkeys(wait.caller for wait in alive.values())
    held = [identifier for caller in callers for identifier in groups[caller]]
    dead = [call for call in waiting if call not in alive]
    return OpenCalls(tuple(held), (*expired, *dead))


def _answered(message: Message, waiting: dict[str, _Waiting]) -> str | None:
    """The id of the waiting call that a message answers.

    A result that names no call answers the first open call of the newest caller.
    """
    if message.role is not Role.TOOL or not waiting:
        return None
    if message.tool_call_id is not None:
        return message.tool_call_id if message.tool_call_id in waiting else None
    caller = next(reversed(waiting.values())).caller
    sisters = takewhile(lambda call: waiting[call].caller == caller, reversed(waiting))
    return tuple(sisters)[-1]
