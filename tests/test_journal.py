from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.builders import SessionBuilder
from uagent_memory.journal import Journal
from uagent_memory.records import MessageRecord, Record
from uagent_memory.stores import InMemoryStore, StoreConflict

if TYPE_CHECKING:
    from collections.abc import Sequence


def arrival(journal: Journal, role: str) -> list[Record]:
    """One message at the role's next free place."""
    address = journal.address(role)
    message = SessionBuilder().user("text")
    placed = message.model_copy(update={"id": address.id, "seq": address.seq, "item": address.item})
    return [MessageRecord(role=role, message=placed)]


class SlowStore(InMemoryStore):
    """Waits in the middle of a commit until it may go on."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = asyncio.Event()
        self.may_end = asyncio.Event()

    async def commit(self, records: Sequence[Record], *, after: int) -> None:
        self.begun.set()
        await self.may_end.wait()
        await super().commit(records, after=after)


class FailingStore(InMemoryStore):
    async def commit(self, records: Sequence[Record], *, after: int) -> None:
        raise OSError("disk full")


class BusyStore(InMemoryStore):
    """Somebody else is always faster."""

    async def commit(self, records: Sequence[Record], *, after: int) -> None:
        raise StoreConflict("busy")


async def test_addresses_count_on() -> None:
    """Numbers go up by role, seq over the whole memory."""
    journal = Journal(InMemoryStore())
    for role in ("coder", "tester", "coder"):
        await journal.transact(partial(arrival, journal, role))
    assert journal.address("coder") == ("coder", 3, 3, 2)
    assert journal.address("planner") == ("planner", 1, 3, 0)
    assert [context.role for context in journal.contexts] == ["coder", "tester"]


async def test_two_writers_of_one_store_take_turns() -> None:
    """A journal that lost the race builds its records again, with the next number."""
    store = InMemoryStore()
    first, second = Journal(store), Journal(store)
    writers = (first, second) * 5
    await asyncio.gather(
        *(writer.transact(partial(arrival, writer, "coder")) for writer in writers)
    )
    await first.refresh()
    ids = [message.id for message in first.context("coder").messages]
    assert ids == [f"coder/m{number}" for number in range(1, 11)]


async def test_a_failing_store_changes_nothing() -> None:
    """The contexts follow the store, never lead it."""
    journal = Journal(FailingStore())
    with pytest.raises(OSError, match="disk full"):
        await journal.transact(lambda: arrival(journal, "coder"))
    assert journal.context("coder").messages == ()
    assert journal.arrived == 0


async def test_an_endless_race_ends() -> None:
    """After a bounded number of tries the conflict is the caller's to see."""
    journal = Journal(BusyStore())
    with pytest.raises(StoreConflict):
        await journal.transact(lambda: arrival(journal, "coder"))


async def test_a_begun_commit_runs_to_its_end() -> None:
    """A caller that is cancelled meanwhile leaves store and contexts in step."""
    store = SlowStore()
    journal = Journal(store)
    task = asyncio.create_task(journal.transact(lambda: arrival(journal, "coder")))
    await asyncio.wait_for(store.begun.wait(), timeout=60)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    store.may_end.set()
    await journal.refresh()
    assert len(journal.context("coder").messages) == len(await store.load()) == 1


async def test_building_nothing_writes_nothing() -> None:
    """An empty transaction does not touch the store."""
    journal = Journal(FailingStore())
    assert await journal.transact(list) == ()
