"""How much a word tells, by how often a session says it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from uagent_memory.analyzer.talk_words import common_words
from uagent_memory.generator.settings import GeneratorSettings

__all__ = ["rarity_of_words"]


def rarity_of_words(
    said: Sequence[Sequence[str]], settings: GeneratorSettings, *, talk: bool
) -> Mapping[str, float]:
    """Content words, given by statement: 1 for the rarest, towards 0 for the common ones.

    What a long talk is about comes again in it: a word that is said once counts less, one that is
    said often more. Words with which everybody says everything do not count in a talk at all.
    """
    count = len(said)
    seen = Counter(chain.from_iterable(map(dict.fromkeys, said)))
    top = math.log(1 + count)
    if not top:
        return {}
    if not talk:
        return {word: math.log(1 + count / n) / top for word, n in seen.items()}
    told = _Told(settings, is_long=count >= settings.limits.long_talk)
    common = common_words()
    return {
        word: told.factor(word, n) * (math.log(1 + count / n) / top + told.again(n))
        for word, n in seen.items()
        if word not in common
    }


class _Told:
    """What a word of a talk tells besides, by how many sentences hold it."""

    def __init__(self, settings: GeneratorSettings, *, is_long: bool) -> None:
        self._worth, self._often = settings.worth, settings.limits.talk_often
        self._is_long = is_long

    def again(self, said: int) -> float:
        often = math.sqrt(min(1.0, said / self._often))
        return self._worth.talk_again * often if self._is_long else 0.0

    def factor(self, word: str, said: int) -> float:
        if said > 1 or not self._is_long:
            return 1.0
        return self._worth.talk_once if word.isascii() else self._worth.talk_once_pair
