"""Asides in brackets that stand behind each other's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.opposites import things_in
from uagent_memory.llm.audit.words import stems_of

__all__ = ["ASIDE", "wrong_asides"]

BOTH = 2
ASIDE = re.compile(r"([^,;:.，；：。()（）]{2,60})(?<![A-Za-z0-9_])[(（]([^()（）]{2,60})[)）]")
ROW = re.compile(r"[;；。|\n]|\.\s")


def wrong_asides(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    near = audit_limits().beside
    asides = [
        (frozenset(stems_of(match[1])[-near:]), things_in(match[2]), match.group())
        for match in ASIDE.finditer(text)
    ][: audit_limits().compared]
    if len(asides) < BOTH:
        return
    rows = [things_in(row) for line in sources for row in ROW.split(line.support)]
    for (one, own, said), (other, its, _) in combinations(asides, BOTH):
        along = _together(one, own, rows) + _together(other, its, rows)
        if along < _together(one, its, rows) + _together(other, own, rows):
            yield f"said of each other: {said[:80]}"


def _together(head: frozenset[str], aside: frozenset[str], rows: Sequence[frozenset[str]]) -> int:
    """Words of a head that a row has which has the most of its aside."""
    most = max((len(aside & row) for row in rows), default=0)
    return max((len(head & row) for row in rows if most and len(aside & row) == most), default=0)
