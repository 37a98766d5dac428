"""Thresholds and wording of the chat history, from settings.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import Field

from uagent_memory.config import read_toml
from uagent_memory.knobs import Knobs

__all__ = ["ChatSettings", "Language", "Wording", "chat_settings"]

Language: TypeAlias = Literal["en", "zh"]


class Importance(Knobs):
    importance_span: float
    age_span: float
    role_slack: float
    least: float
    most: float


class Activity(Knobs):
    quiet: float
    busy: float
    sample: int


class Batch(Knobs):
    tries: int
    summaries_share: float
    merge_tokens: int
    retries: int
    retry_factor: float = Field(gt=1)


class Quality(Knobs):
    keyword_share: float
    structure_share: float
    core_terms: int
    counted: int
    atom: float
    asked: float
    other: float


class Adapting(Knobs):
    sample: int
    step: float
    bound: float
    good: float
    margin: float


class Lengths(Knobs):
    argument: int
    outline_calls: int
    outlier_deviations: float


class Wording(Knobs):
    user: str
    assistant: str
    tool: str
    system: str
    prefix: str
    items: str
    rows: str
    calls: str
    returns: str
    lowest: str
    highest: str
    outlier: str
    rising: str
    falling: str
    level: str
    unsteady: str
    rules: str
    join: str
    colon: str


class ChatSettings(Knobs):
    importance: Importance
    activity: Activity
    batch: Batch
    quality: Quality
    adapting: Adapting
    lengths: Lengths
    wording: Mapping[Language, Wording]


@cache
def chat_settings() -> ChatSettings:
    """The shipped settings."""
    return ChatSettings.model_validate(read_toml(Path(__file__).with_name("settings.toml")))
