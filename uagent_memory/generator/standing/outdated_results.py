"""Results that no longer hold: the files on which they were got have been taken back since."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from uagent_memory.analyzer.observations.files.paths import is_scratch
from uagent_memory.facts import Change, FactKind, FileValue
from uagent_memory.ledger import Fact, Ledger, Observation

__all__ = ["OutdatedResults"]

Order: TypeAlias = tuple[int, int, int, int, str, str, str]

LABELS = {"git stash": "before_stash", "git reset": "before_reset"}
"""By the beginning of the command that took changes back; "before_revert" for any other."""
ASIDE = {Change.STASHED: "while_stashed", Change.REVERTED: "while_reverted"}


class _Stretch(NamedTuple):
    """Whatever ran after `start` and before `end` saw files that are different now."""

    start: Order
    end: Order
    label: str


class OutdatedResults:
    """The stretches of one history whose results are out of date."""

    def __init__(self, ledger: Ledger) -> None:
        facts = (fact for fact in ledger.of(FactKind.FILE) if not is_scratch(fact.key))
        found = sorted(
            (stretch for fact in facts for stretch in _stretches(fact)), key=attrgetter("start")
        )
        self._starts = [stretch.start for stretch in found]
        self._longest = list(accumulate(found, _ending_later))

    def label(self, seen: Observation) -> str:
        """How to mark the result of what was observed; "" if it still holds."""
        begun = bisect_left(self._starts, seen.order)
        last = self._longest[begun - 1] if begun else None
        return last.label if last is not None and seen.order < last.end else ""

    def label_of_run(self, command: Fact) -> str:
        """The same of the last run of a command, whatever was said of it since."""
        runs = (seen for seen in reversed(command.history) if seen.change is not Change.SETTLED)
        return self.label(next(runs, command.last))

    def is_comparison(self, command: Fact) -> bool:
        """It last ran while changes were taken away that are back."""
        return self.label_of_run(command) in ASIDE.values()


def _ending_later(one: _Stretch, other: _Stretch) -> _Stretch:
    return other if other.end >= one.end else one


def _stretches(fact: Fact) -> Iterator[_Stretch]:
    """From each change that was taken back to where it was; and from there to its return."""
    standing = fact.standing
    kept = frozenset(map(id, standing))
    lost: Observation | None = None
    aside: Observation | None = None
    away: Observation | None = None
    for seen in fact.history:
        match seen.change:
            case Change.REVERTED | Change.STASHED:
                if lost is not None:
                    yield _Stretch(lost.order, seen.order, _label(seen))
                aside, away, lost = lost, seen, None
            case Change.RESTORED:
                if away is not None:
                    yield _Stretch(away.order, seen.order, ASIDE[away.change])
                lost, away = aside or lost, None
            case Change.CREATED | Change.MODIFIED | Change.DELETED | Change.RENAMED:
                if lost is None and id(seen) not in kept:
                    lost = seen


def _label(seen: Observation) -> str:
    how = seen.value.how if isinstance(seen.value, FileValue) else ""
    return next((LABELS[key] for key in LABELS if how.startswith(key)), "before_revert")
