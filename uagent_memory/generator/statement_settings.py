"""The knobs for what agents say: once more, of what is mended, of guesses taken back, in short."""

from __future__ import annotations

from uagent_memory.knobs import Knobs

__all__ = ["CardSettings", "ExtractionSettings", "Fixes", "Refuted", "Repeats"]


class CardSettings(Knobs):
    longest_field: int
    longest: int


class Repeats(Knobs):
    share: float
    rarest_words: int
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


class ExtractionSettings(Knobs):
    whole_characters: int
    keyword: float
    term: float
    number: float
    conservative: float
    least_share: float
