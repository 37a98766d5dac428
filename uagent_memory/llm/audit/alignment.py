"""Which clauses of the sources a clause tells again: those that share most of its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.ellipses import completed
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.senses import meant, shared
from uagent_memory.llm.audit.words import clauses, names_of, numbers_of

__all__ = ["nearest", "overlap", "sentences", "told_clauses"]

SENTENCE = re.compile(r"(?<=[。！？；;!?])|(?<=\.)(?=\s)|\n")


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[str, ...]:
    """The parts of a text between full stops and semicolons."""
    return tuple(part for part in map(str.strip, SENTENCE.split(text)) if part)


def told_clauses(sources: Sequence[DraftLine]) -> tuple[str, ...]:
    """The clauses of the draft lines and of what stands behind them."""
    parts = (
        clause for line in sources for clause in (*clauses(line.support), *completed(line.support))
    )
    return tuple(dict.fromkeys(parts))


@lru_cache(maxsize=131_072)
def overlap(one: str, other: str) -> float:
    """What a clause has in common with another: words, and names and numbers more than once."""
    named = (names_of(one) | numbers_of(one)) & (names_of(other) | numbers_of(other))
    return len(shared(one, other)) + (audit_limits().named_weight - 1) * len(named)


def nearest(clause: str, told: Iterable[str]) -> tuple[str, ...]:
    """The clauses that share most with one; none if that is too little to tell."""
    scores = [(overlap(clause, other), other) for other in told]
    most = max((score for score, _ in scores), default=0.0)
    words = len(meant(clause))
    limits = audit_limits()
    share = limits.near_share if clause.isascii() else limits.near_share_han
    if not most or most < max(min(limits.near_words, words), share * words):
        return ()
    return tuple(other for score, other in scores if score >= limits.as_near * most)
