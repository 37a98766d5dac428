"""Configurations and views made in Python, given wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from uagent_memory.condensers import (
    DynaContextCondenserConfig,
    LLMCondenserConfig,
    RecentCondenserConfig,
    SemanticCondenser,
    SemanticCondenserConfig,
)
from uagent_memory.condensers.chat_history import CompressionConfig
from uagent_memory.condensers.retrieval import RetrievalConfig
from uagent_memory.errors import ConfigError, InputError
from uagent_memory.memory import AgentMemory
from uagent_memory.recall import recall_tool

CONFIGS = (
    SemanticCondenserConfig,
    RecentCondenserConfig,
    LLMCondenserConfig,
    DynaContextCondenserConfig,
    CompressionConfig,
    RetrievalConfig,
)


@pytest.mark.parametrize("config", CONFIGS)
def test_an_unknown_field_is_named(config: Callable[..., object]) -> None:
    """A ConfigError with the class, the field and what is allowed, for every configuration."""
    with pytest.raises(ConfigError, match="Config: nosuch: unknown key; allowed: "):
        config(nosuch=3)


@pytest.mark.parametrize(
    ("config", "field"),
    [
        (SemanticCondenserConfig, "max_size"),
        (DynaContextCondenserConfig, "voting_k"),
        (CompressionConfig, "token_threshold"),
        (LLMCondenserConfig, "keep_first"),
    ],
)
def test_a_truth_value_is_no_number(config: Callable[..., object], field: str) -> None:
    """Python counts True as 1; whoever writes it means something else."""
    with pytest.raises(ConfigError, match=f"{field}: give a number, not true"):
        config(**{field: True})


def test_a_bad_value_is_named() -> None:
    """Also one that only a rule over several fields refuses."""
    with pytest.raises(ConfigError, match="SemanticCondenserConfig: max_size: give at least 2"):
        SemanticCondenserConfig(max_size=0)
    with pytest.raises(ConfigError, match="RecentCondenserConfig: keep_first 9 leaves no room"):
        RecentCondenserConfig(max_size=5, keep_first=9)


def test_a_list_is_no_view() -> None:
    """The error says what makes one."""
    messages = [{"role": "user", "content": "hello"}]
    with pytest.raises(InputError, match=r"a list is no View: give View\.of"):
        SemanticCondenser().condense(messages)  # type: ignore[arg-type]


def test_a_wrong_choice_is_named() -> None:
    """A mode before any model is looked for, a format before a tool is made."""
    with pytest.raises(ConfigError, match="model mode 'on': give off, auto or all"):
        AgentMemory(model_mode="on")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="unknown format 'gemini'"):
        recall_tool("gemini")  # type: ignore[arg-type]
