from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from tests.builders import SessionBuilder
from tests.memory_builders import StandInCompressor, handoff
from uagent_memory.config import Settings
from uagent_memory.errors import BudgetError, BudgetTooSmall, UAgentMemoryError
from uagent_memory.memory import AgentMemory
from uagent_memory.messages import Message
from uagent_memory.records import Record
from uagent_memory.stores import InMemoryStore

ROLES = ("planner", "coder", "tester")


def memory(compressor: Any, **parts: Any) -> AgentMemory:
    return AgentMemory(settings=Settings(), compressor=compressor, **parts)


def long(*words: str) -> tuple[Message, ...]:
    session = SessionBuilder()
    for word in words:
        session.user(f"{word} " * 30)
    return session.messages


async def state(held: AgentMemory) -> list[tuple[Record, ...]]:
    return [(await held.context(role)).log for role in ROLES]


async def started(compressor: StandInCompressor) -> None:
    """Until the worker thread is inside the compressor."""
    await asyncio.to_thread(compressor.started.wait, 30)


@pytest.mark.parametrize("to", [None, "tester"])
@pytest.mark.parametrize("error", [RuntimeError("boom"), TimeoutError(), MemoryError()])
async def test_a_failing_compressor_changes_nothing(to: str | None, error: Exception) -> None:
    """Any failure leaves history as it was and reaches the caller."""
    held = memory(StandInCompressor(error=error))
    await held.append("coder", long("a", "b"))
    before = await state(held)
    with pytest.raises(type(error)):
        await held.compress_context("coder", to=to)
    assert await state(held) == before
    assert await held.append("coder", long("c")) == ("coder/m3",)


async def test_strict_raises_and_changes_nothing() -> None:
    """BudgetTooSmall carries the result; nobody got it."""
    result = handoff("degraded", role="coder", to="tester")
    held = memory(StandInCompressor(error=BudgetTooSmall("too small", result=result)))
    await held.append("coder", long("a", "b"))
    before = await state(held)
    with pytest.raises(BudgetTooSmall) as caught:
        await held.compress_context("coder", to="tester", budget=10, strict=True)
    assert caught.value.result is result
    assert await state(held) == before


async def test_strict_is_not_satisfied_by_an_earlier_degraded_one() -> None:
    """A degraded hand-off that was delivered does not hide the error from a strict call."""
    compressor = StandInCompressor(status="budget_too_small")
    held = memory(compressor)
    await held.append("coder", long("a", "b"))
    with capture_logs() as events:
        await held.compress_context("coder", to="tester", budget=10)
    assert events[0]["log_level"] == "warning"
    compressor.error = BudgetTooSmall("too small", result=handoff())
    with pytest.raises(BudgetTooSmall):
        await held.compress_context("coder", to="tester", budget=10, strict=True)
    assert len(await held.messages("tester")) == 1


async def test_an_empty_result_changes_nothing() -> None:
    """No text is a failure, not a very short summary."""
    held = memory(lambda messages, inputs: handoff(" \n"))
    await held.append("coder", long("a", "b"))
    before = await state(held)
    with pytest.raises(UAgentMemoryError, match="gave no text: nothing has changed"):
        await held.compress_context("coder")
    assert await state(held) == before


async def test_a_result_that_is_not_smaller_is_not_applied() -> None:
    """A view never grows by compressing it."""
    held = memory(StandInCompressor())
    await held.append("coder", [{"role": "user", "content": "hi"}])
    before = await state(held)
    with capture_logs() as events:
        await held.compress_context("coder")
    assert await state(held) == before
    assert events[-1]["event"] == "compaction.skipped"


async def test_unchanged_is_nothing_to_apply_to_oneself() -> None:
    """Too short to compress: a compaction leaves the view, a hand-off still arrives."""
    held = memory(StandInCompressor(status="unchanged"))
    await held.append("coder", long("a", "b"))
    await held.compress_context("coder")
    assert len(await held.messages("coder")) == 2
    await held.compress_context("coder", to="tester")
    assert len(await held.messages("tester")) == 1


async def test_what_the_receipt_does_not_account_for_stays() -> None:
    """A message that is neither kept nor covered is not hidden."""
    stand_in = StandInCompressor()

    def forgetful(messages: Any, inputs: Any) -> Any:
        return stand_in(messages[:-1], inputs)

    held = memory(forgetful)
    await held.append("coder", long("a", "b", "c"))
    await held.compress_context("coder")
    assert [message.short_id for message in await held.messages("coder")] == ["m4", "m3"]


@pytest.mark.parametrize("to", [None, "tester"])
async def test_a_cancelled_compression_leaves_no_half_state(to: str | None) -> None:
    """The thread may run on; its result goes nowhere."""
    compressor = StandInCompressor()
    compressor.gate.clear()
    held = memory(compressor)
    await held.append("coder", long("a", "b"))
    before = await state(held)
    task = asyncio.create_task(held.compress_context("coder", to=to))
    await started(compressor)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await state(held) == before
    compressor.gate.set()
    await held.compress_context("coder", to=to)
    assert len(await held.messages(to or "coder")) == 1


async def test_messages_that_arrive_meanwhile_are_kept_once_and_in_order() -> None:
    """They follow the summary and are not covered by it."""
    compressor = StandInCompressor()
    compressor.gate.clear()
    held = memory(compressor)
    await held.append("coder", long("a", "b"))
    task = asyncio.create_task(held.compress_context("coder"))
    await started(compressor)
    assert await held.append("coder", long("c", "d")) == ("coder/m3", "coder/m4")
    compressor.gate.set()
    await task
    assert [message.short_id for message in await held.messages("coder")] == ["m5", "m3", "m4"]
    await held.compress_context("coder")
    assert compressor.seen[-1] == tuple(f"coder/m{number}" for number in range(1, 5))


async def test_a_result_that_arrives_meanwhile_finds_its_call() -> None:
    """A call that was open when the compression began is not hidden."""
    compressor = StandInCompressor()
    compressor.gate.clear()
    held = memory(compressor)
    session = SessionBuilder()
    session.user("go " * 50)
    call = session.call("Bash", command="make")
    session.agent("calls", call)
    await held.append("coder", session.messages)
    task = asyncio.create_task(held.compress_context("coder"))
    await started(compressor)
    session.result(call, "ok")
    await held.append("coder", session.messages[2:])
    compressor.gate.set()
    await task
    assert [message.short_id for message in await held.messages("coder")] == ["m4", "m2", "m3"]


async def test_a_rewind_waits_for_a_compression_of_its_role() -> None:
    """It never pulls the originals from under it; other roles do not wait."""
    compressor = StandInCompressor()
    compressor.gate.clear()
    held = memory(compressor)
    await held.append("coder", long("a", "b"))
    await held.append("tester", long("t", "u"))
    task = asyncio.create_task(held.compress_context("coder"))
    await started(compressor)
    rewind = asyncio.create_task(held.rewind("coder", "m1"))
    assert await held.rewind("tester", "m1") == ("tester/m2",)
    assert not rewind.done()
    compressor.gate.set()
    await task
    assert await rewind == ("coder/m2", "coder/m3")


async def test_the_same_compression_twice_at_once_is_one() -> None:
    """The second waits and finds the first one's result."""
    compressor = StandInCompressor()
    held = memory(compressor)
    await held.append("coder", long("a", "b"))
    first, second = await asyncio.gather(
        held.compress_context("coder", to="tester"), held.compress_context("coder", to="tester")
    )
    assert first == second
    assert len(compressor.seen) == len(await held.messages("tester")) == 1


async def test_a_store_that_fails_at_the_end_changes_nothing() -> None:
    """Hand-off and marks are written in one transaction or not at all."""

    class Failing(InMemoryStore):
        broken = False

        async def commit(self, records: Any, *, after: int) -> None:
            if self.broken:
                raise OSError("disk full")
            await super().commit(records, after=after)

    store = Failing()
    held = memory(StandInCompressor(), store=store)
    await held.append("coder", long("a", "b"))
    before = await state(held)
    store.broken = True
    with pytest.raises(OSError, match="disk full"):
        await held.compress_context("coder")
    assert await state(held) == before
    store.broken = False
    await held.compress_context("coder")
    assert len(await held.messages("coder")) == 1


def test_a_memory_outlives_its_event_loop() -> None:
    """A script may call asyncio.run several times, with work in parallel each time."""
    held = memory(StandInCompressor())

    async def work() -> None:
        await asyncio.gather(*(held.append("coder", long("a")) for _ in range(4)))
        await asyncio.gather(*(held.compress_context("coder", to=to) for to in ROLES))

    for _ in range(3):
        asyncio.run(work())
    assert len(asyncio.run(held.messages("tester"))) == 3


@pytest.mark.parametrize(
    "wrong", [{"budget": 1.5}, {"budget": True}, {"budget": "many"}, {"ratio": "half"}]
)
async def test_numbers_must_be_numbers(wrong: dict[str, Any]) -> None:
    """A budget or ratio of another type is a BudgetError before any work."""
    compressor = StandInCompressor()
    held = memory(compressor)
    await held.append("coder", long("a", "b"))
    with pytest.raises(BudgetError, match="give a whole number"):
        await held.compress_context("coder", **wrong)
    assert compressor.seen == []


async def test_a_stuck_window_is_reported_once() -> None:
    """When the fixed parts alone are too large, no compression is asked for."""
    held = memory(StandInCompressor(), window=20)
    await held.append("coder", [{"role": "system", "content": "rule " * 50}])
    with capture_logs() as events:
        assert not await held.needs_compression("coder")
        assert not await held.needs_compression("coder")
    assert [event["event"] for event in events] == ["window.stuck"]


async def test_nothing_new_is_no_reason_to_compress() -> None:
    """After a compaction the trigger is silent until something arrives."""
    held = memory(StandInCompressor(), window=25)
    await held.append("coder", long("a", "b"))
    assert await held.needs_compression("coder")
    await held.compress_context("coder")
    assert not await held.needs_compression("coder", threshold=0.1)


async def test_events_carry_no_content() -> None:
    """At INFO there are roles, stages, ids and figures, never a message's words."""
    held = memory(StandInCompressor())
    await held.append("coder", long("secretword", "b"))
    with capture_logs() as events:
        await held.compress_context("coder", to="tester")
        await held.rewind("coder", "m1")
    assert [event["event"] for event in events] == [
        "context.compressed",
        "handoff.delivered",
        "context.rewound",
    ]
    assert all({"role", "stage"} <= set(event) for event in events)
    assert "secretword" not in str(events)


OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(["append", "compress", "fail", "cancel", "rewind"]),
        st.sampled_from(ROLES),
        st.sampled_from([None, *ROLES]),
        st.integers(1, 6),
    ),
    max_size=12,
)


@settings(max_examples=100, deadline=None)
@given(OPERATIONS)
async def test_whatever_happens_originals_are_there_and_accounted_for(
    operations: list[tuple[str, str, str | None, int]],
) -> None:
    """Appends, compressions, failures, cancellations and rewinds in any order."""
    compressor = StandInCompressor()
    held = memory(compressor)
    given: dict[str, str] = {}
    for step, (operation, role, to, number) in enumerate(operations):
        if operation == "append":
            texts = [f"{step}.{index} " * 20 for index in range(number)]
            ids = await held.append(role, [{"role": "user", "content": text} for text in texts])
            given.update(zip(ids, texts, strict=True))
        elif operation == "rewind":
            live = (await held.context(role)).messages
            if live:
                await held.rewind(role, live[number % len(live)].id)
        elif (await held.context(role)).messages:
            await _compress(held, compressor, operation, role, to)
    for identifier, text in given.items():
        original = await held.recall(identifier)
        assert isinstance(original, Message)
        assert original.text == text
    for role in ROLES:
        context = await held.context(role)
        view = {message.id for message in context.visible}
        for message in context.messages:
            assert (message.id in view) is (message.id not in context.hidden)
        seen = [message.seq for message in context.messages]
        assert seen == sorted(seen)


async def _compress(
    held: AgentMemory,
    compressor: StandInCompressor,
    operation: str,
    role: str,
    to: str | None,
) -> None:
    if operation == "compress":
        await held.compress_context(role, to=to)
        return
    before = await state(held)
    seen = len(compressor.seen)
    if operation == "fail":
        compressor.error = RuntimeError("boom")
        try:
            await held.compress_context(role, to=to)
        except RuntimeError:
            pass
        else:
            assert len(compressor.seen) == seen  # delivered before: nothing to do
        finally:
            compressor.error = None
    else:
        compressor.gate.clear()
        task = asyncio.create_task(held.compress_context(role, to=to))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        compressor.gate.set()
    assert await state(held) == before
