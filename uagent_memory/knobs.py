"""What configurations have in common: frozen, no unknown key, and a truth value is no number."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationInfo, field_validator

__all__ = ["Knobs"]

_NUMBERS = (int, float, int | None, float | None)


class Knobs(BaseModel):
    """A configuration. `passes = true` is a slip, though Python counts True as 1."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def _no_truth_value_for_a_number(cls, value: Any, info: ValidationInfo) -> Any:
        field = cls.model_fields[info.field_name or ""]
        if isinstance(value, bool) and field.annotation in _NUMBERS:
            raise ValueError(f"give a number, not {str(value).lower()}")
        return value
