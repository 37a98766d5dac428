"""The contexts of all roles as the store has them, and the only way to add to them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from uagent_memory.addressing import Address
from uagent_memory.context import IsolatedRoleContext
from uagent_memory.stores.protocol import StoreConflict
from uagent_memory.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uagent_memory.records import Record
    from uagent_memory.stores.protocol import Store

__all__ = ["Journal"]

_ATTEMPTS = 16
_WRITING = "journal"


class Journal:
    """A fold of the store's records, one context per role.

    The store is written first and the contexts follow, so a failing store leaves both as they were.
    Once a commit has begun it runs to its end, also when its caller is cancelled.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._contexts: dict[str, IsolatedRoleContext] = {}
        self._position = 0
        self._turns = Turns()

    @property
    def contexts(self) -> tuple[IsolatedRoleContext, ...]:
        """By first appearance."""
        return tuple(self._contexts.values())

    @property
    def arrived(self) -> int:
        """Messages that ever arrived, all roles together: the next `Message.seq`."""
        return sum(context.arrived for context in self._contexts.values())

    def context(self, role: str) -> IsolatedRoleContext:
        """The role's context; an empty one if nothing has arrived."""
        return self._contexts.get(role) or IsolatedRoleContext(role)

    def address(self, role: str) -> Address:
        """The next free place in the role's log."""
        context = self.context(role)
        item = 0 if context.newest is None else context.newest.item + 1
        return Address(role, context.arrived + 1, self.arrived, item)

    async def refresh(self) -> None:
        """Read what this or another process has added."""
        async with self._turns.of(_WRITING):
            await self._read()

    async def transact(self, build: Callable[[], Sequence[Record]]) -> tuple[Record, ...]:
        """Add the records that `build` makes, all or none.

        Args:
            build: called when the contexts are up to date and nobody else writes; again if
                another process was faster. It may return nothing to do nothing.

        Returns:
            The records added.
        """
        return await asyncio.shield(asyncio.ensure_future(self._transact(build)))

    async def _transact(self, build: Callable[[], Sequence[Record]]) -> tuple[Record, ...]:
        async with self._turns.of(_WRITING):
            for attempt in range(1, _ATTEMPTS + 1):
                await self._read()
                records = tuple(build())
                try:
                    if records:
                        await self.store.commit(records, after=self._position)
                except StoreConflict:
                    if attempt == _ATTEMPTS:
                        raise
                else:
                    break
            self._follow(records)
            return records

    async def _read(self) -> None:
        self._follow(await self.store.load(after=self._position))

    def _follow(self, records: Sequence[Record]) -> None:
        by_role: dict[str, list[Record]] = {}
        for record in records:
            by_role.setdefault(record.role, []).append(record)
        for role, added in by_role.items():
            self._contexts.setdefault(role, IsolatedRoleContext(role)).extend(added)
        self._position += len(records)
