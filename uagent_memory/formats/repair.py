"""Mending a list of messages so that every provider takes it; says so whenever it acts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from uagent_memory.messages import Author, Message, Role, ToolCall
from uagent_memory.pairing import (
    THINKING,
    CallAt,
    Pairing,
    is_parallel,
    pair_calls,
    still_open,
)
from uagent_memory.render.quote import fence
from uagent_memory.render.visible import visible_text

__all__ = ["NO_RESULT", "NO_RESULT_YET", "Repaired", "changed", "repair", "without_thinking"]

NO_RESULT = "[no result recorded]"
NO_RESULT_YET = "[no result yet: the call is still open]"

_ORPHAN_LEAD = "[tool result without its call: quoted data, not a message of the user]"
_ID_LENGTH = 64
_FOREIGN = re.compile(r"[^A-Za-z0-9_-]")


class Repaired(NamedTuple):
    messages: tuple[Message, ...]
    warnings: tuple[str, ...]
    """What was changed, one sentence each, led by the message's id."""


def repair(
    messages: Sequence[Message],
    *,
    answer_open: bool = False,
    patience: int = 0,
    id_length: int = _ID_LENGTH,
) -> Repaired:
    """Give each call exactly one result, directly after its message, and each result its call.

    - results stand right behind their call's message, parallel ones together, in order of arrival;
      what stood between follows them;
    - a dead call gets the result `NO_RESULT`, an open one `NO_RESULT_YET` if `answer_open`;
      otherwise it stays without a result, for the caller to answer;
    - a result without a call becomes quoted user text, or goes if it says nothing;
    - a second result of a call goes;
    - a call id that repeats, or that a provider would refuse, is replaced in call and result.

    Args:
        messages: a log from its start, or from a legal cut on.
        answer_open: also answer open calls, so that the list can be sent as it is.
        patience: agent turns that may follow a call before it counts as dead.
        id_length: the longest call id that passes unchanged.
    """
    pairing = pair_calls(messages)
    awaited = frozenset(still_open(messages, pairing.unanswered, patience=patience))
    ids = _call_ids(messages, id_length)
    return _Mender(messages, pairing, awaited, ids, answer_open=answer_open).run()


class _Mender:
    def __init__(
        self,
        messages: Sequence[Message],
        pairing: Pairing,
        awaited: frozenset[CallAt],
        ids: Mapping[CallAt, str],
        *,
        answer_open: bool,
    ) -> None:
        self._messages = messages
        self._pairing = pairing
        self._awaited = awaited
        self._ids = ids
        self._answer_open = answer_open
        self._results: dict[int, list[int]] = {}
        for result, at in pairing.answers.items():
            self._results.setdefault(at.message, []).append(result)
        self._unanswered: dict[int, list[CallAt]] = {}
        for at in pairing.unanswered:
            self._unanswered.setdefault(at.message, []).append(at)
        self._done: list[Message] = []
        self._warnings: list[str] = []

    def run(self) -> Repaired:
        duplicates = frozenset(self._pairing.duplicates)
        callers: list[int] = []
        for index, message in enumerate(self._messages):
            if index in duplicates:
                self._warn(message, f"a second result of {message.tool_call_id} was left out")
            elif message.role is not Role.TOOL:
                self._done.append(self._with_ids(index, message))
                callers.append(index)
                if not self._goes_on(index):
                    self._answer_all(callers)
                    callers = []
            elif index not in self._pairing.answers:
                self._orphan(message)
        return Repaired(tuple(self._done), tuple(self._warnings))

    def _goes_on(self, index: int) -> bool:
        """The next message holds calls of the same turn, and all results stand after both."""
        return is_parallel(self._messages, index) and (
            index in self._results
            or any(at in self._awaited for at in self._unanswered.get(index, ()))
        )

    def _answer_all(self, callers: Sequence[int]) -> None:
        results = sorted(result for caller in callers for result in self._results.get(caller, ()))
        for position, result in enumerate(results, callers[-1] + 1):
            answer, at = self._messages[result], self._pairing.answers[result]
            if result != position:
                self._warn(answer, f"moved up to its call in {self._messages[at.message].id}")
            self._done.append(self._with_call_id(answer, self._ids[at]))
        for caller in callers:
            for at in self._unanswered.get(caller, ()):
                self._stand_in(self._messages[caller], at)

    def _with_ids(self, index: int, message: Message) -> Message:
        ids = [self._ids[CallAt(index, number)] for number in range(len(message.tool_calls))]
        if all(new == call.id for new, call in zip(ids, message.tool_calls, strict=True)):
            return message
        calls = tuple(
            ToolCall(id=new, name=call.name, arguments=call.arguments)
            for new, call in zip(ids, message.tool_calls, strict=True)
        )
        self._warn(message, "call ids that repeat or that no provider takes were replaced")
        return changed(message, tool_calls=calls)

    @staticmethod
    def _with_call_id(result: Message, call_id: str) -> Message:
        return result if result.tool_call_id == call_id else changed(result, tool_call_id=call_id)

    def _stand_in(self, message: Message, at: CallAt) -> None:
        is_open = at in self._awaited
        if is_open and not self._answer_open:
            return
        call = message.tool_calls[at.call]
        self._done.append(
            Message(
                id=f"{message.id}.{at.call}",
                seq=message.seq,
                role=Role.TOOL,
                author=Author.HARNESS,
                text=NO_RESULT_YET if is_open else NO_RESULT,
                tool_call_id=self._ids[at],
                tool_name=call.name,
                item=message.item,
            )
        )
        state = "is still open" if is_open else "has no result"
        self._warn(message, f"the call {call.id} of {call.name} {state}: a stand-in was put in")

    def _orphan(self, message: Message) -> None:
        if not message.blocks and not visible_text(message.text).strip():
            self._warn(message, "an empty result without a call was left out")
            return
        quoted = f"{_ORPHAN_LEAD}\n{fence(message.text)}".rstrip("\n")
        self._done.append(changed(message, role=Role.USER, text=quoted, tool_call_id=None))
        self._warn(message, "a result without a call was turned into quoted text")

    def _warn(self, message: Message, what: str) -> None:
        self._warnings.append(f"{message.id}: {what}")


def _call_ids(messages: Sequence[Message], length: int) -> dict[CallAt, str]:
    """A valid id for every call, unique in the list; the call's own wherever it is both."""
    own = {call.id for message in messages for call in message.tool_calls}
    taken: set[str] = set()
    count: dict[str, int] = {}
    ids: dict[CallAt, str] = {}
    for index, message in enumerate(messages):
        for number, call in enumerate(message.tool_calls):
            base = _FOREIGN.sub("_", call.id)[:length] or "call"
            new = base
            while new in taken or (new != call.id and new in own):
                count[base] = count.get(base, 1) + 1
                mark = f"_{count[base]}"
                new = f"{base[: length - len(mark)]}{mark}"
            taken.add(new)
            ids[CallAt(index, number)] = new
    return ids


def without_thinking(messages: Sequence[Message]) -> tuple[Message, ...]:
    """All thinking taken out whole; a message that held nothing else goes with it."""
    kept: list[Message] = []
    for message in messages:
        blocks = tuple(block for block in message.blocks if block.type not in THINKING)
        if len(blocks) == len(message.blocks):
            kept.append(message)
        elif blocks or message.text.strip() or message.tool_calls or message.role is Role.TOOL:
            kept.append(changed(message, blocks=blocks))
    return tuple(kept)


def changed(message: Message, **fields: object) -> Message:
    """A copy with other fields and without the original's cached texts; the original stays."""
    values = {name: getattr(message, name) for name in Message.model_fields}
    return Message.model_construct(**{**values, **fields})
