"""Results that no longer hold for the files as they are: what they ran on was taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from uagent_memory.analyzer.observations.paths import is_scratch
from uagent_memory.facts import Change, FactKind, FileValue
from uagent_memory.ledger import Fact, Ledger, Observation

__all__ = ["Undone"]

Order: TypeAlias = tuple[int, int, int, int, str, str, str]

LABELS = {"git stash": "before_stash", "git reset": "before_reset"}
"""By the beginning of the command that took changes back; "before_revert" for any other."""


class _Stretch(NamedTuple):
    """What ran after `start` and before `end` saw files that are different now."""

    start: Order
    end: Order
    label: str


class Undone:
    """The stretches of one history whose results are out of date."""

    def __init__(self, ledger: Ledger) -> None:
        facts = (fact for fact in ledger.of(FactKind.FILE) if not is_scratch(fact.key))
        self._stretches = sorted(
            (stretch for fact in facts for stretch in _stretches(fact)), key=lambda s: s.end
        )

    def label(self, seen: Observation) -> str:
        """How to mark the result of what was observed; "" if it still holds."""
        held = [s for s in self._stretches if s.start < seen.order < s.end]
        return held[-1].label if held else ""


def _stretches(fact: Fact) -> Iterator[_Stretch]:
    """From each change that was taken back to where it was; and from a stash to its return."""
    standing = fact.standing
    kept = frozenset(map(id, standing))
    changes: list[Observation] = []
    aside: Sequence[Observation] = ()
    away: Observation | None = None
    for seen in fact.history:
        match seen.change:
            case Change.REVERTED | Change.STASHED:
                lost = [one for one in changes if id(one) not in kept]
                if lost:
                    yield _Stretch(lost[0].order, seen.order, _label(seen))
                if seen.change is Change.STASHED:
                    aside, away = changes, seen
                changes = []
            case Change.RESTORED:
                if away is not None:
                    yield _Stretch(away.order, seen.order, "while_stashed")
                changes, away = [*aside, *changes], None
            case Change.CREATED | Change.MODIFIED | Change.DELETED | Change.RENAMED:
                changes.append(seen)


def _label(seen: Observation) -> str:
    how = seen.value.how if isinstance(seen.value, FileValue) else ""
    return next((LABELS[key] for key in LABELS if how.startswith(key)), "before_revert")
