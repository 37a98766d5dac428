"""SemanticCondenserConfig: the document's fields, defaults and presets."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from uagent_memory.condensers.checked_fields import CheckedFields

__all__ = ["PRESETS", "Preset", "SemanticCondenserConfig"]

Preset = Literal["development", "production", "debug"]

PRESETS: dict[Preset, dict[str, float | bool]] = {
    "development": {"max_compression_ratio": 0.45},
    "production": {"max_compression_ratio": 0.25},
    "debug": {"enable_semantic_analysis": False},
}


class SemanticCondenserConfig(CheckedFields):
    """`[condenser] type = "semantic"`."""

    type: Literal["semantic"] = "semantic"
    llm_config: str | None = None
    """Name of the `[llm.NAME]` table whose model writes the summary; None: no model."""
    max_size: int = Field(default=100, ge=2)
    """Events above which the view is condensed."""
    keep_first: int = Field(default=1, ge=0)
    """Events at the start that always stay; system prompts stay anyway and do not count."""
    max_compression_ratio: float = Field(default=0.3, gt=0, lt=1)
    """Events kept / `max_size`."""
    max_event_length: int = Field(default=8000, ge=200)
    """Characters of one event in the summarising request, and of a kept observation."""
    enable_semantic_analysis: bool = True
    """False: no scores and no model; the newest of the middle stay, the rules summarise."""
    preset: Preset | None = None
    """`development`, `production` or `debug`; fields given beside it win."""

    @model_validator(mode="before")
    @classmethod
    def _with_preset(cls, given: object) -> object:
        if isinstance(given, dict) and given.get("preset") in PRESETS:
            return {**PRESETS[given["preset"]], **given}
        return given

    @model_validator(mode="after")
    def _ends(self) -> Self:
        """Otherwise a condensed view would be due again at once."""
        if self.target_size > self.max_size:
            raise ValueError(
                f"keep_first {self.keep_first} leaves no room under max_size {self.max_size}: "
                "at least two events more must fit"
            )
        return self

    @property
    def target_size(self) -> int:
        """Events of a condensed view."""
        return max(int(self.max_size * self.max_compression_ratio), self.keep_first + 2)
