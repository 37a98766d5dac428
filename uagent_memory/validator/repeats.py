"""Near-duplicates: texts whose words are almost the same, found without comparing all pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import ceil

import regex

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.prioritizer.word_lists import read_words
from uagent_memory.validator.settings import ReadabilitySettings
from uagent_memory.validator.wording import WORDS

__all__ = ["find_repeats"]

TOKEN = regex.compile(r"\p{Han}+|[\w--\p{Han}]+(?:'\w+)?", regex.VERSION1)


def find_repeats(texts: Sequence[str], settings: ReadabilitySettings) -> set[int]:
    """Indices of texts that say what an earlier one has said.

    Jaccard similarity of the word sets, with prefix filtering: two sets that share `repeat_share`
    of their words share one of their few rarest. A number, or a word that negates, in one of them
    alone makes them different.
    """
    sets = [frozenset(_words(text)) for text in texts]
    spread = Counter(word for words in sets for word in words)
    by_word: dict[str, list[int]] = {}
    whole: dict[frozenset[str], int] = {}
    repeats: set[int] = set()
    for index, words in enumerate(sets):
        if not words:
            continue
        rare = _rarest(words, spread, settings)
        if words in whole or any(
            _is_near(words, sets[other], settings)
            for other in dict.fromkeys(o for word in rare for o in by_word.get(word, ()))
        ):
            repeats.add(index)
            continue
        whole[words] = index
        for word in rare:
            by_word.setdefault(word, []).append(index)
    return repeats


def _words(text: str) -> list[str]:
    """Lower-case words; of Chinese text, pairs of characters."""
    found: list[str] = []
    for token in TOKEN.findall(text.lower()):
        if HAN.match(token) and len(token) > 1:
            found.extend(token[i : i + 2] for i in range(len(token) - 1))
        else:
            found.append(token)
    return found


def _rarest(
    words: frozenset[str], spread: Counter[str], settings: ReadabilitySettings
) -> list[str]:
    if len(words) < settings.repeat_words:
        return []
    count = len(words) - ceil(settings.repeat_share * len(words)) + 1
    return sorted(words, key=lambda word: (spread[word], word))[:count]


def _is_near(a: frozenset[str], b: frozenset[str], settings: ReadabilitySettings) -> bool:
    if len(b) < settings.repeat_words:
        return False
    shared = len(a & b)
    if shared < settings.repeat_share * (len(a) + len(b) - shared):
        return False
    return not any(_turns(word) for word in a ^ b)


def _turns(word: str) -> bool:
    return (
        any(char.isdigit() for char in word)
        or word in _negations()
        or any(char in _negations() for char in word if HAN.match(char))
    )


@cache
def _negations() -> frozenset[str]:
    return frozenset(read_words(WORDS)["negation"])
