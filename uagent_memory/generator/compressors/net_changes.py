"""What the standing changes to a file come to, taken together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from uagent_memory.facts import Change, FileValue, Status, TextSpan
from uagent_memory.ledger import Fact

__all__ = ["ChangedLine", "moved_only", "net_lines"]

_OPPOSITE = {"+": "-", "-": "+"}


class ChangedLine(NamedTuple):
    number: int
    """Of the change that it belongs to."""
    sign: str
    line: TextSpan


def moved_only(facts: Sequence[Fact]) -> dict[str, str]:
    """Old key -> new key of moved files; none to whose new path anything else happened."""
    values = {fact.key: fact.value for fact in facts if isinstance(fact.value, FileValue)}
    arrivals = {
        path: fact.key
        for fact in facts
        if fact.key in values and _is_arrival(fact)
        for path in (values[fact.key].path, fact.key)
    }
    return {
        fact.key: arrivals[target]
        for fact in facts
        if fact.status is Status.RENAMED and fact.key in values
        if (target := values[fact.key].renamed_to) in arrivals
    }


def _is_arrival(fact: Fact) -> bool:
    """Whether nothing but being moved to its path ever happened to a file."""
    return bool(fact.acts) and all(
        seen.change is Change.RENAMED
        and isinstance(seen.value, FileValue)
        and not (seen.value.renamed_to or seen.value.hunks)
        for seen in fact.acts
    )


def net_lines(fact: Fact) -> Iterator[ChangedLine]:
    """The lines of all hunks that stand, the newest change first, added before removed.

    What one change put in and a later one took out, or the other way round, is no change.
    """
    changes = list(_changed_lines(fact))
    undone: set[int] = set()
    standing: dict[tuple[str, str], list[int]] = {}
    for place, (_, sign, line) in enumerate(changes):
        text = line.text.strip()
        if before := standing.get((_OPPOSITE[sign], text)):
            undone.update((before.pop(), place))
        else:
            standing.setdefault((sign, text), []).append(place)
    kept = [changed for place, changed in enumerate(changes) if place not in undone]
    yield from sorted(kept, key=lambda changed: -changed.number)


def _changed_lines(fact: Fact) -> Iterator[ChangedLine]:
    for number, seen in enumerate(fact.standing):
        if isinstance(seen.value, FileValue):
            for hunk in seen.value.hunks:
                yield from (ChangedLine(number, "+", line) for line in hunk.added)
                yield from (ChangedLine(number, "-", line) for line in hunk.removed)
