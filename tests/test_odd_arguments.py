"""Arguments of a wrong kind, at each entry point: an error that says what would do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from uagent_memory import (
    AgentMemory,
    CompressionPerformanceMonitor,
    EightSegmentCompressionEngine,
    compress_context_sync,
)
from uagent_memory.condensers import (
    DynaContextCondenser,
    LLMCondenser,
    RecentCondenser,
    SemanticCondenser,
    view_of_events,
)
from uagent_memory.condensers.chat_history import ChatHistory
from uagent_memory.condensers.retrieval import (
    RetrievalConfig,
    SummaryCompressor,
    read_subtitle_file,
    read_subtitles,
)
from uagent_memory.config import load_settings
from uagent_memory.errors import (
    ConfigError,
    InputError,
    UAgentMemoryError,
    UnknownReference,
    UnknownRole,
)
from uagent_memory.formats import read_file
from uagent_memory.recall import handle_recall
from uagent_memory.role_files import load_roles

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


def made_condensers(value: Any) -> Iterator[Callable[[], object]]:
    for kind in (SemanticCondenser, DynaContextCondenser, RecentCondenser):
        yield partial(kind, value)
        yield partial(kind, settings=value)
    yield partial(SemanticCondenser, model=value)
    yield partial(DynaContextCondenser, judge=value)
    yield partial(LLMCondenser, model=value)
    yield partial(SummaryCompressor, value)
    yield partial(SummaryCompressor, embedding=value)
    yield partial(SummaryCompressor, settings=value)


@pytest.mark.parametrize("value", [*NEITHER, "x", [], {}, 0])
def test_parts_of_another_kind_are_told_when_a_condenser_is_made(value: Any) -> None:
    """Not at the first call that needs one, and what is empty is not taken for nothing."""
    for make in made_condensers(value):
        with pytest.raises(ConfigError, match=r"give an? "):
            make()


@pytest.mark.parametrize("value", [*NEITHER, None, b"x", [], {}])
def test_names_paths_and_texts_of_another_kind(value: Any, tmp_path: Path) -> None:
    """Of a chat history, of subtitles, of a question."""
    with pytest.raises(ConfigError, match=r"agent_name .*: give a text"):
        ChatHistory(value, "1", tmp_path)
    with pytest.raises(ConfigError, match=r"agent_id .*: give a text"):
        ChatHistory("a", value, tmp_path)
    with pytest.raises(ConfigError, match=r"chat_history_dir .*: give a path"):
        ChatHistory("a", "1", value)
    if value is not None:
        with pytest.raises(ConfigError, match="CompressionConfig"):
            ChatHistory("a", "1", tmp_path, value)
    with pytest.raises(ConfigError, match=r"path .*: give a path"):
        read_subtitle_file(value)
    with pytest.raises(ConfigError, match=r"text .*: give a text"):
        read_subtitles(value, filename="a")
    with pytest.raises(ConfigError, match=r"question .*: give a text"):
        SummaryCompressor().compress_retrieval_results(value, {"segments": [{"text": "x"}]})


@pytest.mark.parametrize("value", [*NEITHER, [], {}])
def test_names_of_summaries_that_are_no_text(value: Any, tmp_path: Path) -> None:
    """They are names that the history does not hold."""
    history = ChatHistory("a", "1", tmp_path)
    for call in (history.restore, history.delete_originals, history.approve, history.reject):
        with pytest.raises(UnknownReference, match="it has none"):
            call(value)


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_paths_that_no_system_takes(name: str) -> None:
    """NUL and lone surrogates."""
    with pytest.raises(ConfigError, match="not a possible file name"):
        ChatHistory("a", "1", name)
    with pytest.raises(ConfigError, match="not a possible file name"):
        read_subtitle_file(name)


def test_a_question_with_a_lone_surrogate_is_answered() -> None:
    """As any message with one is read."""
    results = {"filename": "a", "segments": [{"text": "The motor stops. " * 9}] * 40}
    assert "motor" in SummaryCompressor().compress_retrieval_results("motor \ud800", results, 500)


@pytest.mark.parametrize("value", [5, True, object(), "/tmp", [1]])
def test_places_of_settings_of_another_kind(value: Any) -> None:
    """Folder to begin in, environment, folders of roles."""
    with pytest.raises(ConfigError, match="start "):
        load_settings(start=value, environ={})
    with pytest.raises(ConfigError, match="environ "):
        load_settings(environ=value)
    with pytest.raises(ConfigError, match="role"):
        load_roles(value if value != "/tmp" else ["/nowhere"])


@pytest.mark.parametrize("value", [*NEITHER, "x", b"x", {}])
def test_events_that_are_no_list(value: Any) -> None:
    """Of OpenHands; and a store that cannot store, and a callback that cannot be called."""
    with pytest.raises(InputError, match="no list of OpenHands' events"):
        view_of_events(value)
    with pytest.raises(ConfigError, match="methods of stores"):
        asyncio.run(AgentMemory().fork(store=value))
    if not callable(value):
        with pytest.raises(ConfigError, match="a function of one Anomaly"):
            CompressionPerformanceMonitor(value)


@pytest.mark.parametrize("value", [[], {}, set(), "on", 5, True])
def test_a_model_mode_of_another_kind(value: Any) -> None:
    """Also what cannot stand in a set."""
    with pytest.raises(ConfigError, match="give off, auto or all"):
        AgentMemory(model_mode=value)


def test_a_long_value_does_not_hide_what_is_wrong_with_it() -> None:
    """The middle of a message of a megabyte is left away."""
    with pytest.raises(UnknownRole) as caught:
        compress_context_sync(WORK, budget=300, role="x" * 1_000_000)
    assert len(str(caught.value)) < 2_100
    assert str(caught.value).startswith("unknown role")
    assert "Known roles" in str(caught.value)


def test_a_folder_name_that_no_system_takes() -> None:
    """It is not there, whatever the system says of it."""
    for name in ("x" * 5000, "a\0b"):
        with pytest.raises(ConfigError, match="is not there"):
            compress_context_sync(WORK, budget=300, roles=name)
