"""The shortlist: of very many candidates those that enter the selection."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate, Keep
from uagent_memory.generator.limits import Limits

__all__ = ["shortlist", "without_weakest"]

_RECEIVER, _OPTIONAL = Keep.RECEIVER, Keep.OPTIONAL

_SAID = frozenset((EntryKind.STATEMENT, EntryKind.USER_MESSAGE))


def shortlist(candidates: Sequence[Candidate], limits: Limits) -> tuple[Candidate, ...]:
    """At most so many candidates, by a quick estimate of worth per token; ids renumbered."""
    if len(candidates) <= limits.considered:
        return _renumbered(candidates)
    wanted = _strongest(candidates, limits)
    wanted |= {c.id for c in candidates if c.keep.is_must}
    for candidate in reversed(candidates):
        if candidate.id in wanted and candidate.parent is not None:
            wanted.add(candidate.parent)
    return _renumbered([c for c in candidates if c.id in wanted])


def without_weakest(
    candidates: Sequence[Candidate], limits: Limits, *, spared: Collection[int]
) -> list[Candidate]:
    """Those that may still enter the shortlist, whatever is proposed besides.

    Only what somebody said is left out: other candidates may get lines of their own under them.
    """
    strongest = _strongest(candidates, limits)
    return [
        c
        for c in candidates
        if c.id in strongest
        or c.id in spared
        or c.kind not in _SAID
        or c.parent is not None
        or c.keep < _OPTIONAL
    ]


def _strongest(candidates: Sequence[Candidate], limits: Limits) -> set[int]:
    """The ids of the first in rank: what must be kept, then by rate; of equals what came first."""

    def rate(candidate: Candidate) -> float:
        return (candidate.value + sum(candidate.targets.values())) / (
            len(candidate.text) + limits.overhead_characters
        )

    must = [c for c in candidates if c.keep < _RECEIVER]
    others = [c for c in candidates if c.keep >= _RECEIVER]
    ranked = [c for some in (must, others) for c in sorted(some, key=rate, reverse=True)]
    return {c.id for c in ranked[: limits.considered]}


def _renumbered(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    if not candidates or candidates[-1].id == len(candidates) - 1:
        return tuple(candidates)
    number = {c.id: i for i, c in enumerate(candidates)}
    return tuple(  # the id is the first field; few have a parent
        Candidate._make((number[c.id], *c[1:]))
        if c.parent is None
        else c._replace(id=number[c.id], parent=number[c.parent])
        for c in candidates
    )
