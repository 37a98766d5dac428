"""Thresholds and wording of the chat history, from settings.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from uagent_memory.config import read_toml

__all__ = ["ChatSettings", "Language", "Wording", "chat_settings"]

Language: TypeAlias = Literal["en", "zh"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Importance(_Frozen):
    importance_span: float
    age_span: float
    role_slack: float
    least: float
    most: float


class Activity(_Frozen):
    quiet: float
    busy: float
    sample: int


class Batch(_Frozen):
    tries: int
    summaries_share: float
    merge_tokens: int
    retries: int
    retry_factor: float = Field(gt=1)


class Quality(_Frozen):
    keyword_share: float
    structure_share: float
    core_terms: int
    counted: int
    atom: float
    asked: float
    other: float


class Adapting(_Frozen):
    sample: int
    step: float
    bound: float
    good: float
    margin: float


class Lengths(_Frozen):
    argument: int
    outline_calls: int
    outlier_deviations: float


class Wording(_Frozen):
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


class ChatSettings(_Frozen):
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
