"""Runs while the changes were taken away for a moment: a comparison, not how things are."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from uagent_memory.analyzer.observations.files.paths import is_scratch
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import Change, CommandValue, FactKind, FactValue
from uagent_memory.ledger import Fact, Ledger, Observation
from uagent_memory.messages import Author

__all__ = ["Present", "without_baselines"]

_FILE = FactKind.FILE

_AWAY = frozenset((Change.REVERTED, Change.STASHED))
_WORK = frozenset((Change.CREATED, Change.MODIFIED, Change.DELETED, Change.RENAMED))
_RAN = frozenset((Change.RAN, Change.PASSED, Change.FAILED))
_RAISING = frozenset((Change.STATED, Change.RAISED, Change.FAILED))
_FOUND = frozenset((FactKind.ERROR, FactKind.TEST))


class Present(NamedTuple):
    """What is observed with each message, but for comparisons."""

    observed: list[tuple[Observation, ...]]
    comparing: frozenset[int]
    """Places of the results that show nothing else."""


class _Stretch(NamedTuple):
    start: Observation
    """It took a change away."""
    end: Observation
    """It brought the change back; nothing was changed in between."""

    def holds(self, seen: Observation) -> bool:
        return self.start.order < seen.order < self.end.order


def without_baselines(observed: list[tuple[Observation, ...]]) -> Present:
    """Leaves out such runs and what they found.

    A command that never ran otherwise keeps its run: it tells that it was a comparison.
    """
    away = _runs_away(observed)
    if not away:
        return Present(observed, frozenset())
    runs = [seen for batch in observed for seen in batch if _is_run(seen)]
    others = {seen.key: seen.value for seen in runs if seen not in away}
    gone = frozenset(seen for seen in away if seen.key in others)
    comparing = frozenset(
        at
        for at, batch in enumerate(observed)
        if not away.isdisjoint(batch) and all(seen in away for seen in batch if _is_run(seen))
    )
    kept = [
        tuple(
            _settled(seen, gone, others)
            for seen in batch
            if not (at in comparing and seen.kind in _FOUND) and seen not in gone
        )
        for at, batch in enumerate(observed)
    ]
    unraised = _raised(observed) - _raised(kept)
    return Present(
        [
            tuple(s for s in batch if s.kind is not FactKind.ERROR or s.key not in unraised)
            for batch in kept
        ],
        comparing,
    )


def _settled(
    seen: Observation, gone: Collection[Observation], others: Mapping[str, FactValue]
) -> Observation:
    """What settled the outcome of such a run settled that of the same command before."""
    if seen.change is not Change.SETTLED or seen.key not in others:
        return seen
    is_gone = any(run.key == seen.key and run.value == seen.value for run in gone)
    return seen._replace(value=others[seen.key]) if is_gone else seen


def _raised(observed: Sequence[tuple[Observation, ...]]) -> set[str]:
    """The errors; of those that only such a run raised not even an end is told."""
    return {
        seen.key
        for batch in observed
        for seen in batch
        if seen.kind is FactKind.ERROR and seen.change in _RAISING
    }


def _runs_away(observed: Sequence[tuple[Observation, ...]]) -> frozenset[Observation]:
    files = [seen for batch in observed for seen in batch if seen.kind is _FILE]
    if not any(seen.change is Change.RESTORED for seen in files):
        return frozenset()
    stretches = list(_stretches(files))
    return frozenset(
        seen
        for batch in observed
        for seen in batch
        if _is_run(seen) and any(stretch.holds(seen) for stretch in stretches)
    )


def _stretches(files: Sequence[Observation]) -> Iterator[_Stretch]:
    work = sorted(s.seq for s in files if s.change in _WORK and not is_scratch(s.key))
    for fact in Ledger(files).of(_FILE):
        for stretch in _of_file(fact):
            if bisect_right(work, stretch.start.seq) >= bisect_left(work, stretch.end.seq):
                yield stretch


def _of_file(fact: Fact) -> Iterator[_Stretch]:
    away: Observation | None = None
    for seen in fact.acts:
        if seen.change is Change.RESTORED and away is not None:
            yield _Stretch(away, seen)
        away = seen if seen.change in _AWAY else None


def _is_run(seen: Observation) -> bool:
    """A check or a script, where it was typed."""
    value = seen.value
    if not isinstance(value, CommandValue) or seen.change not in _RAN:
        return False
    tests = value.checks or value.program in strings("shell", "program", "interpreters")
    return tests and seen.author is not Author.TOOL
