"""The store of a process's lifetime."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uagent_memory.errors import InputError
from uagent_memory.records import MessageRecord
from uagent_memory.stores.protocol import StoreConflict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uagent_memory.messages import Message
    from uagent_memory.records import Record

__all__ = ["InMemoryStore"]


class InMemoryStore:
    """Keeps records in a list. Several memories may share one, in one event loop."""

    def __init__(self) -> None:
        self._records: list[Record] = []
        self._messages: dict[str, Message] = {}

    async def load(self, *, after: int = 0) -> Sequence[Record]:
        return tuple(self._records[after:])

    async def commit(self, records: Sequence[Record], *, after: int) -> None:
        if after != len(self._records):
            raise StoreConflict(f"the store holds {len(self._records)} records, not {after}")
        arriving = [record.message for record in records if isinstance(record, MessageRecord)]
        fresh = {message.id: message for message in arriving}
        if len(fresh) < len(arriving) or not fresh.keys().isdisjoint(self._messages):
            raise InputError("a message id is in the store already; nothing was stored")
        self._records.extend(records)
        self._messages.update(fresh)

    async def get(self, message_id: str) -> Message | None:
        return self._messages.get(message_id)

    async def close(self) -> None:
        """Nothing to let go of."""
