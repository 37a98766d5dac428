"""Must-keep under a small budget: which forms the required candidates take (idea 5)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from uagent_memory.generator.candidate import Candidate, Keep
from uagent_memory.generator.settings import Limits
from uagent_memory.messages import Message, Span
from uagent_memory.segments import Degradation
from uagent_memory.tokens import TokenCounter

__all__ = ["Required", "fit_required"]


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
    message: Callable[[Span], Message | None],
    counter: TokenCounter,
    limits: Limits,
) -> Required:
    """Degrade required candidates, the least important first, until they fit the budget.

    The order of architecture idea 5: the latest user message to head and tail, file lines to path
    and state, the rest to its short form, older constraints to references, and last of all left
    out. What the caller pinned is degraded last.
    """
    latest = [c for c in must if c.keep is Keep.LATEST_USER_MESSAGE]
    whole = sum(counter.count(c.text) for c in latest)
    needed = max(minimum(must), math.ceil(whole / limits.latest_share))
    if needed <= budget:
        return Required(tuple(must), (), needed)
    steps = _steps(must, budget=budget, message=message, counter=counter, limits=limits)
    low, high = 0, len(steps)
    while low < high:
        middle = (low + high) // 2
        if _fits(must, steps[: middle + 1], budget, measure, limits, counter):
            high = middle
        else:
            low = middle + 1
    taken = steps[: low + 1]
    return Required(
        tuple(_apply(must, taken)), tuple(step.degradation for step in taken), needed
    )


@dataclass(frozen=True, slots=True)
class _Step:
    id: int
    becomes: Candidate | None
    degradation: Degradation


def _fits(
    must: Sequence[Candidate],
    steps: Sequence[_Step],
    budget: int,
    measure: Measure,
    limits: Limits,
    counter: TokenCounter,
) -> bool:
    forms = _apply(must, steps)
    whole = [c for c in forms if c.keep is Keep.LATEST_USER_MESSAGE]
    if any(counter.count(c.text) > limits.latest_share * budget for c in whole):
        return False
    return measure(forms) <= budget


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
    message: Callable[[Span], Message | None],
    counter: TokenCounter,
    limits: Limits,
) -> list[_Step]:
    """All degradations, mildest first."""
    by_rank = sorted(must, key=lambda c: (-c.keep, c.parent is None, c.order, c.id))
    steps = []
    for candidate in by_rank:
        if candidate.keep is Keep.LATEST_USER_MESSAGE:
            room = int(budget * limits.excerpt_share)
            form = head_and_tail(candidate, room=room, message=message, counter=counter)
            steps.append(_step(candidate, form, "head_and_tail"))
    for candidate in by_rank:
        if candidate.parent is not None and candidate.short == "":
            steps.append(_step(candidate, None, "path_and_state"))
    for candidate in by_rank:
        if candidate.short:
            short = replace(
                candidate,
                text=candidate.short,
                sources=candidate.short_sources or candidate.sources,
                targets={},
            )
            steps.append(_step(candidate, short, "path_and_state"))
    constraints = [c for c in by_rank if c.keep is Keep.CONSTRAINT]
    for candidate in constraints:
        steps.append(_step(candidate, _as_reference(candidate), "reference"))
    for candidate in by_rank:
        if candidate.keep is not Keep.CONSTRAINT:
            steps.append(_step(candidate, None, "left_out"))
    steps += [_step(candidate, None, "left_out") for candidate in constraints]
    return steps


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


def _as_reference(candidate: Candidate) -> Candidate:
    """The rule itself is behind its reference; all such rules share one line."""
    return replace(
        candidate,
        text="see",
        order=(2, 0, candidate.id),
        joins="referenced-constraints",
        style="list",
        lead="Further rules by reference: ",
        targets={},
    )


def head_and_tail(
    candidate: Candidate,
    *,
    room: int,
    message: Callable[[Span], Message | None],
    counter: TokenCounter,
) -> Candidate:
    """Head and tail of a long message, cut at line or word ends, with a marked, recallable gap."""
    span = candidate.sources[0]
    text = candidate.text
    share = max(room, 24)
    head, tail = _clip(text, share * 2 // 3, counter), _clip_end(text, share // 3, counter)
    if len(head) + len(tail) >= len(text):
        return candidate
    dropped = counter.count(text[len(head) : len(text) - len(tail)])
    source = message(span)
    name = source.short_id if source else span.message_id
    return replace(
        candidate,
        text=f"{head.rstrip()} [... {dropped} tokens, {name}] {tail.lstrip()}",
        sources=(
            Span(span.message_id, span.part, span.start, span.start + len(head)),
            Span(span.message_id, span.part, span.end - len(tail), span.end),
        ),
        targets={},
    )


def _clip(text: str, tokens: int, counter: TokenCounter) -> str:
    """The longest prefix of about `tokens` that ends at white space."""
    size = min(len(text), tokens * 4)
    while size > 0 and counter.count(text[:size]) > tokens:
        size = size * 3 // 4
    cut = max(text.rfind("\n", 0, size), text.rfind("。", 0, size) + 1, text.rfind(". ", 0, size) + 1)
    if cut <= size // 2:
        cut = max(text.rfind(" ", 0, size), text.rfind("，", 0, size) + 1)
    return text[: cut if cut > 0 else size]


def _clip_end(text: str, tokens: int, counter: TokenCounter) -> str:
    size = min(len(text), tokens * 4)
    while size > 0 and counter.count(text[-size:]) > tokens:
        size = size * 3 // 4
    if size <= 0:
        return ""
    start = len(text) - size
    cuts = [at for mark in ("\n", " ", "。") if (at := text.find(mark, start)) >= 0]
    return text[min(cuts) + 1 :] if cuts else text[start:]
