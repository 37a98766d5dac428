"""Steps of reasoning: of a long train of thought the end tells what it came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from uagent_memory.analyzer.types import Cue, UnitKind
from uagent_memory.generator.standing.cue_sets import CHOSEN, FOUND
from uagent_memory.generator.wording.phrasing import is_dependent, is_observing, is_supposing
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["reasoned_steps"]


def reasoned_steps(
    statements: Iterable[Statement], least: int, last: int, *, end: int = 0
) -> frozenset[Span]:
    """Sentences that lean on the one before, of what an agent thought before it went on.

    What they decide stands, and so do the last findings and the last conclusion of each message:
    what was found on the way to these has gone into them.

    Args:
        statements: of the whole history, in order.
        least: sentences of a message from which it is a train of thought.
        last: findings at the end of one that stand.
        end: index of the history's last message.
    """
    trains = [list(group) for _, group in groupby(statements, key=_index)]
    ends = zip(trains, [*trains[1:], ()], strict=True)
    return frozenset(
        step.unit.span
        for train, after in ends
        if len(train) >= least and _goes_on(train[0], after, end)
        for step in _steps(train, last)
    )


def _index(said: Statement) -> int:
    return said.analysis.index


def _goes_on(said: Statement, after: Sequence[Statement], end: int) -> bool:
    """An agent said it and did not stop there: no user answered."""
    message = said.analysis.message
    if message.author is not Author.AGENT:
        return False
    if after:
        return after[0].analysis.message.author is not Author.USER
    return bool(message.tool_calls) or said.analysis.index < end


def _steps(train: Sequence[Statement], last: int) -> Iterator[Statement]:
    found = [one for one in train if one.unit.cue.meets(FOUND)]
    concluded = [one for one in train if one.unit.cue.meets(Cue.CONCLUSION)]
    ends = [*found[-last:], *concluded[-1:]]
    for one in train:
        text = one.unit.text
        if one.unit.kind is UnitKind.LIST_ITEM and one.unit.lead:
            continue
        weighed = one.unit.cue.meets(CHOSEN) and not (is_observing(text) or is_supposing(text))
        if is_dependent(text) and not weighed and one not in ends:
            yield one
