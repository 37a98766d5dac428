"""What stands before an arrow and what behind it: "flag off → disabled"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.opposites import things_in

__all__ = ["wrong_mappings"]

ROW = re.compile(r"[;；\n|。]|\.\s|(?<=[)）])\s*[,，]")
ARROW = re.compile(r"\s*(?:→|⇒|->|=>)\s*")
BETWEEN = re.compile(r"([`#v]?\d[\w.-]*`?)\s*(?:→|⇒|->|=>)\s*([`#v]?\d[\w.-]*)")
JOINED = re.compile(r"([^\s:：,，;；→]{1,40})\s*(?:→|⇒|->|=>)\s*([^\s:：,，;；→]{1,40})")
MARKS = "`'\"()（）.，。；"
SIDES = 2
LONGEST = 120
"""Characters of a row: a longer one is prose."""

Sides = tuple[frozenset[str], frozenset[str]]


def wrong_mappings(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    yield from _turned(text, [x for line in sources for x in line.told])
    said = _rows(text)
    if not said:
        return
    told = [sides for line in sources for _, sides in _rows(line.support)]
    before = frozenset().union(*(left for left, _ in told))
    behind = frozenset().union(*(right for _, right in told))
    for row, (left, right) in said:
        pairs = product(sorted(left & before), sorted(right & behind))
        if any(not any(x in one and y in other for one, other in told) for x, y in pairs):
            yield f"said of something else: {row[:80]}"


def _turned(text: str, told: Sequence[str]) -> Iterator[str]:
    """From one thing to another, which all sources that have both name first."""
    arrows = frozenset(pair for x in told for pair in _arrows(x))
    for one, other in sorted(_arrows(text) - arrows):
        if (other, one) in arrows:
            yield f"told the other way round: {one} → {other}"
    for match in BETWEEN.finditer(text):
        one, other = (thing.strip(MARKS) for thing in match.groups())
        both = [x for x in told if one and other and one in x and other in x]
        if one != other and both and all(x.find(other) < x.find(one) for x in both):
            yield f"told the other way round: {match.group()[:80]}"


@lru_cache(maxsize=4096)
def _arrows(text: str) -> frozenset[tuple[str, str]]:
    """What stands right before an arrow and right behind it."""
    return frozenset((match[1], match[2]) for match in JOINED.finditer(text))


@lru_cache(maxsize=4096)
def _rows(text: str) -> tuple[tuple[str, Sides], ...]:
    """Rows with one arrow, and the words on its two sides."""
    found = []
    for row in ROW.split(text):
        sides = ARROW.split(row)
        if len(sides) == SIDES and len(row) <= LONGEST:
            found.append((row.strip(), (things_in(sides[0]), things_in(sides[1]))))
    return tuple(found)
