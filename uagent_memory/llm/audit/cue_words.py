"""Which words of the audit's lists a text has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from uagent_memory.analyzer.lexicon import Lexicon, Match
from uagent_memory.llm.audit.data import word_list

__all__ = ["cues_in", "has_cue"]


def cues_in(cue: str, text: str) -> Sequence[Match]:
    """The words of one list, in the order of the text."""
    return _lexicon(cue).find(text)


@lru_cache(maxsize=1 << 14)
def has_cue(cue: str, text: str) -> bool:
    """Whether a word of one list stands in the text."""
    return bool(cues_in(cue, text))


@cache
def _lexicon(cue: str) -> Lexicon:
    row = word_list(cue)
    words = (*row["en"], *row["zh"])
    within = (word for word in word_list("within")["zh"] if word not in words)
    return Lexicon({cue: words, "_hidden": (*row.get("hidden", ()), *within)})
