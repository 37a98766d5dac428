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

    What a long talk is about comes again in it: a word that is said often counts more. Words with
    which everybody says everything do not count in a talk at all.
    """
    count = len(said)
    seen = Counter(chain.from_iterable(map(dict.fromkeys, said)))
    top = math.log(1 + count)
    if not top:
        return {}
    if not talk:
        return {word: math.log(1 + count / n) / top for word, n in seen.items()}
    common, worth, often = common_words(), settings.worth, settings.limits.talk_often
    again = worth.talk_again if count >= settings.limits.long_talk else 0.0
    return {
        word: math.log(1 + count / n) / top + again * math.sqrt(min(1.0, n / often))
        for word, n in seen.items()
        if word not in common
    }
