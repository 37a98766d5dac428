"""The prioritizer's weights and limits, from weights.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import Field, model_validator

from uagent_memory.analyzer.types import Actionability, ContentType, Cue
from uagent_memory.config import read_toml
from uagent_memory.facts import FactKind, Status
from uagent_memory.knobs import Knobs
from uagent_memory.prioritizer.must_get import MustGetSettings

__all__ = [
    "ImportanceSettings",
    "ImportanceWeights",
    "PrioritizerSettings",
    "ProfileName",
    "ReferenceSettings",
    "ScoringSettings",
    "SimilaritySettings",
    "TemporalCategory",
    "TemporalSettings",
]

ProfileName: TypeAlias = Literal["learned", "uagent", "equal"]
TemporalCategory: TypeAlias = Literal[
    "immediate", "current_phase", "future_relevant", "historical", "timeless"
]
NO_CUE = "none"


class ScoringSettings(Knobs):
    neutral: float = Field(ge=0, le=1)
    scored_need: float = Field(ge=0, le=1)
    need_terms: int = Field(gt=0)


class ImportanceWeights(Knobs):
    criticality: float = Field(ge=0)
    dependency: float = Field(ge=0)
    uniqueness: float = Field(ge=0)
    actionability: float = Field(ge=0)


class ImportanceSettings(Knobs):
    full_criticality: float = Field(gt=0)
    full_dependency: float = Field(gt=0)
    full_references: float = Field(gt=0)
    full_outbound: float = Field(gt=0)
    dependency_cap: float
    references_cap: float
    outbound_cap: float
    full_similar: float = Field(gt=0)
    full_indicators: float = Field(gt=0)
    code_indicator: float
    repetition_share: float
    indicator_share: float
    sample_head: int
    sample_tail: int
    indicator_head: int
    weight: ImportanceWeights
    type_multiplier: Mapping[ContentType, float]
    actionability: Mapping[Actionability, float]


class TemporalSettings(Knobs):
    decay_per_day: float = Field(ge=0)
    time_share: float = Field(ge=0, le=1)
    future_relevance_boost: float = Field(ge=1)
    characters_per_match: int = Field(gt=0)
    sample_head: int
    sample_tail: int
    multiplier: Mapping[TemporalCategory, float]


class ReferenceSettings(Knobs):
    full_count: float = Field(gt=0)
    count_share: float = Field(ge=0, le=1)
    damping: float = Field(ge=0, lt=1)
    commonplace_share: float
    commonplace_minimum: int
    facts_per_name: int
    spoken_kinds: frozenset[FactKind]

    def part(self, count: int, centrality: float) -> float:
        """The references part of a score, 0..1."""
        counted = min(count / self.full_count, 1.0)
        return self.count_share * counted + (1.0 - self.count_share) * centrality


class SimilaritySettings(Knobs):
    terms: int = Field(gt=0)
    minimum_terms: int
    terms_read: int
    sample_head: int
    sample_tail: int


class PrioritizerSettings(Knobs):
    profiles: Mapping[ProfileName, Mapping[str, float]]
    scoring: ScoringSettings
    importance: ImportanceSettings
    temporal: TemporalSettings
    references: ReferenceSettings
    similarity: SimilaritySettings
    cue: Mapping[str, float]
    kind: Mapping[FactKind, float]
    status: Mapping[Status, float]
    must_get: MustGetSettings

    @model_validator(mode="after")
    def _is_complete(self) -> PrioritizerSettings:
        """Every cue, kind and state has a weight, so that none is scored by accident."""
        cues = {NO_CUE, *(str(cue.name).lower() for cue in Cue)}
        for name, given, wanted in (
            ("cue", set(self.cue), cues),
            ("kind", set(self.kind), set(FactKind)),
            ("status", set(self.status), set(Status)),
        ):
            if given != wanted:
                raise ValueError(f"weights.toml [{name}] differs: {sorted(given ^ wanted)}")
        return self

    @classmethod
    def load(cls) -> PrioritizerSettings:
        """The shipped settings."""
        return _load()


@cache
def _load() -> PrioritizerSettings:
    path = Path(__file__).with_name("weights.toml")
    return PrioritizerSettings.model_validate(read_toml(path))
