"""InformationDensityEvaluator: how much a text says per word.

UAgent document, section 4.2, mended: Chinese text counts two characters as a word, a full stop
inside a file name ends no sentence, HTTPServer and snake_case are technical terms, every part is
clamped to 0..1, and a long text is judged by its head and tail.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import filterfalse
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from uagent_memory.analyzer.lexicon import bounded_sample, load_table
from uagent_memory.analyzer.types import ContentClassification, ContentType, TechnicalLevel

__all__ = ["InformationDensityEvaluator"]

HAN_WORD = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]{1,2}")
OTHER_WORD = re.compile("[^\\W\u3400-\u4dbf\u4e00-\u9fff]+")
SENTENCE_END = re.compile(r"[.!?](?!\S)|[。！？；]+")
ASCII_WORDS = "".join(
    char if char.isalnum() or char == "_" else " " for char in map(chr, range(128))
)
"""What `OTHER_WORD` finds in an ASCII text stays, the rest is white space: cut much faster."""
ASCII_LOWERED = ASCII_WORDS.lower()
ASCII_SENTENCE_END = re.compile(r"[.!?](?!\S)")
"""`SENTENCE_END` for an ASCII text, in half the time."""
CODE_MARK = re.compile(r"`+")
JOINED = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2,}[a-z]|[A-Za-z0-9]_[A-Za-z0-9]")
"""camelCase, HTTPServer, snake_case."""
JOINED_INSIDE = re.compile(
    r"[A-Z_](?:(?<=[a-z0-9][A-Z])|(?<=[A-Z])[A-Z][a-z]|(?<=[A-Za-z0-9]_)(?=[A-Za-z0-9]))"
)
"""Stands in a text where `JOINED` does; it begins with a set of characters, and so skips words."""


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    diversity_weight: float
    complexity_weight: float
    technical_weight: float
    full_sentence_words: float
    """Words per sentence at which complexity is full."""
    code_snippet_terms: float
    """How many technical terms a code snippet counts for."""
    sample_head: int
    sample_tail: int
    type_multiplier: Mapping[ContentType, float]
    level_multiplier: Mapping[TechnicalLevel, float]


class InformationDensityEvaluator:
    """Density 0..1 from the variety of words, sentence length, technical terms and the class."""

    def __init__(self) -> None:
        self._settings = _settings()

    def evaluate_density(self, content: str, classification: ContentClassification) -> float:
        """Information density of a text of a known class, 0..1; 0 for a blank text."""
        settings = self._settings
        sample = bounded_sample(content, head=settings.sample_head, tail=settings.sample_tail)
        density = (
            self._base_density(sample)
            * settings.type_multiplier[classification.content_type]
            * settings.level_multiplier[classification.technical_level]
        )
        return min(density, 1.0)

    def _base_density(self, text: str) -> float:
        settings = self._settings
        ascii_only = text.isascii()
        words, different, terms = _counted(text) if ascii_only else _counted_mixed(text)
        if not words:
            return 0.0
        ends = ASCII_SENTENCE_END if ascii_only else SENTENCE_END
        sentences = len(ends.findall(text)) or 1
        snippets = len(CODE_MARK.findall(text)) // 2 if "`" in text else 0
        return (
            settings.diversity_weight * different / words
            + settings.complexity_weight
            * min(words / sentences / settings.full_sentence_words, 1.0)
            + settings.technical_weight
            * min((terms + snippets * settings.code_snippet_terms) / words, 1.0)
        )


class _Counts(NamedTuple):
    words: int
    different: int
    """Whatever their case."""
    technical: int


def _counted(text: str) -> _Counts:
    """The words of an ASCII text; most prose has no technical term."""
    if JOINED_INSIDE.search(text):
        return _spelled(text.translate(ASCII_WORDS).split())
    found = text.translate(ASCII_LOWERED).split()
    return _Counts(len(found), len(set(found)), 0)


def _counted_mixed(text: str) -> _Counts:
    """Those of any other text: two Chinese characters are a word, and no technical term."""
    pairs = HAN_WORD.findall(text)
    words, different, technical = _spelled(OTHER_WORD.findall(text))
    return _Counts(words + len(pairs), different + len(set(pairs)), technical)


def _spelled(found: Sequence[str]) -> _Counts:
    """Words, a term in them as often as it comes."""
    spelled = set(found)
    others = list(filterfalse(str.islower, spelled))
    snake = [word for word in spelled if "_" in word]
    technical = {*filter(_is_technical, others), *filter(_is_technical, snake)}
    terms = sum(map(technical.__contains__, found)) if technical else 0
    different = len(spelled.difference(others).union(map(str.lower, others)))
    return _Counts(len(found), different, terms)


@lru_cache(maxsize=1 << 16)
def _is_technical(word: str) -> bool:
    return JOINED.search(word) is not None


@cache
def _settings() -> _Settings:
    return _Settings.model_validate(load_table("density"))
