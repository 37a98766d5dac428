"""Records told again: each figure stays with the entry that it stood in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.opposites import is_turned
from uagent_memory.llm.audit.senses import shared
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import clauses, numbers_of

__all__ = ["recorded", "wrong_records"]

SEGMENT = re.compile(r"[;；]")
LEAST = 3
"""Entries that make a list of records."""
FEW = 2


def wrong_records(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = [segment for line in sources for segment in _records(line.support)]
    if not told:
        return
    known = {number for segment in told for number in numbers_of(segment)}
    for head, segment in _headed(text):
        numbers = sorted(numbers_of(segment) & known, key=lambda number: (-len(number), number))
        for one, other in combinations(numbers, FEW):
            if not any({one, other} <= numbers_of(row) for row in told):
                yield f"the numbers {one} and {other} stand in no entry together"
        if head and numbers:
            own = [row for row in told if numbers[0] in numbers_of(row)]
            flags = [clause for row in own for clause in clauses(row) if shared(head, clause)]
            if flags and all(is_turned(head, clause) for clause in flags):
                yield f"the entry says otherwise: {head[:40]} {segment[:40]}"


def recorded(sources: Sequence[DraftLine]) -> frozenset[str]:
    """Numbers that stand in lists of records."""
    rows = (row for line in sources for row in _records(line.support))
    return frozenset().union(*map(numbers_of, rows))


@lru_cache(maxsize=4096)
def _records(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for line in text.split("\n"):
        rows = [row for row in SEGMENT.split(plain_wording(line)) if len(numbers_of(row)) >= FEW]
        found += rows if len(rows) >= LEAST else ()
    return tuple(found)


def _headed(text: str) -> Iterator[tuple[str, str]]:
    """The entries of a list with what stands in front of its colon."""
    for sentence in re.split(r"\.\s|。", plain_wording(text)):
        head, colon, rest = sentence.partition(": ")
        for segment in re.split(r"[;；]", rest if colon else sentence):
            yield (head if colon else ""), segment
