"""Words of general language, which name nothing and tell no deed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from uagent_memory.llm.audit.data import audit_data, common_data, grammar
from uagent_memory.llm.audit.words import stem_of, stems_of

__all__ = ["common_places", "common_stems", "is_common", "label_stems"]


def is_common(stem: str, word: str) -> bool:
    """Whether an English word is one."""
    doer = grammar("doer").fullmatch(word.removesuffix("'s"))
    if doer and doer.group().removesuffix("s") not in _listed():
        return False
    return stem in common_stems()


@cache
def _listed() -> frozenset[str]:
    return frozenset(word for text in common_data()["en"].values() for word in text.split())


@cache
def common_stems() -> frozenset[str]:
    return frozenset(map(stem_of, _listed()))


@cache
def label_stems() -> frozenset[str]:
    """Of nouns that stand in front of a colon."""
    return frozenset(stem for word in audit_data()["labels"]["en"] for stem in stems_of(word))


@lru_cache(maxsize=16_384)
def common_places(text: str) -> frozenset[int]:
    """Where characters of common Chinese words stand, the longest word first at each place."""
    return frozenset(_places(text))


def _places(text: str) -> Iterator[int]:
    for match in _han_word().finditer(text):
        yield from range(*match.span())


@cache
def _han_word() -> re.Pattern[str]:
    words = {word for text in common_data()["zh"].values() for word in text.split()}
    return re.compile("|".join(sorted(words, key=lambda word: (-len(word), word))))
