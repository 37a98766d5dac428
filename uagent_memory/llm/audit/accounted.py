"""Whether each clause of a line says only what one clause of the sources says, or two in a row."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from uagent_memory.llm.audit.causes import wrong_causes
from uagent_memory.llm.audit.clauses_of_line import Clause, clauses_of, lacking, needed
from uagent_memory.llm.audit.data import accounted_data, grammar
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.modes import may_deny, modes_of, spared_modes
from uagent_memory.llm.audit.rows_of_sources import Row, row_of, rows_of
from uagent_memory.llm.audit.words import (
    is_negated,
    negations,
)

__all__ = ["unaccounted"]

LABEL = re.compile(r"^[\W_]*((?:[\w/-]+\s+){0,3}[\w/-]+)[*_\s]*[:：]")
WORD = re.compile(r"[a-z]+")
PIECE = re.compile(r"[a-z0-9_]+|[\u3400-\u9fff]+")
APART = ".{0,4}?"
"""What may stand between two characters of a word that a line shortens."""


def unaccounted(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = tuple(dict.fromkeys(said for line in sources for said in line.told))
    rows = {row.text: row for said in told for row in rows_of(said)}
    for clause in clauses_of(text):
        said = [(lacking(clause, row), row) for row in rows.values()]
        saying = [row for found, row in said if not found]
        if not saying:
            least = min((found for found, _ in said), key=len, default=())
            what = f"{' '.join(least)} ({clause.text[:60]})"
            yield f"no clause of its sources says all of this: {what}"
        elif all(_is_mixed(clause, row) for row in saying):
            yield f"put together from what is said of two things: {clause.text[:80]}"
        elif all(_is_turned(clause, row) for row in saying):
            yield f"told the other way round: {clause.text[:80]}"
        elif modes := _modes(clause, saying):
            yield f"its sources do not tell it as so ({modes}): {clause.text[:80]}"
        elif all(_is_denied(clause, row) for row in saying):
            yield f'a "not" that its sources do not have there: {clause.text[:80]}'
        elif all(_is_of_the_other(clause, row) for row in saying):
            yield f"said of the other one: {clause.text[:80]}"
    yield from wrong_causes(text, told)


def _modes(clause: Clause, saying: Sequence[Row]) -> str:
    """How all the rows tell what the clause tells as so."""
    told = (
        {mode for part in needed(clause, row) for mode in modes_of(part.text)} for row in saying
    )
    return ", ".join(sorted(set.intersection(*told) - spared_modes(clause.sentence)))


def _is_denied(clause: Clause, row: Row) -> bool:
    """It has a "not" where what the row says of it has none, nor any word that means one."""
    told = [part.text for part in needed(clause, row)]
    return any(negations(clause.text)) and not any(is_negated(x) or may_deny(x) for x in told)


def _is_of_the_other(clause: Clause, row: Row) -> bool:
    """It tells of one of two what the row tells of the other."""
    if not grammar("one_of_two").search(clause.text) or grammar("the_other").search(clause.text):
        return False
    return all(grammar("the_other").search(part.text) for part in needed(clause, row))


def _is_mixed(clause: Clause, row: Row) -> bool:
    """It needs several clauses and goes from a later one, which it does not tell whole, to another.

    So it tells of one thing what is said of another.
    """
    if not row.parts or any(not lacking(clause, part) for part in row.parts):
        return False
    ends = tuple(accumulate(len(part.text) + len(", ") for part in row.parts))
    told = [{bisect(ends, place) for place in places} for _, places in _places(clause, row)]
    sides = [sole for parts in told if len(parts) == 1 for sole in parts]
    early = {one for place, one in enumerate(sides) if any(x < one for x in sides[place:])}
    switches = sum(one != other for one, other in pairwise(sides))
    is_inserted = switches <= accounted_data()["limits"]["inserted"] and all(
        _is_whole(row.parts[x], clause) for x in early
    )
    return bool(early) and not is_inserted


def _is_whole(part: Row, clause: Clause) -> bool:
    """The clause says all that the part says."""
    row = row_of(clause.text)
    return all(not lacking(told, row) for told in clauses_of(part.text))


def _is_turned(clause: Clause, row: Row) -> bool:
    """Three of its words in a row stand there in the contrary order, in the same voice."""
    told = _places(clause, row)
    for (one, places), (_, between), (other, others) in zip(told, told[1:], told[2:], strict=False):
        if min(places) > max(between) and min(between) > max(others):
            own = clause.text[clause.text.find(one) : clause.text.rfind(other)]
            if not any(map(grammar("voice").search, (own, row.text[min(others) : max(places)]))):
                return True
    return False


def _places(clause: Clause, row: Row) -> list[tuple[str, tuple[int, ...]]]:
    """The words of the clause that stand there, and of Chinese the longest pieces, in order."""
    words = dict(clause.words)
    found: list[tuple[str, tuple[int, ...]]] = []
    for match in PIECE.finditer(clause.text):
        piece = match.group()
        if not piece.isascii():
            found += _han_places(piece, row)
        elif piece in words and (places := row.places(piece, words[piece])):
            found.append((piece, places))
        elif piece in clause.numbers and piece in row.words:
            found.append((piece, row.words[piece]))
    return found


def _han_places(run: str, row: Row) -> Iterator[tuple[str, tuple[int, ...]]]:
    start = 0
    while start < len(run) - 1:
        end = start + 2
        if run[start:end] not in row.pairs:
            start += 1
            continue
        while end < len(run) and run[start : end + 1] in row.text:
            end += 1
        piece = run[start:end]
        yield piece, tuple(match.start() for match in re.finditer(piece, row.text))
        start = end
