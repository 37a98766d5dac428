from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from tests.builders import SessionBuilder
from tests.memory_builders import StandInCompressor
from uagent_memory.config import Settings
from uagent_memory.delivery import result_of
from uagent_memory.memory import AgentMemory
from uagent_memory.messages import Author, Block, Message, MessageKind, Role


@pytest.fixture
def compressor() -> StandInCompressor:
    return StandInCompressor()


@pytest.fixture
def memory(compressor: StandInCompressor) -> AgentMemory:
    return AgentMemory(settings=Settings(), compressor=compressor)


def texts(messages: tuple[Message, ...]) -> list[str]:
    return [message.text for message in messages]


def long(*words: str) -> tuple[Message, ...]:
    """Messages that are longer than the stand-in's summary."""
    session = SessionBuilder()
    for word in words:
        session.user(f"{word} " * 30)
    return session.messages


async def test_a_handoff_arrives_as_one_message(memory: AgentMemory) -> None:
    """Kind, author, role, sender, receiver, time and text say what it is."""
    await memory.append("coder", long("a", "b"))
    result = await memory.compress_context("coder", to="tester", budget=50)
    (message,) = await memory.messages("tester")
    assert message.id == "tester/m1"
    assert (message.kind, message.author, message.role) == (
        MessageKind.HANDOFF,
        Author.SUMMARY,
        Role.USER,
    )
    assert (message.agent, message.to) == ("coder", "tester")
    assert message.text == str(result) == "2 messages coder/m1 to coder/m2 for tester"
    assert message.timestamp == (await memory.messages("coder"))[-1].timestamp
    assert result_of(message) == result


async def test_the_sender_is_unchanged(memory: AgentMemory) -> None:
    """A hand-off reads the sender's context and writes the receiver's only."""
    await memory.append("coder", long("a", "b"))
    await memory.append("reviewer", long("r"))
    before = [(await memory.context(role)).log for role in ("coder", "reviewer")]
    await memory.compress_context("coder", to="tester")
    assert [(await memory.context(role)).log for role in ("coder", "reviewer")] == before


async def test_a_preview_changes_nothing(memory: AgentMemory) -> None:
    """deliver=False returns the result and delivers it to nobody."""
    await memory.append("coder", long("a", "b"))
    result = await memory.compress_context("coder", to="tester", deliver=False)
    assert result.status == "accepted"
    assert await memory.messages("tester") == ()
    await memory.compress_context("coder", deliver=False)
    assert len(await memory.messages("coder")) == 2


async def test_a_compaction_hides_its_originals(memory: AgentMemory) -> None:
    """Its own view gets one message in their place; they can be recalled."""
    originals = long("a", "b", "c")
    await memory.append("coder", originals)
    await memory.compress_context("coder", budget=50)
    (summary,) = await memory.messages("coder")
    assert summary.id == "coder/m4"
    assert (summary.agent, summary.to) == ("coder", "coder")
    recalled = await memory.recall("coder/m1-m3")
    assert isinstance(recalled, tuple)
    assert texts(recalled) == texts(originals)


async def test_to_oneself_is_a_compaction(
    memory: AgentMemory, compressor: StandInCompressor
) -> None:
    """`to` the sender is the same as no `to`, also by alias."""
    await memory.append("coder", long("a", "b"))
    await memory.compress_context("coder", to="编码专家")
    assert texts(await memory.messages("coder")) == ["2 messages coder/m1 to coder/m2 for coder"]
    await memory.compress_context("coder")
    assert len(compressor.seen) == 1


async def test_system_text_stays_in_view(memory: AgentMemory) -> None:
    """The role's contract is not folded into its summary."""
    session = SessionBuilder()
    session.system("Write code. " * 20)
    session.user("a " * 50)
    await memory.append("coder", session.messages)
    await memory.compress_context("coder")
    view = await memory.messages("coder")
    assert [message.role for message in view] == [Role.SYSTEM, Role.USER]
    assert view[1].kind is MessageKind.HANDOFF


async def test_injected_text_in_the_systems_role_is_folded(memory: AgentMemory) -> None:
    """A harness's lines are not the system's word and do not pile up in view."""
    session = SessionBuilder()
    session.user("a " * 50)
    session.add(Role.SYSTEM, Author.HARNESS, "Conversation compacted")
    await memory.append("coder", session.messages)
    await memory.compress_context("coder")
    assert len(await memory.messages("coder")) == 1


async def test_open_calls_are_never_hidden(memory: AgentMemory) -> None:
    """A call that waits for its result keeps its place, its sisters' results too."""
    session = SessionBuilder()
    session.user("go " * 50)
    first, second = session.call("Read", path="a"), session.call("Approve", what="deploy")
    session.agent("both", first, second)
    session.result(first, "content")
    await memory.append("coder", session.messages)
    await memory.compress_context("coder")
    assert [message.short_id for message in await memory.messages("coder")] == ["m4", "m2", "m3"]
    session.result(second, "approved")
    await memory.append("coder", session.messages[3:])
    assert [m.short_id for m in await memory.messages("coder")] == ["m4", "m2", "m3", "m5"]
    await memory.compress_context("coder")
    assert [message.short_id for message in await memory.messages("coder")] == ["m6"]


async def test_a_dead_call_is_folded_with_a_warning(memory: AgentMemory) -> None:
    """Nobody will answer it any more: it does not block for ever."""
    session = SessionBuilder()
    session.agent("calls", session.call("Bash", command="make"))
    for number in range(Settings().open_call_patience + 1):
        session.user(f"next {number}")
        session.agent(f"step {number}")
    await memory.append("coder", session.messages)
    with capture_logs() as events:
        await memory.compress_context("coder")
    assert len(await memory.messages("coder")) == 1
    warned = [event for event in events if event["event"] == "calls.expired"]
    assert [(event["log_level"], event["messages"]) for event in warned] == [
        ("warning", ("coder/m1",))
    ]


async def test_thinking_behind_a_compaction_is_not_sent(memory: AgentMemory) -> None:
    """It is bound to a history that the view no longer has; what comes later stays."""
    session = SessionBuilder()
    session.user("go " * 50)
    thought = Block(type="thinking", data={"type": "thinking", "thinking": "x", "signature": "s"})
    call = session.call("Bash", command="make")
    session.agent("calls", call, blocks=(thought,))
    session.result(call, "ok")
    session.agent("done", blocks=(thought,))
    await memory.append("tester", session.messages)
    assert str(await memory.messages("tester", format="anthropic")).count("signature") == 2

    await memory.append("coder", session.messages[:2])
    await memory.compress_context("coder")
    await memory.append("coder", session.messages[2:])
    assert str(await memory.messages("coder", format="anthropic")).count("signature") == 1
    assert (await memory.messages("coder"))[1].blocks == (thought,)


async def test_an_unchanged_history_is_compressed_once(
    memory: AgentMemory, compressor: StandInCompressor
) -> None:
    """The same call again returns the same and appends nothing."""
    await memory.append("coder", long("a", "b"))
    for to, receiver in ((None, "coder"), ("tester", "tester")):
        first = await memory.compress_context("coder", to=to, budget=50, keep=("a",))
        log = (await memory.context(receiver)).log
        again = await memory.compress_context("coder", to=to, budget=50, keep="a")
        assert again == first
        assert again.messages(tail=1) == first.messages(tail=1)
        assert (await memory.context(receiver)).log == log
    assert len(compressor.seen) == 2


async def test_new_content_or_another_request_is_new_work(
    memory: AgentMemory, compressor: StandInCompressor
) -> None:
    """What differs is compressed: other messages, another budget, another receiver."""
    await memory.append("coder", long("a", "b"))
    await memory.compress_context("coder", to="tester", budget=50)
    await memory.compress_context("coder", to="tester", budget=60)
    await memory.compress_context("coder", to="reviewer", budget=60)
    await memory.append("coder", long("c"))
    await memory.compress_context("coder", to="reviewer", budget=60)
    assert len(compressor.seen) == 4
    assert len(await memory.messages("tester")) == 2


async def test_every_compaction_starts_from_the_originals(
    memory: AgentMemory, compressor: StandInCompressor
) -> None:
    """No summary is ever summarised, and the view stays bounded."""
    sizes = []
    for generation in range(5):
        await memory.append("coder", long(f"word{generation}", f"more{generation}"))
        await memory.compress_context("coder", budget=50)
        view = await memory.messages("coder")
        assert len(view) == 1
        sizes.append(await memory.tokens("coder"))
    assert max(sizes) - min(sizes) <= 2
    assert compressor.seen[-1] == tuple(
        f"coder/m{number}" for number in (1, 2, 4, 5, 7, 8, 10, 11, 13, 14)
    )


async def test_a_received_handoff_is_an_original_of_the_receiver(
    memory: AgentMemory, compressor: StandInCompressor
) -> None:
    """It is compressed with the rest, its structured form at hand; its sources can be recalled."""
    await memory.append("planner", long("plan", "more"))
    handed = await memory.compress_context("planner", to="coder")
    await memory.append("coder", long("code"))
    await memory.compress_context("coder", to="tester")
    assert compressor.seen[-1] == ("coder/m1", "coder/m2")
    received = await memory.recall("coder/m1")
    assert isinstance(received, Message)
    assert result_of(received) == handed
    source = await memory.recall("planner/m1")
    assert isinstance(source, Message)
    assert source.text.startswith("plan")


async def test_one_to_two_and_two_to_one(memory: AgentMemory) -> None:
    """Fan-out and fan-in keep who said what."""
    await memory.append("coder", long("a", "b"))
    await memory.append("planner", long("p", "q"))
    await asyncio.gather(
        memory.compress_context("coder", to="tester"),
        memory.compress_context("coder", to="reviewer"),
        memory.compress_context("planner", to="reviewer"),
    )
    assert [m.agent for m in await memory.messages("tester")] == ["coder"]
    received = {m.agent: m.text for m in await memory.messages("reviewer")}
    assert received == {
        "coder": "2 messages coder/m1 to coder/m2 for reviewer",
        "planner": "2 messages planner/m1 to planner/m2 for reviewer",
    }


async def test_rewinding_past_a_compaction_brings_the_originals_back(
    memory: AgentMemory, compressor: StandInCompressor
) -> None:
    """The view is as it was; the next compaction is a new one."""
    await memory.append("coder", long("a", "b"))
    before = await memory.messages("coder")
    await memory.compress_context("coder", budget=50)
    await memory.rewind("coder", "m2")
    assert await memory.messages("coder") == before
    await memory.compress_context("coder", budget=50)
    assert [message.short_id for message in await memory.messages("coder")] == ["m4"]
    assert len(compressor.seen) == 2


async def test_a_handoff_taken_back_is_delivered_again(memory: AgentMemory) -> None:
    """What the receiver rewound away does not count as delivered."""
    await memory.append("coder", long("a", "b"))
    await memory.append("tester", long("t"))
    await memory.compress_context("coder", to="tester")
    await memory.rewind("tester", "m1")
    await memory.compress_context("coder", to="tester")
    assert [message.short_id for message in await memory.messages("tester")] == ["m1", "m3"]


async def test_a_forged_delivery_is_an_ordinary_message(
    memory: AgentMemory, compressor: StandInCompressor
) -> None:
    """A hand-off copied in from elsewhere is read like any input, not taken for our own."""
    await memory.append("coder", long("a", "b"))
    await memory.compress_context("coder", budget=50)
    other = await memory.fork()
    await other.append("tester", await memory.messages("coder"))
    await other.append("tester", long("t"))
    await other.compress_context("tester", budget=50)
    assert compressor.seen[-1] == ("tester/m1", "tester/m2")
