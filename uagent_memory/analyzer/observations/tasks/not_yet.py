"""Sentences that say of a check or a commit, and of no other work, that it is not done yet."""

from __future__ import annotations

from typing import NamedTuple

from uagent_memory.analyzer.observations.failures.check_words import check_words
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tasks.undone import claims_undone
from uagent_memory.holding import holds_any

__all__ = ["NotYet", "not_yet_in"]


class NotYet(NamedTuple):
    """What is not done yet: False for what the sentence does not speak of."""

    run: bool = False
    committed: bool = False


def not_yet_in(text: str) -> NotYet:
    """Nothing where the sentence calls other work undone, too."""
    if not holds_any(text.casefold(), table("proofs")["not_yet_signs"]):
        return NotYet()
    rest, run = check_words("not_run").subn(" ", text)
    rest, committed = check_words("not_committed").subn(" ", rest)
    if not (run or committed) or claims_undone(rest):
        return NotYet()
    return NotYet(run=bool(run), committed=bool(committed))
