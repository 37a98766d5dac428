from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.builders import SessionBuilder
from tests.memory_builders import StandInCompressor
from uagent_memory.config import Settings
from uagent_memory.errors import ConfigError, InputError, UnknownReference, UnknownRole
from uagent_memory.memory import AgentMemory
from uagent_memory.messages import Author, Message, Role, Span
from uagent_memory.records import decode_record, encode_record
from uagent_memory.stores import InMemoryStore


def memory(**parts: Any) -> AgentMemory:
    parts.setdefault("compressor", StandInCompressor())
    return AgentMemory(settings=Settings(), **parts)


def user(text: str) -> dict[str, object]:
    return {"role": "user", "content": text}


async def test_append_gives_ids_in_order() -> None:
    """Ids name the role's log; aliases and titles name the role."""
    held = memory()
    assert await held.append("coder", [user("a"), user("b")]) == ("coder/m1", "coder/m2")
    assert await held.append("编码专家", [user("c")]) == ("coder/m3",)
    assert await held.append("tester", [user("d")]) == ("tester/m1",)
    assert await held.append("coder", []) == ()
    assert [message.text for message in await held.messages("developer")] == ["a", "b", "c"]
    assert [message.seq for message in await held.messages("tester")] == [3]


async def test_an_unknown_role_is_refused_everywhere() -> None:
    """A slip of the pen does not open a new context."""
    held = memory()
    for call in (
        held.append("codr", [user("a")]),
        held.messages("codr"),
        held.compress_context("codr"),
        held.compress_context("coder", to="codr"),
        held.tokens("codr"),
        held.rewind("codr", "m1"),
    ):
        with pytest.raises(UnknownRole, match="Did you mean 'coder'"):
            await call


async def test_input_is_neither_changed_nor_shared() -> None:
    """What the caller does to the dicts later does not reach the memory."""
    held = memory()
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "Read", "arguments": '{"path": "a"}'},
    }
    items: list[dict[str, Any]] = [
        {"role": "assistant", "content": "reading", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "text"},
    ]
    before = copy.deepcopy(items)
    await held.append("coder", items)
    assert items == before
    items[0]["content"] = "changed"
    call["function"] = {}
    first, second = await held.messages("coder")
    assert first.text == "reading"
    assert first.tool_calls[0].argument("path") == "a"
    assert second.tool_name == "Read"


async def test_a_result_may_come_in_a_later_append() -> None:
    """The tool's name is known from the call that arrived before."""
    held = memory()
    call = {"id": "c1", "type": "function", "function": {"name": "Read", "arguments": "{}"}}
    await held.append("coder", [{"role": "assistant", "content": "", "tool_calls": [call]}])
    await held.append("coder", [{"role": "tool", "tool_call_id": "c1", "content": "text"}])
    assert (await held.messages("coder"))[1].tool_name == "Read"


async def test_a_bad_item_takes_nothing() -> None:
    """One unreadable item, and the whole append is refused."""
    held = memory()
    with pytest.raises(InputError):
        await held.append("coder", [user("a"), 3])
    assert await held.messages("coder") == ()
    assert await held.append("coder", iter([user("a")])) == ("coder/m1",)


async def test_our_messages_get_new_ids_and_keep_the_old() -> None:
    """An id that the input brings is kept beside, never trusted."""
    held = memory()
    session = SessionBuilder(prefix="elsewhere/")
    session.user("a")
    await held.append("coder", [user("first")])
    await held.append("coder", session.messages)
    added = (await held.messages("coder"))[1]
    assert (added.id, added.source_id, added.seq) == ("coder/m2", "elsewhere/m1", 1)


async def test_a_view_can_be_sent() -> None:
    """Both providers' formats come from the same view."""
    held = memory()
    await held.append("coder", [{"role": "system", "content": "Write code."}, user("go")])
    anthropic = await held.messages("coder", format="anthropic")
    assert anthropic == [{"role": "user", "content": "go"}]
    assert await held.system("coder") == "Write code."
    openai = await held.messages("coder", format="openai")
    assert [message["role"] for message in openai] == ["system", "user"]


async def test_recall_returns_the_original() -> None:
    """By full id, short id, role, range, list and span."""
    held = memory()
    await held.append("coder", [user("a\x00\ud800"), user("b"), user("c")])
    await held.append("tester", [user("t")])
    first, second, third = await held.messages("coder")
    assert await held.recall("coder/m1") == first
    assert await held.recall("程序员/m1") == first
    assert await held.recall("(m2)") == second
    assert await held.recall("m1", role="coder") == first
    assert await held.recall("coder/m1-m3") == (first, second, third)
    assert await held.recall("m2-m3") == (second, third)
    assert await held.recall("coder/m3, coder/m1") == (third, first)
    assert await held.recall(Span("coder/m2", "text", 0, 1)) == second
    assert await held.recall(Span("m2", "text", 0, 1), role="coder") == second


@pytest.mark.parametrize(
    ("ref", "reason"),
    [
        ("m1", "m1 is in several logs: say coder/m1 or tester/m1"),
        ("coder/m9", "holds coder/m1 to m2, tester/m1 to m1"),
        ("coder/m1-m9", "coder/m1-m9 is not in this memory"),
        ("coder/m0", "not in this memory"),
        ("planner/m1", "not in this memory"),
        ("nobody/m1", "not in this memory"),
        ("src/a.py", "is no reference"),
    ],
)
async def test_recall_refuses_what_it_does_not_hold(ref: str, reason: str) -> None:
    """An unknown or ambiguous reference is an error that says what there is."""
    held = memory()
    await held.append("coder", [user("a"), user("b")])
    await held.append("tester", [user("t")])
    with pytest.raises(UnknownReference, match=reason):
        await held.recall(ref)


async def test_recall_of_an_empty_memory() -> None:
    """Nothing arrived: the error says so."""
    with pytest.raises(UnknownReference, match="which holds nothing"):
        await memory().recall("m1")


async def test_tokens_count_the_view_and_the_tools() -> None:
    """One counter counts what is sent."""

    class Characters:
        def count(self, text: str) -> int:
            return len(text)

        def count_many(self, texts: Any) -> list[int]:
            return [len(text) for text in texts]

    held = memory(counter=Characters())
    await held.append("coder", [user("12345"), user("目标")])
    first, second = await held.messages("coder")
    text = len(first.full_text) + len(second.full_text)
    assert await held.tokens("coder") == text
    assert await held.tokens("coder", tools=[{"name": "x"}]) == text + len('{"name": "x"}')
    assert await held.tokens("tester") == 0


async def test_compression_is_due_by_window_and_threshold() -> None:
    """The window comes with the call or with the memory; the threshold from the settings."""
    held = memory(window=100)
    await held.append("coder", [user("word " * 90)])
    tokens = await held.tokens("coder")
    assert 80 <= tokens < 100
    assert await held.needs_compression("coder")
    assert not await held.needs_compression("coder", window=1000)
    assert not await held.needs_compression("coder", threshold=1.0)
    assert not await held.needs_compression("tester")
    with pytest.raises(ConfigError, match="give a window"):
        await memory().needs_compression("coder")


async def test_rewind_brings_an_earlier_view_back() -> None:
    """What is taken back leaves the view, can be recalled, and its number is not used again."""
    held = memory()
    await held.append("coder", [user("a"), user("b"), user("c")])
    assert await held.rewind("coder", "m1") == ("coder/m2", "coder/m3")
    assert [message.text for message in await held.messages("coder")] == ["a"]
    assert (await held.append("coder", [user("d")])) == ("coder/m4",)
    lost = await held.recall("coder/m3")
    assert isinstance(lost, Message)
    assert lost.text == "c"
    assert await held.rewind("coder", "coder/m4") == ()
    with pytest.raises(UnknownReference, match="'coder/m2' is not in the context of coder"):
        await held.rewind("coder", "coder/m2")


async def test_forks_share_a_past_only() -> None:
    """A fork is a memory of its own, with the same originals."""
    held = memory()
    await held.append("coder", [user("a")])
    other = await held.fork()
    await other.append("coder", [user("b")])
    await held.append("coder", [user("c")])
    assert [m.text for m in await held.messages("coder")] == ["a", "c"]
    assert [m.text for m in await other.messages("coder")] == ["a", "b"]
    assert await other.recall("coder/m1") == await held.recall("coder/m1")


async def test_a_memory_begins_where_its_store_ends() -> None:
    """After a restart everything is there, byte for byte."""
    store = InMemoryStore()
    async with memory(store=store) as held:
        await held.append("coder", [user("a"), user("b"), user("c"), user("word " * 80)])
        await held.append("tester", [user("t")])
        await held.compress_context("coder", to="tester")
        await held.compress_context("coder")
        await held.rewind("tester", "m1")
        before = [await held.messages(role) for role in ("coder", "tester")]
    on_disk = [encode_record(record) for record in await store.load()]
    restarted = InMemoryStore()
    await restarted.commit([decode_record(line) for line in on_disk], after=0)
    again = memory(store=restarted)
    assert [await again.messages(role) for role in ("coder", "tester")] == before
    assert await again.recall("coder/m1-m4") == await held.recall("coder/m1-m4")


async def test_two_memories_of_one_store_see_each_other() -> None:
    """Another process's messages are read before each call."""
    store = InMemoryStore()
    first, second = memory(store=store), memory(store=store)
    await first.append("coder", [user("a")])
    assert await second.append("coder", [user("b")]) == ("coder/m2",)
    assert [message.text for message in await first.messages("coder")] == ["a", "b"]


async def test_a_context_is_a_copy() -> None:
    """What a caller does to it stays with the caller."""
    held = memory()
    await held.append("coder", [user("a")])
    mine = await held.context("coder")
    mine.append(Message(id="coder/m2", seq=1, role=Role.USER, author=Author.USER, text="only mine"))
    assert len(await held.messages("coder")) == 1
