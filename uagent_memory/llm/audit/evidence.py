"""What speaks for words having been exchanged, where a line has others than its source."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.llm.audit.claims import denies
from uagent_memory.llm.audit.cue_words import has_cue
from uagent_memory.llm.audit.data import audit_limits
from uagent_memory.llm.audit.novelty import is_risky
from uagent_memory.llm.audit.opposites import opposed
from uagent_memory.llm.audit.units import Told, Unit, is_same

__all__ = ["is_beside_same", "is_exchange", "is_known", "is_lost"]

VERBAL = ("ed", "ing", "s", "ly")
"""Endings of words that mostly are verbs or tell how something is done."""
FRAMED = 2
"""Words that may stand in the place of as many others."""


def is_exchange(
    run: Sequence[Unit],
    beside: Sequence[tuple[Unit, ...]],
    whole: Sequence[Unit],
    *,
    near: Told,
    told: Sequence[Told],
) -> bool:
    """A figure, a thing that no source has, or one of theirs where they have another."""
    if run[0].is_number:
        return True
    things = [unit for unit in run if not (unit.is_common or unit.is_timing)]
    if run[0].text not in near.sentence and _is_contrasted(run, beside, whole, told):
        return True
    new = [unit for unit in things if not is_known(unit, told)]
    if new:
        is_plain = not any(unit.is_amount or is_risky(unit.word) for unit in new)
        return not is_plain or (len(new) == len(run) and _is_framed(run, beside, whole, near))
    if not run[0].is_han and (len(run) > FRAMED or not _is_placed(run, beside, whole, near)):
        return False
    limits = audit_limits()
    swap = limits.place_swap_han if run[0].is_han else limits.place_swap
    most = min(map(len, beside)) <= len(run) + swap
    others = (unit for side in beside for unit in side if not unit.is_common)
    return bool(things) and most and any(is_lost(unit, whole) for unit in others)


def _is_placed(
    run: Sequence[Unit], beside: Sequence[tuple[Unit, ...]], whole: Sequence[Unit], near: Told
) -> bool:
    """Between the same words as others there, or right in front of the word behind them."""
    place = next(place for place, unit in enumerate(whole) if unit is run[-1]) + 1
    after = whole[place].text if place < len(whole) else ""
    return len(beside) > 1 or (len(run) == 1 and (beside[0][-1].text, after) in near.pairs)


def _is_framed(
    run: Sequence[Unit], beside: Sequence[tuple[Unit, ...]], whole: Sequence[Unit], near: Told
) -> bool:
    """A word of two Chinese characters stands alone where another stood.

    So does an English one that tells nothing done, between the same words as others.
    """
    sides = {side for side in beside if side}
    if not run[0].is_han:
        is_bare = len(run) == 1 and not run[0].word.endswith(VERBAL) and len(beside) > 1
        return is_bare and len(sides) == 1 and all(is_lost(x, whole) for x in next(iter(sides)))
    if len(sides) != 1 or len(run) != FRAMED:
        return False
    [side] = sides
    is_whole = run[0] is whole[0] or run[-1] is whole[-1]
    at_end = side[0] is near.units[0] or side[-1] is near.units[-1]
    return len(side) == FRAMED and (len(beside) > 1 or (is_whole and at_end))


def _is_contrasted(
    run: Sequence[Unit],
    beside: Sequence[tuple[Unit, ...]],
    whole: Sequence[Unit],
    told: Sequence[Told],
) -> bool:
    """The sources have each of two words beside a third: "first name" and "full name"."""
    is_single = all(len(side) == 1 for side in beside)
    is_other = any(is_lost(side[0], whole) for side in beside)
    return is_single and is_other and is_beside_same(run, whole, told)


def is_beside_same(run: Sequence[Unit], whole: Sequence[Unit], told: Sequence[Told]) -> bool:
    """One word that some clause of the sources has beside a neighbour that it has here."""
    if len(run) > 1:
        return False
    place = next(place for place, unit in enumerate(whole) if unit is run[0])
    around = (*whole[max(0, place - 1) : place], *whole[place + 1 : place + 2])
    pairs = {frozenset(pair) for clause in told for pair in clause.pairs}
    return any(frozenset((run[0].text, unit.text)) in pairs for unit in around)


def is_lost(unit: Unit, whole: Sequence[Unit]) -> bool:
    """No word of the line says it."""
    return not any(is_same(unit, other) for other in whole)


def is_known(unit: Unit, told: Sequence[Told]) -> bool:
    """The sources have it, a word that may stand for it, or no contrary of it.

    A word of general language is known.
    """
    is_denial = has_cue("negation", unit.word)
    return unit.is_common or any(
        unit.text in x.marks
        or any(is_same(unit, other) for other in x.units)
        or ((is_denial or opposed(unit.word, x.text)) and denies(x.text))
        for x in told
    )
