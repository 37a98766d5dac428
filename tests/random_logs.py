"""Random logs: calls in any order with results missing, late, twice, or of nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tests.builders import SessionBuilder
from tests.hostile import texts
from uagent_memory.messages import Author, Block, Message, Role, ToolCall

CALL_IDS = ("call_1", "call_2", "call_3", "toolu:4", "", "x" * 70)
BLOCKS: tuple[dict[str, Any], ...] = (
    {"type": "thinking", "thinking": "step by step", "signature": "s"},
    {"type": "redacted_thinking", "data": "zzz"},
    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}},
    {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}},
    {"type": "made_up", "payload": {"deep": [1, 2]}},
)
ARGUMENTS: tuple[Any, ...] = (
    {"command": "ls"},
    {"path": "src/甲.py", "n": [1, None, {"x": float("nan")}]},
    {"bad \ud800": "\udfff"},
    "{not json",
    "",
    None,
    [1, 2],
    3.5,
)

calls = st.builds(
    ToolCall,
    id=st.sampled_from(CALL_IDS),
    name=st.sampled_from(("bash", "read.file", "")),
    arguments=st.sampled_from(ARGUMENTS),
)
blocks = st.lists(
    st.sampled_from(BLOCKS).map(lambda data: Block(type=data["type"], data=data)), max_size=2
).map(tuple)
words = st.one_of(st.just(""), st.just("Done."), texts)
said = st.tuples(st.just(Role.ASSISTANT), words, st.lists(calls, max_size=3), blocks)
answered = st.tuples(
    st.just(Role.TOOL), words, st.one_of(st.none(), st.sampled_from(CALL_IDS)), blocks
)
asked = st.tuples(st.just(Role.USER), words, st.just(Author.USER), blocks)
ordered = st.tuples(
    st.just(Role.SYSTEM),
    words,
    st.sampled_from((Author.SYSTEM, Author.HARNESS, Author.SUMMARY)),
    st.just(()),
)


def build(steps: Sequence[tuple[Any, ...]]) -> tuple[Message, ...]:
    log = SessionBuilder()
    for role, text, extra, held in steps:
        if role is Role.ASSISTANT:
            log.agent(text, *extra, blocks=held)
        elif role is Role.TOOL:
            log.add(role, Author.TOOL, text, tool_call_id=extra, blocks=held)
        else:
            log.add(role, extra, text, blocks=held)
    return log.messages


logs = st.lists(st.one_of(said, answered, answered, asked, ordered), max_size=14).map(build)
