"""English plurals: "grills" speaks of a grill."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["forms_of", "with_forms"]

_ENDINGS = (("ies", "y"), ("es", ""), ("s", ""))
"""Of plurals, and what stands in their place."""
_SHORTEST = 3
"""Letters of a word without its ending."""


def forms_of(word: str) -> Iterator[str]:
    """The word, and what it may be the plural of."""
    yield word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            yield word.removesuffix(ending) + instead


def with_forms(words: Iterable[str]) -> frozenset[str]:
    """The words, and what those that may be plurals are plurals of."""
    return frozenset(form for word in words for form in forms_of(word))
