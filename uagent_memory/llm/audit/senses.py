"""What words mean: stems, and the groups of the thesaurus that they belong to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from uagent_memory.llm.audit.cue_words import cues_in
from uagent_memory.llm.audit.data import grammar, thesaurus_data
from uagent_memory.llm.audit.words import stem_of, stems_of

__all__ = [
    "Meant",
    "han_words",
    "held",
    "meaning",
    "meaning_of",
    "meant",
    "sense_of",
    "shared",
]

HAN_RUN = re.compile(r"[\u3400-\u9fff]+")
NO_SENSE: frozenset[int] = frozenset()


class Meant(NamedTuple):
    """A word of a text by its stem; of Chinese text, a pair of characters."""

    stem: str
    senses: frozenset[int]
    """Groups of words that may stand for it."""


@lru_cache(maxsize=16_384)
def meant(text: str) -> tuple[Meant, ...]:
    """The content words of a text in order."""
    by_pair = _pairs(text) if HAN_RUN.search(text) else {}
    english = _english()
    return tuple(
        Meant(stem, (english if stem.isascii() else by_pair).get(stem, NO_SENSE))
        for stem in stems_of(text)
    )


@lru_cache(maxsize=16_384)
def meaning(text: str) -> frozenset[str | int]:
    """The stems of a text and all their senses."""
    small = [sense_of(stem_of(match.word)) for match in cues_in("frequent", text)]
    if grammar("there_is").search(text):
        small.append(sense_of("exist"))
    senses = (senses for _, senses in han_words(text))
    return meaning_of((*meant(text), *small)).union(*senses)


def meaning_of(words: Iterable[Meant]) -> frozenset[str | int]:
    """The stems of words and all their senses."""
    found: set[str | int] = set()
    for word in words:
        found.add(word.stem)
        found |= word.senses
    return frozenset(found)


def held(word: Meant, other: frozenset[str | int]) -> bool:
    """The other text has the word, or one that may stand for it."""
    return word.stem in other or not other.isdisjoint(word.senses)


def sense_of(stem: str) -> Meant:
    """An English stem with its senses."""
    return Meant(stem, _english().get(stem, NO_SENSE))


@lru_cache(maxsize=131_072)
def shared(text: str, other: str) -> frozenset[str]:
    """Stems of a text that another one has, or has a word for."""
    known = meaning(other)
    return frozenset(word.stem for word in meant(text) if held(word, known))


@lru_cache(maxsize=16_384)
def han_words(text: str) -> tuple[tuple[str, frozenset[int]], ...]:
    """Chinese words of the thesaurus that stand in a text, the longest first at each place."""
    words = _chinese()
    pattern = _han_word()
    return tuple((match.group(), words[match.group()]) for match in pattern.finditer(text))


def _pairs(text: str) -> Mapping[str, frozenset[int]]:
    """Pairs of characters inside words of the thesaurus, with their senses."""
    found: dict[str, frozenset[int]] = {}
    for word, senses in han_words(text):
        for first, second in pairwise(word):
            pair = first + second
            found[pair] = found.get(pair, NO_SENSE) | senses
    return found


@cache
def _english() -> Mapping[str, frozenset[int]]:
    return _index("en", stem_of)


@cache
def _chinese() -> Mapping[str, frozenset[int]]:
    return _index("zh", str)


def _index(language: str, form: Callable[[str], str]) -> Mapping[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, word in _members(language):
        found.setdefault(form(word), set()).add(number if language == "en" else -number - 1)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def _members(language: str) -> Iterator[tuple[int, str]]:
    groups = ";".join(thesaurus_data()[language]).split(";")
    for number, group in enumerate(groups):
        for word in group.split():
            yield number, word


@cache
def _han_word() -> re.Pattern[str]:
    words = sorted(_chinese(), key=lambda word: (-len(word), word))
    return re.compile("|".join(map(re.escape, words)))
