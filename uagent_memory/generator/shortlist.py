"""The shortlist: of very many candidates those that enter the selection."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.generator.candidate import Candidate, Keep
from uagent_memory.generator.settings import Limits

__all__ = ["shortlist"]


def shortlist(candidates: Sequence[Candidate], limits: Limits) -> tuple[Candidate, ...]:
    """At most so many candidates, by a quick estimate of worth per token; ids renumbered."""
    if len(candidates) <= limits.considered:
        return tuple(candidates)

    def rate(candidate: Candidate) -> float:
        return (candidate.value + sum(candidate.targets.values())) / (
            len(candidate.text) + limits.overhead_characters
        )

    ranked = sorted(candidates, key=lambda c: (c.keep >= Keep.RECEIVER, -rate(c), c.id))
    wanted = {c.id for c in ranked[: limits.considered]}
    wanted |= {c.id for c in candidates if c.keep.is_must}
    for candidate in reversed(candidates):
        if candidate.id in wanted and candidate.parent is not None:
            wanted.add(candidate.parent)
    kept = [c for c in candidates if c.id in wanted]
    number = {c.id: i for i, c in enumerate(kept)}
    return tuple(
        c._replace(id=number[c.id], parent=None if c.parent is None else number[c.parent])
        for c in kept
    )
