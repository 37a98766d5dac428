"""What a memory needs of a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from uagent_memory.errors import UAgentMemoryError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uagent_memory.messages import Message
    from uagent_memory.records import Record

__all__ = ["Store", "StoreConflict"]


class StoreConflict(UAgentMemoryError):
    """Another writer was faster: load what is new and build the records again."""


@runtime_checkable
class Store(Protocol):
    """One memory's records, in the order of their commits, kept for ever.

    A record is a line of JSON (`encode_record`), so a table `(position INTEGER PRIMARY KEY,
    message_id TEXT UNIQUE, record TEXT)` is all that a database needs.
    """

    async def load(self, *, after: int = 0) -> Sequence[Record]:
        """The records behind the first `after` ones, in order."""
        ...

    async def commit(self, records: Sequence[Record], *, after: int) -> None:
        """Add records in one transaction: on return all are kept, on any error none is.

        Args:
            records: in order; a hand-off and the marks that hide its originals come together.
            after: number of records that the writer knows.

        Raises:
            StoreConflict: there are more records than that.
        """
        ...

    async def get(self, message_id: str) -> Message | None:
        """The original, byte for byte, whether or not a view still shows it."""
        ...

    async def close(self) -> None:
        """Let go of files and connections."""
        ...
