"""What stands on which side of a preposition: "passed as", "reduced by", "sent to"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.analyzer.terms import content_words
from uagent_memory.llm.audit.alignment import nearest, told_clauses
from uagent_memory.llm.audit.data import audit_limits, grammar, rewording_data
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.opposites import opposed
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import clauses, stem_of

__all__ = ["wrong_sides"]

TOKEN = re.compile(r"[A-Za-z]+(?:[._/-]\w+)*|\d+(?:[.,:]\d+)*")


class Side(NamedTuple):
    """A preposition with the words that tell something before and behind it."""

    preposition: str
    before: tuple[str, ...]
    behind: tuple[str, ...]
    """As far as the next preposition."""


def wrong_sides(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    if HAN.search(text):
        yield from _chinese(text, sources)
    told = tuple(dict.fromkeys(x for line in sources for x in _parts(line.support)))
    known: dict[str, list[Side]] = {}
    for side in (side for other in told for side in _sides(other)):
        known.setdefault(side.behind[0], []).append(side)
    for clause in _parts(text):
        said = _sides(clause)
        near = nearest(clause, told) if said else ()
        is_against = any(opposed(clause, other) for other in near)
        if near and not is_against and any(all(_is_exchanged(s, x) for x in near) for s in said):
            yield f"told the other way round: {clause[:80]}"
        for side in said:
            others = known.get(side.behind[0], ())
            theirs = {other.preposition for other in others if _is_beside_same(side, other)}
            if theirs and not theirs & _may_stand_for(side.preposition):
                yield f"{side.preposition!r} for {min(theirs)!r}: {clause[:80]}"


def _is_exchanged(side: Side, clause: str) -> bool:
    """What stands behind a preposition stood before it there, and the other way round."""
    here = _right_behind(side)
    if side.preposition in rewording_data()["prepositions"]["either_way"] and _is_rate(side):
        return False
    for other in _sides(clause):
        there = _right_behind(other)
        if other.preposition == side.preposition and (
            (here - there) & set(other.before) and (there - here) & set(side.before)
        ):
            return True
    return False


def _is_rate(side: Side) -> bool:
    """A figure for a figure, which is told either way: "2 lbs for $5"."""
    return all(any(word[0].isdigit() for word in words) for words in (side.before, side.behind))


def _right_behind(side: Side) -> frozenset[str]:
    return frozenset(side.behind[: audit_limits().reach])


def _chinese(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Who is told behind the verb, where it did it to others."""
    told = told_clauses(sources)
    for clause in clauses(text):
        own, deeds = _suffered(clause), [found for x in told if (found := _suffered(x))]
        if own:
            deeds, others = [own], told
        else:
            others = (clause,)
        for who, verb in deeds:
            halves = [x.partition(verb) for x in others if verb in x and not _suffered(x)]
            is_doer = re.compile(rf"的[^，。；]{{0,6}}是[^，。；]{{0,4}}{re.escape(who)}")
            behind = [after for _, _, after in halves if not is_doer.search(after)]
            if any(who in after for after in behind) and not any(
                who in before for before, _, _ in halves
            ):
                yield f"told the other way round: {clause[:80]}"


@lru_cache(maxsize=16_384)
def _suffered(clause: str) -> tuple[str, str] | None:
    """The end of a name and the verb of a Chinese clause that tells by whom something is done."""
    match = grammar("done_to").search(clause)
    return (match[1], match[2]) if match else None


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[str, ...]:
    return tuple(
        part
        for part in map(str.strip, grammar("between_sides").split(plain_wording(text)))
        if part and not HAN.search(part)
    )


def _is_beside_same(side: Side, other: Side) -> bool:
    """The word before them is the same: another one takes another preposition."""
    if not side.before or not other.before:
        return False
    return side.before[-1] == other.before[-1]


@lru_cache(maxsize=16_384)
def _sides(clause: str) -> tuple[Side, ...]:
    words: list[str] = []
    places: list[tuple[str, int]] = []
    for match in TOKEN.finditer(clause):
        word = match.group().lower()
        if word in _prepositions() and not grammar("infinitive").search(clause[: match.end()]):
            places.append((word, len(words)))
        elif not word.isalpha() or content_words(word):
            words.append(stem_of(word))
    ends = [*(place for _, place in places), len(words)][1:]
    return tuple(
        Side(word, tuple(words[:place]), tuple(words[place:end]))
        for (word, place), end in zip(places, ends, strict=True)
        if place < end
    )


@cache
def _prepositions() -> frozenset[str]:
    return frozenset(rewording_data()["prepositions"]["words"])


@cache
def _may_stand_for(word: str) -> frozenset[str]:
    groups = (group.split() for group in rewording_data()["prepositions"]["alike"])
    return frozenset((word,)).union(*(group for group in groups if word in group))
