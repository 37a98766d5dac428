"""Filling: the choice of candidates that makes the most of a budget."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate

from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate, Keep
from uagent_memory.generator.draft import Proposal
from uagent_memory.generator.selection.keeping import Required
from uagent_memory.generator.selection.page import Page
from uagent_memory.generator.selection.selection import select
from uagent_memory.generator.settings import FillSettings
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

__all__ = ["fill"]

_LATEST_USER_MESSAGE, _RECEIVER = Keep.LATEST_USER_MESSAGE, Keep.RECEIVER
_USER_MESSAGE, _REQUEST = EntryKind.USER_MESSAGE, EntryKind.REQUEST


def fill(
    proposal: Proposal,
    page: Page,
    required: Required,
    *,
    budget: int,
    shares: Mapping[SegmentName, float],
) -> list[Candidate]:
    """The fullest choice within the budget; the required ones alone if nothing more fits."""
    settings = proposal.view.settings
    forms, dropped = _forms(proposal.candidates, required)
    candidates = [forms.get(c.id, c) for c in proposal.candidates]
    costs = [
        budget + 1 if c.id in dropped else page.cost(c) if c is not old else cost
        for c, old, cost in zip(candidates, proposal.candidates, proposal.costs, strict=True)
    ]
    room = budget - proposal.meter.total()
    left = (room - sum(costs[i] for i in forms)) * settings.fill.preferred_share
    ruled = settings.fill.ruled_share * room
    preferred = _preferred(candidates, dropped)
    selection = select(
        candidates,
        costs,
        opening=[page.opening(candidate) for candidate in candidates],
        room=int(room * settings.fill.more_than_fits),
        shares=shares,
        settings=settings.selection,
        required=[*forms, *_affordable(preferred, costs, left=left, ruled=ruled)],
    )
    ranked = [candidates[i] for i in selection.order]
    fitting = partial(
        _longest, page=page, budget=budget, least=len(forms), guesses=settings.fill.guesses
    )
    first = fitting(ranked, costs)
    told = _told_names(ranked[:first])
    if told:
        ranked = [c for c in ranked if c.id not in told]
        first = fitting(ranked, costs)
    return _with_more(ranked, first, costs, page=page, budget=budget, settings=settings.fill)


def _forms(
    candidates: Sequence[Candidate], required: Required
) -> tuple[dict[int, Candidate], set[int]]:
    """The required candidates in the forms they take, and what must not be told besides."""
    forms = {c.id: c for c in required.candidates}
    dropped = {c.id for c in candidates if c.keep.is_must} - forms.keys()
    dropped |= _parts_shown(candidates, forms)
    shown, speaking = _asks_shown(candidates, forms)
    dropped |= {c.id for c in shown}
    forms |= speaking
    rules, speaking = _rules_shown(forms)
    if len(rules) <= 1 and any(form.in_latest for form in forms.values()):
        rules += [c for c in candidates if c.in_latest and c.kind is EntryKind.NOTE]
    dropped |= {c.id for c in rules}
    forms |= speaking
    return {index: form for index, form in forms.items() if index not in dropped}, dropped


def _preferred(candidates: Sequence[Candidate], dropped: Collection[int]) -> list[Candidate]:
    """What the receiver must get, the most worth first."""
    found = (c for c in candidates if c.keep is _RECEIVER and c.id not in dropped)
    return sorted(found, key=lambda c: (-c.value, c.id))


def _parts_shown(candidates: Sequence[Candidate], forms: Mapping[int, Candidate]) -> set[int]:
    """Parts of a latest user message that its whole text, or its head and tail, show already."""
    latest = [c for c in candidates if c.keep is _LATEST_USER_MESSAGE]
    whole = {c.sources[0].message_id for c in latest if forms.get(c.id) is c}
    shown = [span for c in latest if c.id in forms for span in forms[c.id].sources]
    return {
        c.id
        for c in candidates
        if c.kind is _USER_MESSAGE
        and c.id not in forms
        and (c.joins in whole or _is_shown(c.sources[-1], shown, share=0.5))
    }


def _asks_shown(
    candidates: Sequence[Candidate], forms: Mapping[int, Candidate]
) -> tuple[list[Candidate], dict[int, Candidate]]:
    """Asks that the latest user message shows as it stands, and its form that speaks for them.

    The first that it shows is told in segment 1 all the same: it is the goal.
    """
    asked = [c for c in candidates if c.kind is _REQUEST and c.id not in forms]
    for latest in forms.values():
        if latest.keep is _LATEST_USER_MESSAGE:
            shown = [c for c in asked if _is_shown(c.sources[-1], latest.sources, share=1.0)]
            if shown:
                shown.remove(min(shown, key=lambda c: c.sources[-1].start))
            says = (name for c in shown for name in c.says)
            return shown, {latest.id: latest._replace(also=(*latest.also, *says))}
    return [], {}


def _rules_shown(
    forms: Mapping[int, Candidate],
) -> tuple[list[Candidate], dict[int, Candidate]]:
    """Rules that the head or the tail of a latest user message shows word for word.

    With the form of that message that speaks for them.
    """
    for latest in forms.values():
        if latest.keep is _LATEST_USER_MESSAGE:
            shown = [
                rule
                for rule in forms.values()
                if rule.in_latest and _is_shown(rule.sources[-1], latest.sources, share=1.0)
            ]
            says = (name for rule in shown for name in rule.says)
            return shown, {latest.id: latest._replace(also=(*latest.also, *says))}
    return [], {}


def _is_shown(part: Span, shown: Sequence[Span], *, share: float) -> bool:
    """At least this share of it stands in what is shown of its message."""
    overlap = sum(
        max(0, min(part.end, span.end) - max(part.start, span.start))
        for span in shown
        if span[:2] == part[:2]
    )
    return overlap >= share * (part.end - part.start)


def _longest(
    ranked: Sequence[Candidate],
    costs: Sequence[int],
    *,
    page: Page,
    budget: int,
    least: int,
    guesses: int,
) -> int:
    """How many of the ranking fit, from its beginning.

    Looked for where the costs say, from what was measured last; after some such guesses by halves.

    Args:
        ranked: candidates in the order of selection, the `least` required ones first.
        costs: about what each candidate takes, by id.
        page: measures.
        budget: tokens of the whole rendering.
        least: how many stay whatever they take.
        guesses: how many.
    """
    ends = [0, *accumulate(costs[candidate.id] for candidate in ranked)]
    low, high = least, len(ranked)
    middle, left = 0, budget - page.tokens(())
    while low < high:
        if guesses:
            guessed = bisect_right(ends, ends[middle] + left) - 1
            middle = min(max(guessed, low + 1), high)
            guesses -= 1
        else:
            middle = (low + high + 1) // 2
        left = budget - page.tokens(ranked[:middle])
        if left >= 0:
            low = middle
        else:
            high = middle - 1
    return low


def _with_more(
    ranked: Sequence[Candidate],
    first: int,
    costs: Sequence[int],
    *,
    page: Page,
    budget: int,
    settings: FillSettings,
) -> list[Candidate]:
    """The first of the ranking, and what still fits of what follows, tried one by one."""
    chosen = list(ranked[:first])
    ids = {candidate.id for candidate in chosen}
    left = budget - page.tokens(chosen)
    for candidate in ranked[first + 1 : first + 1 + settings.more_tries]:
        if candidate.parent is not None and candidate.parent not in ids:
            continue
        if costs[candidate.id] > left + settings.joining_saves:
            continue
        rest = budget - page.tokens([*chosen, candidate])
        if rest >= 0:
            chosen.append(candidate)
            ids.add(candidate.id)
            left = rest
    names = _told_names(chosen)
    told = {candidate.parent for candidate in chosen}
    return [c for c in chosen if (c.alone or c.id in told) and c.id not in names]


def _told_names(chosen: Sequence[Candidate]) -> set[int]:
    """The names, in lists of commands, of those that a line of their own tells."""
    told = {name for c in chosen if not _is_name(c) for name in c.says}
    return {c.id for c in chosen if _is_name(c) and told.issuperset(c.says)}


def _is_name(candidate: Candidate) -> bool:
    return candidate.kind is EntryKind.COMMAND and candidate.style == "list"


def _affordable(
    preferred: Sequence[Candidate], costs: Sequence[int], *, left: float, ruled: float
) -> Iterator[int]:
    """Ids of the receiver's must-get candidates, best first, within `left` tokens.

    Of these, rules that no user set take at most `ruled`.
    """
    for candidate in preferred:
        cost = costs[candidate.id]
        if cost > (min(left, ruled) if candidate.is_policy else left):
            continue
        left -= cost
        ruled -= cost if candidate.is_policy else 0
        yield candidate.id
