"""Stateless calls: anything readable in, a hand-off out, nothing kept or changed."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.sessions import team_session
from uagent_memory.errors import BudgetError, InputError, UnknownReference, UnknownRole
from uagent_memory.stateless import compress_context, compress_context_sync, compress_messages

CHAT: list[dict[str, Any]] = [
    {"role": "user", "content": "Fix src/importer.py. 不要修改 src/schema.py。"},
    {
        "role": "assistant",
        "content": "I'll read it first.",
        "tool_calls": [
            {"id": "c1", "name": "Read", "arguments": {"file_path": "src/importer.py"}},
        ],
    },
    {
        "role": "tool",
        "tool_call_id": "c1",
        "content": "for row in rows[1:]:\n    store(row)\n" * 300,
    },
    {"role": "assistant", "content": "The cause is rows[1:]. 原因是跳过了第一行。"},
]


def test_plain_dicts_are_read_and_left_as_they_are() -> None:
    """Rules in both languages stand in the hand-off; the input is not changed."""
    before = copy.deepcopy(CHAT)
    handoff = compress_context_sync(CHAT, role="coder", to="tester", budget=600)
    assert before == CHAT
    assert handoff.status == "accepted"
    assert "不要修改 src/schema.py。" in handoff.markdown
    assert "The cause is rows[1:]." in handoff.markdown


async def test_both_forms_give_the_same_bytes() -> None:
    """The asynchronous one runs the other in a thread."""
    first = compress_context_sync(CHAT, to="reviewer", budget=600)
    second = await compress_context(CHAT, to="reviewer", budget=600)
    assert first.model_dump_json() == second.model_dump_json()


def test_our_own_messages_are_taken_as_they_are() -> None:
    """The same result as from the models directly."""
    messages = team_session()
    read = compress_context_sync(messages, budget=900)
    assert read.markdown == compress_messages(messages, budget=900).markdown


def test_keep_pins_a_literal() -> None:
    """What the caller names is in the text; what is not there is an error."""
    handoff = compress_context_sync(CHAT, budget=600, keep=["store(row)"])
    assert "store(row)" in handoff.markdown
    with pytest.raises(UnknownReference):
        compress_context_sync(CHAT, budget=600, keep=["no such words"])


def test_faults_are_named() -> None:
    """Nothing to read, an unknown role, no budget."""
    with pytest.raises(InputError):
        compress_context_sync([], budget=600)
    with pytest.raises(UnknownRole):
        compress_context_sync(CHAT, to="astronaut", budget=600)
    with pytest.raises(BudgetError):
        compress_context_sync(CHAT, budget=0)
