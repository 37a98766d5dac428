"""View: the events that the agent's model would be sent now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from uagent_memory.errors import InputError
from uagent_memory.formats import read_messages
from uagent_memory.messages import Message

__all__ = ["View"]


@dataclass(frozen=True, slots=True)
class View:
    """Events in order, each with an id of its own.

    An action is a message with tool calls, an observation a tool message; both as the package's
    `Message`, whatever format they came in.

    Raises:
        InputError: two events share an id.
    """

    events: tuple[Message, ...]
    unhandled_condensation_request: bool = False
    """Somebody asked for room since the last condensation: the hard trigger."""
    context_length: int | None = None
    """Tokens that the agent's model can take; None if unknown."""
    input_length: int | None = None
    """Tokens of the next request as the caller knows them; None: counted from the events."""

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for event in self.events:
            if event.id in seen:
                raise InputError(f"two events have the id {event.id!r}: give each its own")
            seen.add(event.id)

    @classmethod
    def of(cls, items: Iterable[object], *, requested: bool = False) -> View:
        """A view of messages in any known format; ids become m1, m2 ...

        Raises:
            InputError: an item is no message.
        """
        return cls(read_messages(items), unhandled_condensation_request=requested)

    def __len__(self) -> int:
        return len(self.events)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(event.id for event in self.events)
