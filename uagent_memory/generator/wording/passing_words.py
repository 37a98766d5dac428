"""What people say that is over with the next turn: assent, courtesy, that they cannot say."""

from __future__ import annotations

from uagent_memory.generator.records.service_words import is_unknowing
from uagent_memory.generator.wording.emptiness import is_bare, is_praise

__all__ = ["is_passing"]


def is_passing(text: str) -> bool:
    """ "Yes, that's correct.", "Sorry, I don't remember the number.", 我不记得了."""
    return is_unknowing(text) or is_bare(text) or is_praise(text)
