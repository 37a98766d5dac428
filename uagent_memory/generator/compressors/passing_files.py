"""Files that came and went, or lie outside the project: names in one line, no changed lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from uagent_memory.analyzer.observations.paths import is_scratch
from uagent_memory.facts import CHANGED_STATUSES, Change, FileValue, Status
from uagent_memory.ledger import Fact

__all__ = ["Passing", "passing_files"]

Passing: TypeAlias = Literal["gone", "scratch", "deleted_files"]
"""The label of the line: made here and gone again, temporary, deleted unseen."""


def passing_files(facts: Sequence[Fact], *, few_deleted: int) -> Mapping[str, Passing]:
    """The files that need no line of their own, by key.

    Args:
        facts: of all files.
        few_deleted: how many deleted unseen share a line; fewer have one each.
    """
    found: dict[str, Passing] = {fact.key: "gone" for fact in facts if _is_gone(fact)}
    for fact in facts:
        if fact.key not in found and fact.status in CHANGED_STATUSES and is_scratch(fact.key):
            found[fact.key] = "scratch"
    unseen = [fact for fact in facts if fact.key not in found and _is_unseen(fact)]
    if len(unseen) >= few_deleted:
        found |= dict.fromkeys((fact.key for fact in unseen), "deleted_files")
    return found


def _is_gone(fact: Fact) -> bool:
    """It was not there before, and is not there now."""
    if not fact.came_and_went:
        return False
    before = fact.history[: fact.history.index(fact.acts[0])]
    return all(seen.change is not Change.READ for seen in before)


def _is_unseen(fact: Fact) -> bool:
    """All that is known of it is that it was deleted."""
    return fact.status is Status.DELETED and all(
        seen.change is Change.DELETED and isinstance(seen.value, FileValue) for seen in fact.history
    )
