"""Whom something was done to, told as who did it: "she has asked" for "I have asked her"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from uagent_memory.llm.audit.alignment import told_clauses
from uagent_memory.llm.audit.data import grammar
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.words import clauses, stem_of

__all__ = ["wrong_doers"]


def wrong_doers(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = told_clauses(sources)
    for clause in clauses(text):
        for one, verb in _doings(clause):
            ahead = re.compile(rf"\b{one}\b.*\b{verb}", re.IGNORECASE)
            behind = re.compile(
                rf"\b{verb}\w*\s+(?:(?!by\b)[\w'-]+\s+){{0,3}}?{one}\b", re.IGNORECASE
            )
            if any(map(behind.search, told)) and not any(map(ahead.search, told)):
                yield f"somebody else did it: {clause[:80]}"


def _doings(clause: str) -> Iterator[tuple[str, str]]:
    """Who does what, as patterns."""
    for match in grammar("doing").finditer(clause):
        yield re.escape(match["one"]), re.escape(stem_of(match["deed"].lower()))
