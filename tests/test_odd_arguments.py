"""Arguments of a wrong kind, at each entry point: an error that says what would do."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from uagent_memory import AgentMemory, EightSegmentCompressionEngine, compress_context_sync
from uagent_memory.condensers.retrieval import RetrievalConfig, SummaryCompressor
from uagent_memory.errors import ConfigError, InputError, UAgentMemoryError, UnknownReference
from uagent_memory.formats import read_file
from uagent_memory.recall import handle_recall

WORK = [
    {"role": "user", "content": "Fix a.py. 不要部署。"},
    {"role": "assistant", "content": "Fixed a.py. " * 300},
]
NEITHER = (5, 1.5, True, object(), AgentMemory)
"""Neither a text nor a list."""


async def filled() -> AgentMemory:
    memory = AgentMemory()
    await memory.append("coder", WORK)
    return memory


@pytest.mark.parametrize(
    "tools", [*NEITHER, None, "x", b"x", {"name": "x"}, [object()], [{(1,): 2}]]
)
def test_tools_that_are_no_schemas(tools: Any) -> None:
    """Both that count them."""

    async def go() -> None:
        memory = await filled()
        with pytest.raises(ConfigError, match=r"tools.*give a list of tool schemas"):
            await memory.needs_compression("coder", window=1000, tools=tools)
        with pytest.raises(ConfigError, match="tool schemas"):
            await memory.tokens("coder", tools=tools)

    asyncio.run(go())


def test_a_window_beyond_all_numbers_is_never_full() -> None:
    """As a budget beyond all numbers holds everything."""

    async def go() -> bool:
        return await (await filled()).needs_compression("coder", window=10**400)

    assert asyncio.run(go()) is False


@pytest.mark.parametrize("value", [*NEITHER, None, b"m1", [], {}])
def test_references_and_targets_that_are_no_text(value: Any) -> None:
    """Recall, explain and keep."""

    async def go() -> None:
        memory = await filled()
        with pytest.raises(UnknownReference, match="is no reference"):
            await memory.recall(value)
        if value not in ([], {}):
            with pytest.raises(UAgentMemoryError):
                await memory.compress_context("coder", budget=900, keep=value)

    asyncio.run(go())
    with pytest.raises(UnknownReference, match="is no text"):
        compress_context_sync(WORK, budget=300).explain(value)


@pytest.mark.parametrize("limit", ["", 1.5, True, [], 0, -1])
def test_limits_that_are_no_number(limit: Any) -> None:
    """Of a page, of a file, of a tail and of a length."""

    async def go() -> None:
        with pytest.raises(ConfigError, match="whole number of characters"):
            await handle_recall(await filled(), {"ref": "coder/m1"}, limit=limit)

    asyncio.run(go())
    with pytest.raises(ConfigError, match="whole number of bytes"):
        read_file("a.jsonl", limit=limit)
    results = {"filename": "a", "segments": [{"text": "why it stops"}]}
    with pytest.raises(ConfigError, match="whole number"):
        SummaryCompressor().compress_retrieval_results("why", results, limit)
    if limit != 0:
        with pytest.raises(ConfigError, match="tail"):
            compress_context_sync(WORK, budget=300).messages("openai", tail=limit)


@pytest.mark.parametrize("value", [*NEITHER, None, "x"])
def test_results_and_configurations_of_another_kind(value: Any) -> None:
    """Neither a dict nor a list of dicts; no RetrievalConfig; no context."""
    with pytest.raises(InputError, match="retrieval results"):
        SummaryCompressor(config=RetrievalConfig()).compress_retrieval_results("why", value, 500)
    if value is not None:
        with pytest.raises(ConfigError, match="RetrievalConfig"):
            SummaryCompressor(config=value)
    with pytest.raises(InputError, match="no IsolatedRoleContext"):
        asyncio.run(EightSegmentCompressionEngine().compress_context(value))


def test_a_folder_name_that_no_system_takes() -> None:
    """It is not there, whatever the system says of it."""
    for name in ("x" * 5000, "a\0b"):
        with pytest.raises(ConfigError, match="is not there"):
            compress_context_sync(WORK, budget=300, roles=name)
