from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory.errors import InputError
from uagent_memory.records import MessageRecord, Record, RewindRecord
from uagent_memory.stores import InMemoryStore, Store, StoreConflict


def records(*texts: str, start: int = 0) -> list[Record]:
    builder = SessionBuilder(prefix="coder/")
    for number in range(start):
        builder.user(str(number))
    for text in texts:
        builder.user(text)
    return [MessageRecord(role="coder", message=message) for message in builder.messages[start:]]


async def test_it_is_a_store() -> None:
    """The in-memory store fulfils the protocol."""
    store = InMemoryStore()
    assert isinstance(store, Store)
    await store.close()


async def test_records_come_back_in_order() -> None:
    """What was committed is loaded, all of it or the part not yet known."""
    store = InMemoryStore()
    first, second = records("a", "b"), records("c", start=2)
    await store.commit(first, after=0)
    await store.commit(second, after=2)
    assert list(await store.load()) == [*first, *second]
    assert list(await store.load(after=2)) == second
    assert list(await store.load(after=3)) == []


async def test_originals_are_found_by_id() -> None:
    """An original is the message that was committed; an unknown id is None."""
    store = InMemoryStore()
    await store.commit(records("a\x00\ud800"), after=0)
    found = await store.get("coder/m1")
    assert found is not None
    assert found.text == "a\x00\ufffd"
    assert await store.get("coder/m2") is None


async def test_a_slower_writer_is_told() -> None:
    """A commit that does not know the newest record changes nothing."""
    store = InMemoryStore()
    await store.commit(records("a"), after=0)
    with pytest.raises(StoreConflict, match="holds 1 records, not 0"):
        await store.commit([RewindRecord(role="coder", to="coder/m1")], after=0)
    assert len(await store.load()) == 1


@pytest.mark.parametrize("again", [records("b", "x", start=0), records("b", start=1) * 2])
async def test_an_id_in_use_stores_nothing(again: list[Record]) -> None:
    """A commit with a message id that is taken, or twice in it, is refused as a whole."""
    store = InMemoryStore()
    await store.commit(records("a"), after=0)
    with pytest.raises(InputError, match="nothing was stored"):
        await store.commit(again, after=1)
    assert len(await store.load()) == 1
