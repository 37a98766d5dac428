"""Said again: which statements a later one repeats, so that the newest says it for all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from uagent_memory.analyzer.terms import content_words
from uagent_memory.generator.settings import Repeats
from uagent_memory.messages import Span

__all__ = ["said_again"]

_FIGURES = re.compile(r"\d+")


def said_again(
    statements: Iterable[tuple[Span, str]], rarity: Mapping[str, float], settings: Repeats
) -> frozenset[Span]:
    """The places of statements that a later one says in nearly the same words.

    Statements whose figures differ are different ones. Each is compared with the last few that
    share its rarest word, so that the time is linear.

    Args:
        statements: place and text, in order.
        rarity: of the content words; rare ones high.
        settings: how alike, and how many are looked at.
    """
    found = set()
    by_word: dict[str, list[tuple[Span, frozenset[str], list[str]]]] = {}
    for span, text in statements:
        words = frozenset(content_words(text))
        if not words:
            continue
        figures = _FIGURES.findall(text)
        _, rarest = max([(rarity.get(word, 0.0), word) for word in words])
        known = by_word.setdefault(rarest, [])
        for earlier, others, counted in known[-settings.looked_at :]:
            least = settings.share * max(len(words), len(others))
            if figures == counted and len(words & others) >= least:
                found.add(earlier)
        known.append((span, words, figures))
    return frozenset(found)
