"""What the answer to a call says that calls had said before it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from uagent_memory.generator.evidence.json_pieces import plain_fields
from uagent_memory.generator.records.record_numbers import ID
from uagent_memory.generator.records.told_fields import without_fields
from uagent_memory.messages import Message, Span
from uagent_memory.nested import scalars_in

__all__ = ["Echoes"]


class Echoes:
    """Of one history."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._messages = messages
        self._left: dict[tuple[str, Span], str] = {}

    def left_of(self, line: str, call: Span) -> str:
        """Of a line of JSON what is neither sent by its call nor an id that an earlier one sent.

        "" where nothing is; any other line as it is.
        """
        if (line, call) not in self._left:
            self._left[line, call] = self._left_of(line, call)
        return self._left[line, call]

    def _left_of(self, line: str, call: Span) -> str:
        place = self._places.get(call.message_id)
        fields = plain_fields(line) if line.startswith(('"', "{")) else ()
        if place is None or not fields:
            return line
        sent = frozenset(scalars_in(self._messages[place].call_at(call.part).arguments))
        known = [field for field, value in fields if self._is_known(value, sent, place)]
        left = without_fields(line, known)
        return left if '"' in left else ""

    def _is_known(self, value: str, sent: Collection[str], place: int) -> bool:
        earlier = ID.fullmatch(value) is not None and self._first_sent.get(value, place) < place
        return value in sent or earlier

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {message.id: at for at, message in enumerate(self._messages)}

    @cached_property
    def _first_sent(self) -> Mapping[str, int]:
        """By value, the first message with a call that sends it."""
        found: dict[str, int] = {}
        for at, message in enumerate(self._messages):
            for call in message.tool_calls:
                for value in scalars_in(call.arguments):
                    found.setdefault(value, at)
        return found
