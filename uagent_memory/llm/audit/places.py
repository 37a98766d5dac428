"""Words of a line in the place of others: "detail view" where the sources have "list view"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.evidence import is_beside_same, is_exchange, is_known, is_lost
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.novelty import is_risky
from uagent_memory.llm.audit.opposites import is_turned, opposed
from uagent_memory.llm.audit.units import (
    Told,
    Unit,
    closest,
    is_same,
    shared_with,
    told_units,
    units_of,
)
from uagent_memory.llm.audit.words import clauses

__all__ = ["misplaced_words"]

BOTH = 2
ELLIPTIC = 4
"""Words of a clause that may leave out what the clause before says."""
NOWHERE = -1
AROUND = 2
"""Characters on one side of a run with which, and one on the other, it is from elsewhere."""


def misplaced_words(text: str, sources: Sequence[DraftLine]) -> Iterator[str]:
    """Faults of one line.

    Args:
        text: without its references.
        sources: the draft lines it was made from.
    """
    told = tuple(
        dict.fromkeys(
            clause for line in sources for part in line.told for clause in told_units(part)
        )
    )
    for clause in clauses(text):
        words = units_of(clause)
        near = closest(words, told) if len(words) > 1 else []
        for word in min((_wrong(words, x, told) for x in near), key=len, default=()):
            yield f"{word!r} stands in the place of another word: {clause[:80]}"
        if near and all(_is_reversed(clause, words, other) for other in near):
            yield f"told the other way round: {clause[:80]}"
        if near and all(opposed(clause, x.text) and is_turned(clause, x.text) for x in near):
            yield f"the contrary of what its sources say: {clause[:80]}"


def _wrong(
    words: Sequence[Unit], near: Told, told: Sequence[Told], whole: Sequence[Unit] = ()
) -> list[str]:
    """Words that a clause has not, where it has others; and those of another place.

    Args:
        words: of the line.
        near: the clause.
        told: all clauses.
        whole: the words of the line around them.
    """
    whole = whole or words
    foreign = _foreign([unit.text for unit in words], near)
    found: list[str] = []
    place = 0
    while place < len(words):
        end = place + 1
        is_number = words[place].is_number
        while (
            foreign[place]
            and end < len(words)
            and foreign[end]
            and words[end].is_number == is_number
        ):
            end += 1
        run = words[place:end]
        beside = [
            _beside(anchor, step, whole, near.units, of_number=is_number)
            for anchor, step in (
                (words[place - 1] if place else None, 1),
                (words[end] if end < len(words) else None, -1),
            )
        ]
        if foreign[place] and not _is_told_whole(words, place, end, told):
            sides = [side for side in beside if side]
            if sides or not _goes_before(run, words[end : end + 1], told):
                found += _wrong_run(run, sides, words, whole=whole, near=near, told=told)
            if _is_put_in(words, place, end, near):
                found.append(_spelled(run))
        elif (
            not foreign[place]
            and beside[0]
            and beside[0] == beside[1]
            and run[0] not in beside[0]
            and not all(unit.is_relation for unit in beside[0])
            and not _is_turned_round(run[0], beside[0])
            and (run[0].is_number or is_exchange(run, (beside[0],), whole, near=near, told=told))
        ):
            found.append(run[0].word)
        place = end
    return found


def _is_told_whole(words: Sequence[Unit], place: int, end: int, told: Sequence[Told]) -> bool:
    """A Chinese run that some clause has with the characters on both sides of it."""
    if not words[place].is_han:
        return False
    whole = ["\0".join(unit.text for unit in clause.units) for clause in told]
    for ahead, behind in ((AROUND, 1), (1, AROUND)):
        around = words[max(0, place - ahead) : end + behind]
        text = "\0".join(unit.text for unit in around)
        if len(around) == end - place + ahead + behind and any(text in other for other in whole):
            return True
    return False


def _is_turned_round(unit: Unit, beside: Sequence[Unit]) -> bool:
    """Of a clause in the passive: its deed stands elsewhere, and no thing stands for a deed."""
    return not unit.is_number and (
        unit.is_deed or (not unit.is_han and all(other.is_deed for other in beside))
    )


def _goes_before(run: Sequence[Unit], after: Sequence[Unit], told: Sequence[Told]) -> bool:
    """What stands in front of the next word wherever the sources have something there."""
    if not after or run[-1].is_han:
        return False
    before = {one for clause in told for one, other in clause.pairs if other == after[0].text}
    return before == {run[-1].text} and len(run) == 1


def _is_put_in(words: Sequence[Unit], place: int, end: int, near: Told) -> bool:
    """An English run that tells something stands between two words that were side by side."""
    if not place or end == len(words) or words[place].is_han or words[place].is_number:
        return False
    is_parted = (words[place - 1].text, words[end].text) in near.pairs
    run = words[place:end]
    is_short = len(near.units) <= ELLIPTIC and not has_cue("auxiliary", near.text)
    if is_short or has_cue("pronoun", near.text):
        is_parted &= any(unit.text not in near.sentence for unit in run)
    return is_parted and any(is_risky(unit.word) for unit in run)


def _wrong_run(
    run: Sequence[Unit],
    beside: Sequence[tuple[Unit, ...]],
    words: Sequence[Unit],
    *,
    whole: Sequence[Unit],
    near: Told,
    told: Sequence[Told],
) -> list[str]:
    """A run of words that the clause has not, against what it has beside those around."""
    limits = audit_limits()
    is_long = len(run) >= (
        limits.place_run_han if run[0].is_han and len(beside) == BOTH else limits.place_run
    )
    if is_long and len(run) < len(words):
        share = max(limits.place_run - 1 + limits.place_alike, len(run) / 2)
        others = [other for other in closest(run, told) if shared_with(run, other) >= share]
        if others:
            return min((_wrong(run, other, told, whole) for other in others), key=len)
    if beside:
        is_light = len(beside) < BOTH and _is_light(run, beside[0])
        return (
            [_spelled(run)]
            if not is_light and is_exchange(run, beside, whole, near=near, told=told)
            else []
        )
    is_moved = any(is_lost(unit, whole) for unit in near.units if not unit.is_common)
    return [
        unit.word
        for unit in run
        if _is_strange(unit, near)
        and (
            (is_moved and is_beside_same(run, whole, told))
            if is_known(unit, told)
            else is_risky(unit.word)
        )
    ]


def _is_strange(unit: Unit, near: Told) -> bool:
    """A word of English that neither the clause nor the sentence around it has."""
    is_free = unit.is_plain or unit.is_relation
    if unit.is_number or unit.is_han or is_free or unit.text in near.sentence:
        return False
    return near.sentence.isdisjoint(unit.senses)


def _is_light(run: Sequence[Unit], beside: Sequence[Unit]) -> bool:
    """One word of telling, where there was one."""
    return len(run) == 1 and run[0].is_telling and beside[0].is_telling


def _spelled(run: Sequence[Unit]) -> str:
    return ("" if run[0].is_han else " ").join(unit.word for unit in run)


def _is_reversed(clause: str, words: Sequence[Unit], told: Told) -> bool:
    """Three parts of a Chinese clause in the contrary order, and no particle for it."""
    moved = ("passive", "placed")
    if clause.isascii() or any(has_cue(x, clause) != has_cue(x, told.text) for x in moved):
        return False
    parts = _parts([unit.text for unit in words], [unit.text for unit in told.units])
    return any(
        one > two > three > NOWHERE
        for one, two, three in zip(parts, parts[1:], parts[2:], strict=False)
    )


def _parts(words: Sequence[str], told: Sequence[str]) -> list[int]:
    """Where the longest parts that both have in a row stand there."""
    parts = []
    place = 0
    while place < len(words):
        sizes = [_common(words[place:], told[other:]) for other in range(len(told))]
        size = max(sizes)
        parts.append(sizes.index(size) if size else NOWHERE)
        place += size or 1
    return parts


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many of the first words are the same."""
    return next(
        (size for size, (x, y) in enumerate(zip(one, other, strict=False)) if x != y),
        min(len(one), len(other)),
    )


def _foreign(words: Sequence[str], told: Told) -> list[bool]:
    """Whether each word is none of the clause, or is said more often and beside other words."""
    units = [unit.text for unit in told.units]
    count, their = Counter(words), Counter(units)
    pairs, theirs = Counter(pairwise(words)), Counter(pairwise(units))
    near = [False, *(0 < pairs[pair] <= theirs[pair] for pair in pairwise(words)), False]
    return [
        (not their[word] or (count[word] > their[word] and not any(near[place : place + 2])))
        and word not in told.small
        for place, word in enumerate(words)
    ]


def _beside(
    anchor: Unit | None,
    step: int,
    words: Sequence[Unit],
    told: Sequence[Unit],
    *,
    of_number: bool,
) -> tuple[Unit, ...] | None:
    """What the clause has beside the anchor, as far as the next word of the line; none: nothing."""
    if anchor is None:
        return None
    places = [place for place, unit in enumerate(told) if anchor.text == unit.text]
    places = places or [place for place, unit in enumerate(told) if is_same(anchor, unit)]
    found: tuple[Unit, ...] | None = None
    for place in places:
        run = []
        other = place + step
        while 0 <= other < len(told) and not any(is_same(told[other], unit) for unit in words):
            run.append(told[other])
            other += step
        if not run or run[0].is_number != of_number:
            return None
        found = tuple(run[::step])
    return found
