"""A "not" that the sources mean, though none of their clauses has it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.opposites import opposed
from uagent_memory.llm.audit.senses import meant, shared
from uagent_memory.llm.audit.telling import says_same
from uagent_memory.llm.audit.words import negations, stems_of

__all__ = ["is_meant"]

STILL = re.compile(r"\bstill\b|仍然?")
"""What also says that something has not come about so far."""


def is_meant(part: str, told: Sequence[str]) -> bool:
    """A source says that something else took its place, or denies it in so many words.

    Args:
        part: a clause that denies something.
        told: the clauses of the sources.
    """
    stems = frozenset(stems_of(part))
    if not _denies_cue("replaced", part) and any(
        has_cue("replaced", clause)
        and shared(part, clause)
        and not stems.issuperset(stems_of(clause))
        for clause in told
    ):
        return True
    if not _denies_cue("same", part) and (
        says_same(STILL.sub("", part))
        or any(says_same(clause) and shared(part, clause) for clause in told)
    ):
        return True
    return any(
        denies(clause) and _is_within(clause, part) and not opposed(clause, part) for clause in told
    )


def _denies_cue(cue: str, part: str) -> bool:
    """A word of the list is what its "not" is said of: "not the same"."""
    return any(has_cue(cue, part[match.end :]) for match in negations(part))


def _is_within(clause: str, part: str) -> bool:
    """All but a word of it is said in the other."""
    words = frozenset(word.stem for word in meant(clause))
    common = shared(clause, part)
    if not common:
        return False
    most = 1 if clause.isascii() else audit_limits().alike_words
    return len(common) * 2 >= len(words) and len(words) - len(common) <= most
