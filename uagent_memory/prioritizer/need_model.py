"""The weights of expected need, from need.toml: written by `python -m benchmarks train`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from uagent_memory.config import config_error, read_toml
from uagent_memory.prioritizer.term_features import FEATURES

__all__ = ["NEED_FILE", "NeedModel", "NeedSettings"]

NEED_FILE = Path(__file__).with_name("need.toml")


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class NeedSettings(_Frozen):
    """What the model's inputs are computed with, and what follows from its chances."""

    recent_characters: float = Field(gt=0)
    """Characters after which `recent` nearness is a half."""
    wide_characters: float = Field(gt=0)
    """The same of `wide` nearness."""
    far_share: float = Field(ge=0, le=1)
    """A term last seen before this last share of the history is far."""
    far_boost: float = Field(gt=0)
    """Factor on the need of far terms: they are few and easily drowned."""


class NeedModel(_Frozen):
    """A logistic model: the chance is 1 / (1 + exp(-(intercept + sum of weight x feature)))."""

    version: Literal[2]
    intercept: float
    weights: Mapping[str, float]
    """By feature, in the order of FEATURES."""
    settings: NeedSettings

    @field_validator("weights")
    @classmethod
    def _all_features(cls, weights: Mapping[str, float]) -> Mapping[str, float]:
        missing = [name for name in FEATURES if name not in weights]
        unknown = [name for name in weights if name not in FEATURES]
        if missing or unknown:
            told = [f"missing: {', '.join(missing)}"] if missing else []
            told += [f"unknown: {', '.join(unknown)}"] if unknown else []
            raise ValueError(f"{'; '.join(told)}; train it anew with `python -m benchmarks train`")
        return {name: weights[name] for name in FEATURES}

    @classmethod
    def load(cls, path: Path = NEED_FILE) -> NeedModel:
        """The model of a file.

        Raises:
            ConfigError: the file cannot be read, or a value is missing, unknown or no number;
                names the file, the key and what is wrong.
        """
        return _load(path)


@cache
def _load(path: Path) -> NeedModel:
    try:
        return NeedModel.model_validate(read_toml(path))
    except ValidationError as error:
        raise config_error(error, source=str(path), allowed=NeedModel.model_fields) from error
