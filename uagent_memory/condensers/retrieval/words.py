"""Words of a text for ranking: Chinese by a segmenter where one is installed, else in pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.analyzer.terms import content_words, terms_of

__all__ = ["Segmenter", "default_segmenter", "words_of"]

Segmenter = Callable[[str], Sequence[str]]
"""Chinese text to words."""
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
PLURAL = re.compile(r"(?<=[a-z]{3})(?:ies|es|s)$")


@cache
def default_segmenter() -> Segmenter | None:
    """rjieba's, if the extra `zh` is installed."""
    if find_spec("rjieba") is None:
        return None
    import rjieba

    cut: Segmenter = rjieba.cut_for_search
    return cut


def words_of(text: str, segmenter: Segmenter | None = None) -> list[str]:
    """Lower-case words without stop words, numbers and names besides; in no special order.

    Args:
        text: any.
        segmenter: of Chinese text; pairs of characters without one.
    """
    words = [PLURAL.sub("", word) if word.isascii() else word for word in content_words(text)]
    if segmenter is not None and HAN.search(text):
        words = [word for word in words if not HAN.search(word)]
        words += [word for word in segmenter(text) if len(word) > 1 and HAN.match(word)]
    words += NUMBER.findall(text)
    words += [term.lower() for term in terms_of(text) if not NUMBER.fullmatch(term)]
    return words
