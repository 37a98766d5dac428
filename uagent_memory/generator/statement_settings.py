"""The knobs for what agents say: once more, of what is mended, of guesses taken back."""

from __future__ import annotations

from uagent_memory.knobs import Knobs

__all__ = ["Fixes", "Refuted", "Repeats"]


class Repeats(Knobs):
    share: float
    looked_at: int


class Fixes(Knobs):
    least_words: int
    looked_at: int
    least_new: int
    small_edit: int
    announcing: frozenset[str]


class Refuted(Knobs):
    looked_at: int
    shared: int
