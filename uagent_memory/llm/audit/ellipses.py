"""Clauses that leave out what the clause before says: "off in a and on in b"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.opposites import sides_in, word_of_pair
from uagent_memory.llm.audit.words import clauses

__all__ = ["completed"]


@lru_cache(maxsize=4096)
def completed(text: str) -> tuple[str, ...]:
    """Of each such clause the whole, with what stands before the other word of the pair.

    Examples:
        >>> completed("The flag is off in one and on in two.")
        ('The flag is on in two',)
    """
    return tuple(_completed(text))


def _completed(text: str) -> Iterator[str]:
    for before, clause in pairwise(clauses(text)):
        here, there = sides_in(before), sides_in(clause)
        pair = next((x for x in there if x in here and here[x].isdisjoint(there[x])), None)
        is_short = len(clause.split()) <= audit_limits().topic_words
        if pair is None or not is_short or has_cue("auxiliary", clause):
            continue
        first, second = word_of_pair(pair, before), word_of_pair(pair, clause)
        if not clause[: second.start()].strip():
            yield f"{before[: first.start()]}{clause}"
