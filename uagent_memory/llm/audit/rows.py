"""What stands in one row with what: names and figures that are told in the row of another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.words import names_of, numbers_of, stems_of

__all__ = ["wrong_rows"]

ROW = re.compile(r"[;；。\n|，]|[.!?](?=\s|$)")
ITEM = re.compile(r"(?:^|(?<=\s))\d{1,2}\.(?=\s+[\w*`\"])")
"""The number of an item in a list."""
CODE = re.compile(r"(?<![A-Za-z0-9])[A-Z]\d{1,2}(?![A-Za-z0-9])")
"""Of a gate, a room, a slot."""
QUOTED = re.compile(r"\"([^\"\n]{2,60})\"|“([^”\n]{2,60})”")
NAMED = re.compile(r"[\u3400-\u9fff]{2}[(（][^()（）]{2,14}[)）]")
"""The end of a Chinese name with what tells it apart."""


class Row(NamedTuple):
    """A part of a text between semicolons and full stops, or Chinese commas."""

    text: str
    numbers: frozenset[str]
    quoted: frozenset[str]
    names: frozenset[str]
    words: frozenset[str]

    @property
    def kinds(self) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
        return self.numbers, self.quoted, self.names


def wrong_rows(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    said = [row for row in _rows(text) if any(row.kinds)][: audit_limits().compared]
    if not said:
        return
    told = [row for line in sources for x in line.told for row in _rows(x)]
    for one, other in combinations(said, 2):
        for kind, (mine, others) in enumerate(zip(one.kinds, other.kinds, strict=True)):
            for first, second in _pairs(mine, others):
                with_first = _beside(first, second, kind, told)
                with_second = _beside(second, first, kind, told)
                if one.words & (with_second - with_first) and other.words & (
                    with_first - with_second
                ):
                    yield f"{first} and {second} are exchanged: {one.text[:80]}"
    for row in said:
        yield from _strangers(row, told)


def _pairs(one: frozenset[str], other: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Of two rows that hold little else."""
    if max(len(one), len(other)) <= audit_limits().row_things:
        yield from product(sorted(one - other), sorted(other - one))


def _beside(thing: str, other: str, kind: int, told: Sequence[Row]) -> frozenset[str]:
    """The words of the rows that have the one of two things, and not the other."""
    rows = (row for row in told if thing in row.kinds[kind] and other not in row.kinds[kind])
    return frozenset().union(*(row.words for row in rows))


def _strangers(row: Row, told: Sequence[Row]) -> Iterator[str]:
    """A figure, quotation or word with a name that the sources only have with others."""
    for name in sorted(row.names):
        own = [x for x in told if name in x.names]
        numbers = frozenset().union(*(x.numbers for x in own))
        quoted = frozenset().union(*(x.quoted for x in own))
        strange = row.numbers - numbers if numbers and not numbers & row.numbers else frozenset()
        strange -= _with_others(row.names - {name}, told)
        strange |= row.quoted - quoted if quoted - row.quoted else frozenset()
        if own and any(strange & (x.numbers | x.quoted) and x.names for x in told):
            yield f"{min(strange)} is said of something else than {name}: {row.text[:80]}"
    named = frozenset(NAMED.findall(row.text))
    for word in sorted(row.words) if named else ():
        others = [frozenset(NAMED.findall(x.text)) for x in told if word in x.words]
        if others and all(other and named.isdisjoint(other) for other in others):
            yield f"{word} is said of something else than {min(named)}: {row.text[:80]}"


def _with_others(names: frozenset[str], told: Sequence[Row]) -> frozenset[str]:
    """The figures that stand with any of some names."""
    return frozenset().union(*(row.numbers for row in told if names & row.names))


@lru_cache(maxsize=4096)
def _rows(text: str) -> tuple[Row, ...]:
    return tuple(_row(part) for part in map(str.strip, ROW.split(ITEM.sub(" ", text))) if part)


def _row(text: str) -> Row:
    quoted = frozenset(one or other for one, other in QUOTED.findall(text))
    names = names_of(text) | frozenset(NAMED.findall(text)) | frozenset(CODE.findall(text))
    numbers = numbers_of(text)
    return Row(text, numbers, quoted, names - numbers - quoted, frozenset(stems_of(text)))
