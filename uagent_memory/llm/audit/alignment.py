"""Which clauses of the sources a clause tells again: those that share most of its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import meant, shared
from uagent_memory.llm.audit.words import clauses, names_of, numbers_of

__all__ = ["nearest", "overlap", "sentences", "told_clauses"]

SENTENCE = re.compile(r"(?<=[。！？；;!?])|(?<=\.)(?=\s)|\n")
NAMED = 2
"""Weight of a name or number in common, against that of a word."""
CLOSE = 0.8
"""Of the most that any clause shares: such a one is as near."""
HALF, THIRD = 0.5, 0.34
"""Of a clause's words that another must share; of Chinese pairs, many are of two words."""
SURE = 2
"""Words in common that show what a clause speaks of."""


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[str, ...]:
    """The parts of a text between full stops and semicolons."""
    return tuple(part for part in map(str.strip, SENTENCE.split(text)) if part)


def told_clauses(sources: Sequence[DraftLine]) -> tuple[str, ...]:
    """The clauses of the draft lines and of what stands behind them."""
    return tuple(dict.fromkeys(c for line in sources for c in clauses(line.support)))


def overlap(one: str, other: str) -> float:
    """What a clause has in common with another: words, and names and numbers more than once."""
    named = (names_of(one) | numbers_of(one)) & (names_of(other) | numbers_of(other))
    return len(shared(one, other)) + (NAMED - 1) * len(named)


def nearest(clause: str, told: Iterable[str]) -> tuple[str, ...]:
    """The clauses that share most with one; none if that is too little to tell."""
    scores = [(overlap(clause, other), other) for other in told]
    most = max((score for score, _ in scores), default=0.0)
    words = len(meant(clause))
    share = HALF if clause.isascii() else THIRD
    if not most or most < max(min(SURE, words), share * words):
        return ()
    return tuple(other for score, other in scores if score >= CLOSE * most)
