"""The validator's thresholds, from thresholds.toml."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import Field

from uagent_memory.config import read_toml
from uagent_memory.knobs import Knobs
from uagent_memory.segments import LossLevel, SegmentName

__all__ = [
    "LossLevels",
    "LossSettings",
    "LossWeights",
    "RatioSettings",
    "ReadabilitySettings",
    "ReceiptSettings",
    "ValidatorSettings",
]


class LossWeights(Knobs):
    keyword: float = Field(ge=0)
    technical: float = Field(ge=0)
    numerical: float = Field(ge=0)
    structural: float = Field(ge=0)
    semantic: float = Field(ge=0)


class LossLevels(Knobs):
    """Least retention of each level."""

    minimal: float
    acceptable: float
    moderate: float

    def level(self, retention: float) -> LossLevel:
        if retention >= self.minimal:
            return "minimal"
        if retention >= self.acceptable:
            return "acceptable"
        return "moderate" if retention >= self.moderate else "severe"


class LossSettings(Knobs):
    high_importance: float
    important_fact: float = Field(ge=0, le=1)
    important_unit: float = Field(ge=0, le=1)
    critical_loss_threshold: float = Field(ge=0, le=1)
    acceptable_loss_threshold: float = Field(ge=0, le=1)
    critical_segments: frozenset[SegmentName]
    structure_share: float = Field(gt=0, le=1)
    structure_least: int = Field(gt=0)
    structure_items: int = Field(gt=0)
    weight: LossWeights
    levels: LossLevels
    levels_if_important: LossLevels


class RatioSettings(Knobs):
    min_compression_ratio: float = Field(ge=0, le=1)
    max_compression_ratio: float = Field(ge=0, le=1)
    adaptive_adjustment_factor: float = Field(gt=0, lt=1)
    largest_step: float = Field(gt=0, lt=1)
    deviation: float
    important_retention: float
    severe_adjustment: float
    moderate_adjustment: float
    important_adjustment: float
    low_retention: float
    low_retention_adjustment: float
    fair_retention: float
    fair_retention_adjustment: float


class ReadabilitySettings(Knobs):
    edge_characters: int = Field(gt=0)
    most_nesting: int = Field(gt=0)
    prose_kinds: frozenset[str]
    worded_kinds: frozenset[str]
    asked_kinds: frozenset[str]
    verbatim_segments: frozenset[SegmentName]
    repeat_share: float = Field(gt=0, le=1)
    repeat_words: int = Field(gt=0)


class ReceiptSettings(Knobs):
    listed_losses: int = Field(ge=0)
    key_characters: int = Field(gt=0)


class ValidatorSettings(Knobs):
    loss: LossSettings
    ratio: RatioSettings
    readability: ReadabilitySettings
    receipt: ReceiptSettings

    @classmethod
    def load(cls) -> ValidatorSettings:
        """The shipped settings."""
        return _load()


@cache
def _load() -> ValidatorSettings:
    path = Path(__file__).with_name("thresholds.toml")
    return ValidatorSettings.model_validate(read_toml(path))
