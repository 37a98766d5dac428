"""What the standing changes to a file come to, taken together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from uagent_memory.facts import CHANGED_STATUSES, Change, FileValue, Status, TextSpan
from uagent_memory.generator.evidence.exchanged import exchanged
from uagent_memory.ledger import Fact, Observation

__all__ = ["ChangedLine", "is_arrival", "moved_only", "net_lines", "target_of"]

_OPPOSITE = {"+": "-", "-": "+"}


class ChangedLine(NamedTuple):
    number: int
    """Of the change that it belongs to."""
    sign: str
    line: TextSpan
    became: tuple[TextSpan, ...] = ()
    """Of a line that is gone: what stands in its place."""


class _Change(NamedTuple):
    """A line of one hunk; `became`: places of the lines that were put in where it stood."""

    number: int
    sign: str
    line: TextSpan
    became: tuple[int, ...] = ()


def moved_only(facts: Sequence[Fact]) -> dict[str, str]:
    """Old key -> new key of moved files; none to whose new path anything else happened."""
    values = {fact.key: fact.value for fact in facts if isinstance(fact.value, FileValue)}
    arrivals = {
        path: fact.key
        for fact in facts
        if fact.key in values and fact.status in CHANGED_STATUSES and _is_only_moved(fact)
        for path in (values[fact.key].path, fact.key)
    }
    return {
        fact.key: arrivals[target]
        for fact in facts
        if fact.status is Status.RENAMED and fact.key in values
        if (target := target_of(fact)) in arrivals
    }


def target_of(fact: Fact) -> str:
    """Where a file is that was moved away; "" of any other."""
    if fact.status is not Status.RENAMED:
        return ""
    values = (s.value for s in reversed(fact.standing) if s.change is Change.RENAMED)
    targets = (value.renamed_to for value in values if isinstance(value, FileValue))
    return next(filter(None, targets), "")


def is_arrival(seen: Observation) -> bool:
    """A file was moved to this path."""
    is_move = seen.change is Change.RENAMED and isinstance(seen.value, FileValue)
    return is_move and not getattr(seen.value, "renamed_to", "")


def _is_only_moved(fact: Fact) -> bool:
    """Whether nothing but being moved to its path ever happened to a file."""
    kept = (Change.STASHED, Change.RESTORED)
    return bool(fact.acts) and all(
        (seen.change in kept and number) or (is_arrival(seen) and not _has_hunks(seen))
        for number, seen in enumerate(fact.acts)
    )


def _has_hunks(seen: Observation) -> bool:
    return isinstance(seen.value, FileValue) and bool(seen.value.hunks)


def net_lines(fact: Fact) -> Iterator[ChangedLine]:
    """The lines of all hunks that stand, the newest change first, added before removed.

    What one change put in and a later one took out, or the other way round, is no change.
    """
    changes = list(_changes(fact))
    undone: dict[int, int] = {}
    standing: dict[tuple[str, str], list[int]] = {}
    for place, change in enumerate(changes):
        text = change.line.text.strip()
        if before := standing.get((_OPPOSITE[change.sign], text)):
            undone[before.pop()] = place
            undone[place] = -1
        else:
            standing.setdefault((change.sign, text), []).append(place)
    kept = [
        ChangedLine(number, sign, line, tuple(_standing(became, changes, undone)))
        for place, (number, sign, line, became) in enumerate(changes)
        if place not in undone
    ]
    if not kept:
        kept = [ChangedLine(*changes[place][:3]) for place in _moved(changes, undone)]
    yield from sorted(kept, key=lambda changed: -changed.number)


def _moved(changes: Sequence[_Change], undone: Mapping[int, int]) -> Iterator[int]:
    """Lines that were taken out and then put in, where nothing else was changed: elsewhere."""
    for place, later in undone.items():
        if later > place and changes[place].sign == "-":
            yield later


def _changes(fact: Fact) -> Iterator[_Change]:
    place = 0
    for number, seen in enumerate(fact.standing):
        if isinstance(seen.value, FileValue):
            for hunk in seen.value.hunks:
                yield from (_Change(number, "+", line) for line in hunk.added)
                added = range(place, place + len(hunk.added))
                for at, became in exchanged(range(len(hunk.removed)), added):
                    yield _Change(number, "-", hunk.removed[at], became)
                place += len(hunk.added) + len(hunk.removed)


def _standing(
    places: Sequence[int], changes: Sequence[_Change], undone: Mapping[int, int]
) -> Iterator[TextSpan]:
    """The lines at these places; of one that a later change took out, what that put in."""
    waiting, seen = list(places), set(places)
    while waiting:
        place = waiting.pop(0)
        if place not in undone:
            yield changes[place].line
        elif (later := undone[place]) > place:
            waiting += [at for at in changes[later].became if at not in seen]
            seen.update(waiting)
