"""Must-keep under a small budget: which forms the required candidates take."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from uagent_memory.generator.candidate import Candidate, Keep
from uagent_memory.generator.labels import Labels
from uagent_memory.generator.limits import Limits
from uagent_memory.generator.selection.shortening import as_reference, head_and_tail, in_short
from uagent_memory.messages import Span
from uagent_memory.segments import Degradation
from uagent_memory.tokens import TokenCounter

__all__ = ["Required", "fit_required", "shows_latest"]


@dataclass(frozen=True, slots=True)
class Required:
    """The must-keep candidates in the forms that fit."""

    candidates: tuple[Candidate, ...]
    degraded: tuple[Degradation, ...]
    minimum_budget: int
    """The least budget at which nothing has to be degraded."""


Measure = Callable[[Sequence[Candidate]], int]
"""Tokens of a whole hand-off that holds just these candidates."""


def fit_required(
    must: Sequence[Candidate],
    *,
    budget: int,
    measure: Measure,
    minimum: Callable[[Sequence[Candidate]], int],
    name: Callable[[Span], str],
    counter: TokenCounter,
    limits: Limits,
    labels: Labels,
) -> Required:
    """Degrade required candidates, the least important first, until they fit the budget.

    The order: the latest user message to head and tail, file lines to path
    and state, the rest to its short form, older constraints to references, and last of all left
    out. What the caller pinned is degraded last.
    """
    latest = [c for c in must if c.keep is Keep.LATEST_USER_MESSAGE]
    whole = sum(counter.count(c.text) for c in latest)
    needed = max(minimum(must), math.ceil(whole / limits.latest_share))
    if needed <= budget:
        return Required(tuple(must), (), needed)
    lead = labels("further_rules")
    steps = _steps(must, budget=budget, name=name, counter=counter, limits=limits, further=lead)
    longest = limits.latest_share * budget
    low, high = 0, len(steps)
    while low < high:
        middle = (low + high) // 2
        forms = _apply(must, steps[: middle + 1])
        if not _is_long(forms, longest, counter) and measure(forms) <= budget:
            high = middle
        else:
            low = middle + 1
    taken = steps[: low + 1]
    last = {step.id: step.degradation for step in taken}
    return Required(tuple(_apply(must, taken)), tuple(last.values()), needed)


def shows_latest(must: Sequence[Candidate], required: Required) -> bool:
    """Whether the latest user message stays whole."""
    shown = {id(candidate) for candidate in required.candidates}
    latest = [c for c in must if c.keep is Keep.LATEST_USER_MESSAGE]
    return all(id(candidate) in shown for candidate in latest)


@dataclass(frozen=True, slots=True)
class _Step:
    id: int
    becomes: Candidate | None
    degradation: Degradation


def _is_long(forms: Sequence[Candidate], longest: float, counter: TokenCounter) -> bool:
    """A latest user message takes more than its share."""
    latest = [c for c in forms if c.keep is Keep.LATEST_USER_MESSAGE]
    return any(counter.count(c.text) > longest for c in latest)


def _apply(must: Sequence[Candidate], steps: Sequence[_Step]) -> list[Candidate]:
    forms: dict[int, Candidate | None] = {candidate.id: candidate for candidate in must}
    for step in steps:
        forms[step.id] = step.becomes
    kept = [form for form in forms.values() if form is not None]
    alive = {form.id for form in kept}
    return [form for form in kept if form.parent is None or form.parent in alive]


def _steps(
    must: Sequence[Candidate],
    *,
    budget: int,
    name: Callable[[Span], str],
    counter: TokenCounter,
    limits: Limits,
    further: str,
) -> list[_Step]:
    """All degradations, mildest first."""
    by_rank = sorted(must, key=lambda c: (-c.keep, c.parent is None, c.order, c.id))
    roomy = min(1.0, budget / limits.excerpt_roomy)
    room = int(budget * limits.excerpt_share * roomy)
    constraints = [c for c in by_rank if c.keep is Keep.CONSTRAINT]
    return [
        *(
            _step(c, shown, "head_and_tail")
            for c in by_rank
            if c.keep is Keep.LATEST_USER_MESSAGE
            and (shown := head_and_tail(c, room=room, name=name, counter=counter)) is not c
        ),
        *(
            _step(c, None, "path_and_state")
            for c in by_rank
            if c.parent is not None and c.short == ""
        ),
        *(_step(c, in_short(c, c.short), _short_form(c)) for c in by_rank if c.short),
        *(_step(c, as_reference(c, further, name), "reference") for c in constraints),
        *(_step(c, None, "left_out") for c in by_rank if c.keep is not Keep.CONSTRAINT),
        *(_step(c, None, "left_out") for c in constraints),
    ]


def _short_form(candidate: Candidate) -> str:
    return "path_and_state" if candidate.keep is Keep.CHANGED_FILE else "key_part"


def _step(candidate: Candidate, becomes: Candidate | None, form: str) -> _Step:
    return _Step(
        candidate.id,
        becomes,
        Degradation.model_validate(
            {
                "kind": candidate.kind,
                "key": candidate.fact,
                "form": form,
                "sources": candidate.sources,
            }
        ),
    )
