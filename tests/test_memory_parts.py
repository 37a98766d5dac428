"""A part that a memory cannot work with is refused when the memory is made."""

from __future__ import annotations

import math
from typing import Any

import pytest

from uagent_memory import AgentMemory, CompressionPerformanceMonitor, Settings, compress_context
from uagent_memory.errors import BudgetError, ConfigError, UAgentMemoryError
from uagent_memory.stores import InMemoryStore

HELLO = {"role": "user", "content": "hello"}
LONG = {"role": "user", "content": "Change src/a.py, but not the schema. " * 40}
PARTS = ("settings", "store", "counter", "monitor", "compressor", "model", "prompts", "roles")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("value", [5, object(), {}, InMemoryStore], ids=repr)
def test_a_wrong_part_is_named_with_what_would_do(part: str, value: object) -> None:
    if part == "compressor" and callable(value):
        return
    given: dict[str, Any] = {part: value}
    with pytest.raises(ConfigError, match=rf"^{part}.*: .*") as caught:
        AgentMemory(**given)
    assert "give" in str(caught.value)


@pytest.mark.parametrize("window", ["200k", 0, -1, math.nan, math.inf, 1.5, True])
def test_a_window_is_a_whole_number_of_tokens(window: Any) -> None:
    with pytest.raises(BudgetError, match=r"the window is .*: give a whole number"):
        AgentMemory(window=window)


def test_right_parts_are_taken() -> None:
    AgentMemory(
        settings=Settings(),
        store=InMemoryStore(),
        monitor=CompressionPerformanceMonitor(),
        window=9,
    )


async def test_the_stateless_call_refuses_wrong_settings_alike() -> None:
    with pytest.raises(ConfigError, match="settings 5: give a Settings"):
        await compress_context([HELLO], settings=5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "call",
    [
        {"budget": 0},
        {"budget": math.nan},
        {"ratio": math.inf},
        {"keep": ["not in it"], "budget": 300},
        {"to": "nobody"},
    ],
    ids=repr,
)
async def test_a_callers_mistake_is_no_failed_compression(call: dict[str, Any]) -> None:
    """The monitor tells how well compressing goes, not how well it is called."""
    memory = AgentMemory()
    await memory.append("coder", [LONG])
    with pytest.raises(UAgentMemoryError):
        await memory.compress_context("coder", **call)
    assert memory.monitor.performance_metrics.total_compressions == 0
    await memory.compress_context("coder", budget=1000)
    assert memory.monitor.performance_metrics.success_rate == 1
