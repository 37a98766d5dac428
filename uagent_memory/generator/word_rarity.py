"""How much a word tells, by how often a session says it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.speech import common_words

__all__ = ["rarity_of_words"]


def rarity_of_words(
    said: Sequence[Sequence[str]], settings: GeneratorSettings, *, talk: bool
) -> Mapping[str, float]:
    """Content words, given by statement: 1 for the rarest, towards 0 for the common ones.

    What a long talk is about comes again in it: a word that is said once counts less. Words with
    which everybody says everything do not count in a talk at all.
    """
    count = len(said)
    seen = Counter(chain.from_iterable(map(dict.fromkeys, said)))
    top = math.log(1 + count)
    if not top:
        return {}
    once = settings.worth.talk_once if talk and count >= settings.limits.long_talk else 1.0
    common = common_words() if talk else frozenset[str]()
    return {
        word: math.log(1 + count / n) / top * (once if n == 1 else 1.0)
        for word, n in seen.items()
        if word not in common
    }
