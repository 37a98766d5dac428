"""The knobs for what agents say: once more, of what is mended, of guesses taken back."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

__all__ = ["Fixes", "Refuted", "Repeats"]


class _Knobs(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Repeats(_Knobs):
    share: float
    looked_at: int


class Fixes(_Knobs):
    least_words: int
    looked_at: int
    least_new: int
    small_edit: int
    announcing: frozenset[str]


class Refuted(_Knobs):
    looked_at: int
    shared: int
