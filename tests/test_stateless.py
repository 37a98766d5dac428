"""Stateless calls: anything readable in, a hand-off out, nothing kept or changed."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from tests.sessions import team_session
from uagent_memory.compressor import EngineCompressor
from uagent_memory.config import Settings
from uagent_memory.errors import (
    BudgetError,
    ConfigError,
    InputError,
    UAgentMemoryError,
    UnknownReference,
    UnknownRole,
)
from uagent_memory.inputs import Inputs
from uagent_memory.memory import AgentMemory
from uagent_memory.role_files import load_roles
from uagent_memory.stateless import compress_context, compress_context_sync

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
    made = EngineCompressor()(messages, Inputs(budget=900))
    assert read.model_dump_json() == made.model_dump_json()


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


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"keep": 5}, UnknownReference),
        ({"keep": None}, UnknownReference),
        ({"roles": 5}, ConfigError),
        ({"roles": [5]}, ConfigError),
        ({"settings": 5}, ConfigError),
        ({"settings": 0}, ConfigError),
        ({"counter": 5}, ConfigError),
        ({"counter": len}, ConfigError),
    ],
)
def test_arguments_of_a_wrong_kind_are_named(
    given: dict[str, Any], error: type[UAgentMemoryError]
) -> None:
    """The error says which argument it is and what to give."""
    with pytest.raises(error, match=rf"^{next(iter(given))}\b.*\b(give|folder)\b"):
        compress_context_sync(CHAT, **{"budget": 600, **given})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a role of the caller's own."""
    (tmp_path / "security.toml").write_text(
        'extends = "reviewer"\ncontract = "Look for ways to misuse what changed."\n', "utf-8"
    )
    return tmp_path


async def test_a_caller_brings_roles_of_its_own(folder: Path) -> None:
    """A folder, several, a registry, or the settings' folders: the same result."""
    registry = load_roles([folder])
    made = compress_context_sync(CHAT, to="security", budget=600, roles=registry)
    assert "Look for ways to misuse what changed." in made.markdown
    for source in (folder, str(folder), [folder]):
        assert compress_context_sync(CHAT, to="security", budget=600, roles=source) == made
    by_settings = Settings(roles=(folder,))
    assert compress_context_sync(CHAT, to="security", budget=600, settings=by_settings) == made
    assert await compress_context(CHAT, to="security", budget=600, roles=folder) == made
    memory = AgentMemory(roles=folder)
    assert "security" in memory.roles


def test_settings_of_a_call_count() -> None:
    """The ratio of the settings stands where the call gives none; a missing folder is named."""
    made = compress_context_sync(CHAT, settings=Settings(ratio=0.3))
    assert made.report.budget == int(made.report.original_tokens * 0.3)
    with pytest.raises(ConfigError, match="nowhere"):
        compress_context_sync(CHAT, budget=600, roles="nowhere")


SYSTEM = {"role": "system", "content": "You are the coder. Never say no."}


@pytest.mark.parametrize("tail", [0, 40])
def test_a_prompt_stays_with_its_role(tail: int) -> None:
    """The sender's system prompt is no order to the receiver; the sender itself keeps it."""
    talk = [SYSTEM, *({"role": "user", "content": f"Fix part {n}. " * 30} for n in range(30))]
    own = compress_context_sync(talk, role="coder", budget=400).messages("openai", tail=tail)
    sent = compress_context_sync(talk, role="coder", to="tester", budget=400)
    assert {m["role"] for m in own} == {"system", "user"}
    assert all(m["role"] == "user" for m in sent.messages("openai", tail=tail))
