"""What of the changes to a file still stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uagent_memory.facts import Change, FileValue, Status, TextSpan
from uagent_memory.ledger import Fact, Observation

__all__ = ["changed_lines", "moved_only", "standing"]

STASH = "git stash"
NO_CHANGE = frozenset((Change.READ, Change.STATED, Change.REFUSED))


def standing(fact: Fact) -> Sequence[Observation]:
    """What was done to a file and not reverted since; what a stash brings back counts again."""
    kept: list[Observation] = []
    put_away: list[Observation] = []
    for seen in fact.history:
        if seen.change is Change.REVERTED:
            kept, put_away = [], kept
        elif isinstance(seen.value, FileValue) and seen.value.how.startswith(STASH):
            kept, put_away = [*put_away, *kept, seen], []
        else:
            kept.append(seen)
    return kept


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
    acts = [seen for seen in fact.history if seen.change not in NO_CHANGE]
    return bool(acts) and all(
        seen.change is Change.RENAMED
        and isinstance(seen.value, FileValue)
        and not (seen.value.renamed_to or seen.value.hunks)
        for seen in acts
    )


def changed_lines(fact: Fact) -> Iterator[tuple[str, TextSpan]]:
    """(sign, line) of all hunks that stand, the newest change first, added before removed."""
    for seen in reversed(standing(fact)):
        if isinstance(seen.value, FileValue):
            for hunk in seen.value.hunks:
                for line in hunk.added:
                    yield "+", line
                for line in hunk.removed:
                    yield "-", line
