"""Wording, field names and weights of retrieval results, from retrieval.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, Self, TypeAlias

from pydantic import Field

from uagent_memory.condensers.checked_fields import CheckedFields
from uagent_memory.config import read_toml
from uagent_memory.knobs import Knobs

__all__ = ["Language", "RetrievalConfig", "RetrievalSettings", "Wording", "retrieval_settings"]

Language: TypeAlias = Literal["zh", "en"]


class Fields(Knobs):
    filename: tuple[str, ...]
    segments: tuple[str, ...]
    index: tuple[str, ...]
    start: tuple[str, ...]
    end: tuple[str, ...]
    text: tuple[str, ...]


class Ranking(Knobs):
    k1: float
    b: float
    central: float
    kind: float
    embedding: float
    covered: float
    fill: int


class Wording(Knobs):
    file_start: str
    file_end: str
    block_start: str
    block_start_plain: str
    block_end: str
    note: str
    file: str
    overview: str
    counts: str
    failed: str
    system: str
    """What a model is told of its task."""


class Contents(Knobs):
    speaker_share: float
    number_share: float


class RetrievalSettings(Knobs):
    fields: Fields
    ranking: Ranking
    wording: Mapping[Language, Wording]
    questions: Mapping[str, tuple[str, ...]]
    contents: Contents


@cache
def retrieval_settings() -> RetrievalSettings:
    """The shipped settings."""
    return RetrievalSettings.model_validate(read_toml(Path(__file__).with_name("retrieval.toml")))


class RetrievalConfig(CheckedFields):
    """Settings of a SummaryCompressor; the document's parameters under its names.

    Raises:
        ConfigError: an unknown field or a bad value; names it and what is allowed.
    """

    language: Language = "zh"
    """Of the tags and the note."""
    temperature: float = Field(default=0.3, ge=0, le=2)
    """Where the model takes one."""
    max_tokens: int = Field(default=1500, ge=1)
    """Most tokens of a model's answer."""
    fallback: Literal["overview", "rules"] = "overview"
    """What stands in for a model's answer that failed."""
    parallel: bool = False
    """Ask the model for each of several files by itself, side by side."""
    concurrency: int = Field(default=4, ge=1, le=64)
    """Calls at a time."""
    cache_size: int = Field(default=256, ge=0)
    """Results that are remembered; 0: none."""

    def changed(self, **fields: object) -> Self:
        """The same with some fields changed, checked again."""
        return type(self)(**{**self.model_dump(), **fields})
