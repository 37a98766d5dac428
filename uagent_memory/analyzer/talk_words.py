"""Which words of a talk tell what it is about."""

from __future__ import annotations

import re
from functools import cache

from uagent_memory.analyzer.lexicon import load_table
from uagent_memory.analyzer.terms import content_words

__all__ = ["common_words", "telling_words"]

_NOTE = re.compile(r"\{[^{}\n]{1,40}\}")
"""What a transcriber noted."""


def telling_words(text: str) -> frozenset[str]:
    """Its content words without those with which everybody says everything."""
    return frozenset(content_words(_NOTE.sub(" ", text))) - common_words()


@cache
def common_words() -> frozenset[str]:
    """Words, and pairs of Chinese characters, that tell nothing of what a talk is about."""
    common = load_table("talk")["common"]
    return frozenset((*common["en"], *common["zh"]))
