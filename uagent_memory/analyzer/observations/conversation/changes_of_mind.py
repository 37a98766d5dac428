"""What a user's change of mind does to the asks before: replaced, laid aside, all of an act off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.carried_acts import acts_asked_for
from uagent_memory.analyzer.observations.conversation.named_asks import most_about
from uagent_memory.analyzer.observations.conversation.people import asked_text, put_off
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose
from uagent_memory.analyzer.observations.conversation.ties import most_alike
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.facts import Change
from uagent_memory.ledger import Observation

__all__ = ["ChangeOfMind", "changes_of_mind"]


class ChangeOfMind(NamedTuple):
    """What becomes of an ask, and the line that says so."""

    ask: Observation
    change: Change
    line: Line


def changes_of_mind(
    prose: Prose,
    asked: Sequence[Observation],
    earlier: Sequence[Observation],
    latest: Sequence[Observation],
) -> Iterator[ChangeOfMind]:
    """Each ask once.

    Args:
        prose: a user's message.
        asked: what it asks for.
        earlier: open asks before the latest ones.
        latest: what was asked last.
    """
    told: set[str] = set()
    spans, keys = {seen.span for seen in asked}, {seen.key for seen in asked}
    for line in prose.lines:
        known = [seen for seen in (*earlier, *latest) if seen.key not in told]
        newest = [seen for seen in latest if seen.key not in told]
        for ask, change in _minded(line, known, newest, is_ask=line.span in spans):
            if ask.key not in keys and ask.key not in told:
                told.add(ask.key)
                yield ChangeOfMind(ask, change, line)


def _minded(
    line: Line, known: Sequence[Observation], latest: Sequence[Observation], *, is_ask: bool
) -> Iterator[tuple[Observation, Change]]:
    phrase = line.opened_by("requests.change", "requests.retract")
    if phrase is not None and is_ask and not line.asks:
        old = _meant(line, known, latest, last=phrase.category == "requests.retract")
        if old is not None:
            yield old, Change.SUPERSEDED
    if (aside := put_off(line)) is not None:
        old = most_about(line.text[aside.end :], known)
        if old is not None:
            yield old, Change.CANCELLED
    if not line.asks:
        yield from ((swept, Change.SUPERSEDED) for swept in _swept(line, known))


def _meant(
    line: Line, known: Sequence[Observation], latest: Sequence[Observation], *, last: bool
) -> Observation | None:
    """The ask with the same words; else the last one, where the line says as much."""
    tied = most_alike(line.text, ((asked_text(seen), seen) for seen in known))
    if tied is not None or not last or len(latest) != 1:
        return tied
    return latest[0]


def _swept(line: Line, known: Sequence[Observation]) -> Sequence[Observation]:
    """ "I'd prefer not to exchange anything", 都不换了: all asks since the first one for that act.

    Those for another act alone stay.
    """
    off = _sweeping().search(line.text)
    acts = acts_asked_for(off.group()) if off is not None else ()
    if not acts:
        return ()
    named = [acts_asked_for(asked_text(seen)) for seen in known]
    first = next((n for n, own in enumerate(named) if any(act in acts for act in own)), len(known))
    rest = zip(known[first:], named[first:], strict=True)
    return [seen for seen, own in rest if not own or any(act in acts for act in own)]


@cache
def _sweeping() -> re.Pattern[str]:
    return either(table("requests")["sweeping"], re.IGNORECASE)
