"""Tool calls and their results: which belong together, where a list may be cut, how to mend it.

Pure functions over messages in log order. A result answers the newest unanswered call of its id;
one that names no call answers the first unanswered call of the newest caller. A call without a
result is *open* until more than `patience` agent turns follow it, then *dead*.
"""

from __future__ import annotations

from itertools import accumulate, takewhile
from typing import TYPE_CHECKING, NamedTuple

from uagent_memory.messages import Message, Role

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "THINKING",
    "CallAt",
    "Pairing",
    "cut_before",
    "is_parallel",
    "leads_to_action",
    "legal_cuts",
    "pair_calls",
    "still_open",
]

_TOOL, _ASSISTANT = Role.TOOL, Role.ASSISTANT

THINKING = frozenset(("thinking", "redacted_thinking", "reasoning", "reasoning_content"))
"""Types of blocks that hold a model's reasoning: they stay with their calls or go whole."""


class CallAt(NamedTuple):
    """A call by its place: index of its message, index among the message's calls."""

    message: int
    call: int


class Pairing(NamedTuple):
    """Who answers whom in one list of messages, by index."""

    answers: Mapping[int, CallAt]
    """Index of a result to the call it answers."""
    unanswered: tuple[CallAt, ...]
    duplicates: tuple[int, ...]
    """Further results of a call that has one already."""
    orphans: tuple[int, ...]
    """Results of no call in this list."""


def pair_calls(messages: Sequence[Message]) -> Pairing:
    """Match each result with its call; the first result of a call wins."""
    matcher = _Matcher()
    for index, message in enumerate(messages):
        if message.tool_calls or message.role is _TOOL:
            matcher.see(index, message)
    return matcher.pairing()


class _Matcher:
    def __init__(self) -> None:
        self._waiting: dict[CallAt, str] = {}
        self._newest: dict[str, CallAt] = {}
        self._answered: set[str] = set()
        self._answers: dict[int, CallAt] = {}
        self._duplicates: list[int] = []
        self._orphans: list[int] = []

    def see(self, index: int, message: Message) -> None:
        for number, call in enumerate(message.tool_calls):
            place = CallAt(index, number)
            self._waiting[place] = call.id
            self._newest[call.id] = place
        if message.role is _TOOL:
            self._see_result(index, message.tool_call_id)

    def _see_result(self, index: int, call_id: str | None) -> None:
        place = self._first_of_newest_caller() if call_id is None else self._newest.get(call_id)
        if place is not None and place in self._waiting:
            self._answered.add(self._waiting.pop(place))
            self._answers[index] = place
        elif call_id in self._answered:
            self._duplicates.append(index)
        else:
            self._orphans.append(index)

    def _first_of_newest_caller(self) -> CallAt | None:
        newest = next(reversed(self._waiting), None)
        if newest is None:
            return None
        sisters = takewhile(lambda at: at.message == newest.message, reversed(self._waiting))
        return tuple(sisters)[-1]

    def pairing(self) -> Pairing:
        return Pairing(
            self._answers,
            tuple(self._waiting),
            tuple(self._duplicates),
            tuple(self._orphans),
        )


def still_open(
    messages: Sequence[Message], unanswered: Sequence[CallAt], *, patience: int
) -> tuple[CallAt, ...]:
    """Of the unanswered calls, those that are not dead."""
    starts = (
        message.role is _ASSISTANT and not (index and is_parallel(messages, index - 1))
        for index, message in enumerate(messages)
    )
    turns = list(accumulate(starts))
    return tuple(at for at in unanswered if turns[-1] - turns[at.message] <= patience)


def is_parallel(messages: Sequence[Message], index: int) -> bool:
    """This message and the next are calls of one turn that the input gives as two messages."""
    return index + 1 < len(messages) and all(
        message.role is _ASSISTANT and bool(message.tool_calls)
        for message in messages[index : index + 2]
    )


def legal_cuts(messages: Sequence[Message], *, patience: int = 0) -> tuple[int, ...]:
    """Indices before which the list may be cut, ascending; 0 always, the end if nothing is open.

    A cut parts no call from its result, no parallel calls, no thinking from the agent message it
    leads to, and leaves no open call before it. Dead calls, orphans and duplicates block nothing.
    """
    pairing = pair_calls(messages)
    length = len(messages)
    spans = [(at.message, result) for result, at in pairing.answers.items()]
    open_now = still_open(messages, pairing.unanswered, patience=patience)
    spans += [(at.message, length) for at in open_now]
    spans += [(index, index + 1) for index in range(length - 1) if leads_to_action(messages, index)]
    steps = [0] * (length + 2)
    for first, last in spans:
        steps[first + 1] += 1
        steps[last + 1] -= 1
    return tuple(i for i, depth in enumerate(accumulate(steps[: length + 1])) if depth == 0)


def cut_before(messages: Sequence[Message], index: int, *, patience: int = 0) -> int:
    """The last legal cut at or before `index`: what it would split is kept whole."""
    return max(cut for cut in legal_cuts(messages, patience=patience) if cut <= max(index, 0))


def leads_to_action(messages: Sequence[Message], index: int) -> bool:
    """This message is nothing but thinking, and the next is the agent's message it leads to."""
    return (
        index + 1 < len(messages)
        and _only_thinks(messages[index])
        and messages[index + 1].role is _ASSISTANT
    )


def _only_thinks(message: Message) -> bool:
    return (
        message.role is _ASSISTANT
        and not message.text.strip()
        and not message.tool_calls
        and bool(message.blocks)
        and all(block.type in THINKING for block in message.blocks)
    )
