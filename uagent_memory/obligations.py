"""What must stay in view: system prompts, and calls that wait for their result."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uagent_memory.messages import Author, Message, Role
from uagent_memory.pairing import is_parallel, pair_calls, still_open

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["OpenCalls", "is_standing", "open_calls"]


class OpenCalls(NamedTuple):
    """Ids of messages, in order."""

    held: tuple[str, ...]
    """Must not be folded away: those with an open call, their sister calls and the results of
    these."""
    expired: tuple[str, ...]
    """Have a call that nobody will answer any more: it keeps nothing from being compressed."""


def is_standing(message: Message) -> bool:
    """A system prompt: it stays in view whatever is compressed.

    Injected text and summaries that came in the system's role are not the system's word.
    """
    return message.role is Role.SYSTEM and message.author is Author.SYSTEM


def open_calls(messages: Sequence[Message], *, patience: int) -> OpenCalls:
    """The calls without a result; expired ones are followed by over `patience` agent turns."""
    pairing = pair_calls(messages)
    alive = still_open(messages, pairing.unanswered, patience=patience)
    callers: set[int] = set()
    for at in alive:
        if at.message not in callers:
            callers.update(_turn(messages, at.message))
    results = {index for index, at in pairing.answers.items() if at.message in callers}
    dead = {at.message for at in pairing.unanswered}.difference(callers)
    return OpenCalls(_ids(messages, callers | results), _ids(messages, dead))


def _turn(messages: Sequence[Message], index: int) -> Iterator[int]:
    """The messages that hold the parallel calls of one turn."""
    first = last = index
    while first and is_parallel(messages, first - 1):
        first -= 1
    while is_parallel(messages, last):
        last += 1
    return iter(range(first, last + 1))


def _ids(messages: Sequence[Message], indices: Iterable[int]) -> tuple[str, ...]:
    return tuple(messages[index].id for index in sorted(indices))
