"""I10, I17, I18, I32, I34: four hand-offs in a row, whole and compressed ones in any mixture."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tests.openai_messages import agent, run, user
from uagent_memory import AgentMemory, CompressedContext, compress_context_sync
from uagent_memory.formats import read_messages
from uagent_memory.messages import Message, Span
from uagent_memory.role_files import shipped_roles
from uagent_memory.segments import Entry, SegmentName

ROLES = ("planner", "coder", "tester", "reviewer", "general")
BUDGET = 900
SHORT, LONG = 1, 60
REMINDER = "<system-reminder>\nThe todo list is empty.\n</system-reminder>"
MIXTURES = [
    (SHORT, SHORT, SHORT, SHORT),
    (SHORT, SHORT, SHORT, LONG),
    (LONG, SHORT, SHORT, LONG),
    (SHORT, LONG, SHORT, LONG),
    (SHORT, SHORT, LONG, LONG),
    (LONG, LONG, SHORT, SHORT),
    (SHORT, LONG, LONG, SHORT),
    (LONG, LONG, LONG, LONG),
]


@dataclass(frozen=True)
class Words:
    ask: str
    rule: str
    task: str
    idle: str
    made: str


EN = Words(
    ask="Add rate limiting to api/login.py.",
    rule="Do not change api/token.py.",
    task="TODO: add a test for src/{}.py.",
    idle="{} step {}: module {} holds nothing of interest.",
    made="created",
)
ZH = Words(
    ask="请给 api/login.py 加上限流。",
    rule="不要修改 api/token.py。",
    task="还需要为 src/{}.py 补充测试。",
    idle="{} 第 {} 步：模块 {} 没有值得注意的内容。",
    made="已创建",
)


def opening(words: Words) -> dict[str, Any]:
    return user(f"{REMINDER}\n{words.ask} {words.rule}")


def work(role: str, words: Words, size: int) -> list[dict[str, Any]]:
    """One file written, some idle steps, one task left; the call has the same id in every role."""
    done = "File created successfully."
    return [
        *run("Write", done, file_path=f"src/{role}.py", content="x = 1\n"),
        *(agent(words.idle.format(role, n, n + 100)) for n in range(size)),
        agent(words.task.format(role)),
    ]


def entries(result: CompressedContext, name: SegmentName | None = None) -> Iterator[Entry]:
    stack = [e for s in result.segments if name in (None, s.name) for e in s.entries]
    while stack:
        entry = stack.pop()
        yield entry
        stack.extend(entry.children)


def check(result: CompressedContext, words: Words, *, hops: int) -> None:
    """What every role was told, changed and left open is there, once, in the right place."""
    text = result.markdown
    assert result.tokens <= BUDGET
    assert shipped_roles().get(result.to).contract in text
    assert text.count("Contract of ") == text.count("[end of hand-off]") == 1
    assert "system-reminder" not in text
    assert r"\(" not in text
    roles = ROLES[:hops]
    if result.status == "unchanged":
        check_whole(text, words, roles)
        return
    assert result.status == "accepted"
    check_segment(result, SegmentName.PRIMARY_REQUEST, [words.rule, words.ask])
    check_segment(result, SegmentName.PENDING_TASKS, [words.task.format(role) for role in roles])
    check_segment(result, SegmentName.FILES, [f"`src/{role}.py` {words.made}" for role in roles])
    primary = [e.text for e in entries(result, SegmentName.PRIMARY_REQUEST)]
    assert not any("Policy" in line or "规则" in line for line in primary)


def check_whole(text: str, words: Words, roles: tuple[str, ...]) -> None:
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    users = [line["text"] for line in lines if line["role"] == "user" and "kind" not in line]
    assert text.count(words.rule) == text.count(words.ask)
    assert users in ([], [f"{words.ask} {words.rule}"])
    for role in roles:
        assert text.count(words.task.format(role)) == 1
        assert f"src/{role}.py" in text


def check_segment(result: CompressedContext, name: SegmentName, wanted: list[str]) -> None:
    """Each in one entry of the segment; it must be kept, there or in the user's latest message."""
    for words in wanted:
        found = [e for e in entries(result, name) if words.rstrip("。.") in e.text]
        quoted = [e for e in entries(result, SegmentName.USER_MESSAGES) if words in e.text]
        assert len(found) <= 1
        assert any(entry.must_keep for entry in (*found, *quoted)), (words, found, quoted)


@pytest.mark.parametrize("words", [EN, ZH], ids=["en", "zh"])
@pytest.mark.parametrize("sizes", MIXTURES, ids=str)
async def test_four_hops_in_memory(sizes: tuple[int, ...], words: Words) -> None:
    """Also at the least budget that the last hop accepts; every source can be recalled."""
    memory = AgentMemory()
    await memory.append("planner", [opening(words)])
    for hop, size in enumerate(sizes):
        sender, receiver = ROLES[hop], ROLES[hop + 1]
        await memory.append(sender, work(sender, words, size))
        result = await memory.compress_context(sender, to=receiver, budget=BUDGET)
        check(result, words, hops=hop + 1)
        received = await memory.messages(receiver)
        assert [message.kind.value for message in received] == ["handoff"]
        for entry in entries(result):
            for span in entry.sources:
                original = await memory.recall(span)
                assert span.end <= len(original.part(span.part))
    least = result.report.minimum_budget
    last = await memory.compress_context("reviewer", to="general", budget=least, deliver=False)
    check(last, words, hops=4)


@pytest.mark.parametrize("words", [EN, ZH], ids=["en", "zh"])
@pytest.mark.parametrize("sizes", MIXTURES, ids=str)
@pytest.mark.parametrize("form", ["anthropic", "openai"])
def test_four_hops_without_a_memory(sizes: tuple[int, ...], words: Words, form: Any) -> None:
    """Each hand-off is fed back as the messages it gives; sources are messages of some call."""
    known: dict[str, Message] = {}
    messages: list[dict[str, Any]] = [opening(words)]
    for hop, size in enumerate(sizes):
        sender, receiver = ROLES[hop], ROLES[hop + 1]
        messages = [*messages, *work(sender, words, size)]
        own = {m.id: m for m in read_messages(messages)}
        result = compress_context_sync(messages, role=sender, to=receiver, budget=BUDGET)
        check(result, words, hops=hop + 1)
        known |= {f"{sender}/{name}": message for name, message in own.items()}
        check_sources(result, own | known)
        messages = result.messages(form)
        assert len(messages) == 1


def check_sources(result: CompressedContext, known: Mapping[str, Message]) -> None:
    """Every span lies in a message; of a user's words with what a program put in left out."""

    def quote(span: Span) -> str:
        text = known[span.message_id].part(span.part)
        return text.replace(f"{REMINDER}\n", "")[span.start : span.end]

    for entry in entries(result):
        if entry.kind in ("constraint", "request", "task"):
            quoted = [quote(span) for span in entry.sources]
            assert any(words in entry.text for words in quoted), (entry, quoted)


async def test_the_size_is_bounded_however_often_it_is_passed_on() -> None:
    """I32: to and fro between two roles, nothing new: nothing is said twice, nothing grows."""
    memory = AgentMemory()
    await memory.append("planner", [opening(EN), *work("planner", EN, SHORT)])
    sizes = []
    for _ in range(4):
        there = await memory.compress_context("planner", to="coder", budget=BUDGET)
        back = await memory.compress_context("coder", to="planner", budget=BUDGET)
        sizes.append((there.tokens, back.tokens))
        assert back.markdown.count(EN.rule) == 1
    assert len(set(sizes)) == 1


async def test_two_ways_to_one_role() -> None:
    """Fan-in: what reaches the reviewer from the planner by two ways is there once."""
    memory = AgentMemory()
    await memory.append("planner", [opening(EN), *work("planner", EN, SHORT)])
    for role in ("coder", "tester"):
        await memory.compress_context("planner", to=role, budget=BUDGET)
        await memory.append(role, work(role, EN, SHORT))
        await memory.compress_context(role, to="reviewer", budget=BUDGET)
    result = await memory.compress_context("reviewer", to="general", budget=BUDGET)
    check(result, EN, hops=3)
    assert set(result.report.coverage) >= {"reviewer/m1", "reviewer/m2", "planner/m1"}


async def test_the_receiver_compacts_what_it_received_whole() -> None:
    """The hand-off is hidden with the rest, its sender's messages can be recalled."""
    memory = AgentMemory()
    await memory.append("planner", [opening(EN), *work("planner", EN, SHORT)])
    await memory.compress_context("planner", to="coder", budget=BUDGET)
    await memory.append("coder", work("coder", EN, LONG))
    result = await memory.compress_context("coder", budget=700)
    (view,) = await memory.messages("coder")
    assert view.id == "coder/m65"
    assert EN.rule in view.text
    cited = {span.message_id for entry in entries(result) for span in entry.sources}
    assert "planner/m1" in cited


def test_whole_for_oneself_is_the_messages_themselves() -> None:
    """Too short to compress: the role goes on with the messages it gave."""
    messages = [opening(EN), *work("planner", EN, SHORT)]
    result = compress_context_sync(messages, role="planner", budget=BUDGET)
    assert result.status == "unchanged"
    assert "system-reminder" not in result.markdown
    given = result.messages("openai")
    again = compress_context_sync(given, role="planner", budget=BUDGET)
    assert again.markdown == result.markdown
    assert [m["role"] for m in given] == [m["role"] for m in messages]


@pytest.mark.parametrize("words", [EN, ZH], ids=["en", "zh"])
def test_lines_of_a_hand_off_stay_apart(words: Words) -> None:
    """At the second hop each stands in its own entry, without marks, and files keep their names."""
    found = {EN: "The cause is the cache: it is never cleared.", ZH: "原因是缓存从不清空。"}[words]
    first = [opening(words), *work("planner", words, LONG)]
    first[1]["tool_calls"][0]["function"]["arguments"] = json.dumps(
        {"file_path": "src/planner.py", "content": "def settle():\n    return 1\n"}
    )
    first.append({"role": "assistant", "content": found})
    handed = compress_context_sync(first, role="planner", to="coder", budget=BUDGET)
    second = [*handed.messages("openai"), *work("coder", words, LONG)]
    result = compress_context_sync(second, role="coder", to="tester", budget=2 * BUDGET)
    (told,) = [entry.text for entry in entries(result) if found in entry.text]
    assert told == found
    assert "- - " not in result.markdown
    assert any("settle" in e.text for e in entries(result, SegmentName.FILES))


@pytest.mark.parametrize("words", [EN, ZH])
async def test_a_hand_off_passed_on_as_it_is_says_whose_its_references_are(words: Words) -> None:
    """Its (m2) is the coder's: recalled as that of the role that passes it on, it were another."""
    memory = AgentMemory()
    await memory.append("coder", [opening(words), *work("coder", words, LONG)])
    first = await memory.compress_context("coder", to="tester", budget=900)
    await memory.append("tester", [{"role": "assistant", "content": words.idle.format("t", 1, 1)}])
    second = await memory.compress_context("tester", to="reviewer", budget=4000)
    assert (first.status, second.status) == ("accepted", "unchanged")
    assert " In the hand-off of coder mN is coder/mN.\n" in second.markdown
    original = await memory.recall("coder/m1")
    assert isinstance(original, Message)
    assert words.ask in original.text
    assert "In the hand-off of" not in first.markdown
