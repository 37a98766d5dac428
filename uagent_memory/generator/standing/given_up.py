"""What agents said they did for an ask that was then replaced or taken back."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.types import Cue, MessageAnalysis
from uagent_memory.facts import Change, FactKind
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["given_up_work"]

_REQUEST = FactKind.REQUEST

_ENDS = frozenset((Change.SUPERSEDED, Change.CANCELLED, Change.REVERTED))
_LEARNT = Cue.FINDING | Cue.CAUSE | Cue.DEFINITION


def given_up_work(
    messages: Sequence[MessageAnalysis], statements: Sequence[Statement]
) -> frozenset[Span]:
    """Where agents tell of work that no longer stands: what they found out goes on to hold.

    It is what they said in the turn of such an ask: until the user spoke next.
    """
    turns = _turns_given_up(messages)
    return frozenset(
        statement.unit.span
        for statement in statements
        if statement.analysis.index in turns
        and statement.analysis.message.author is Author.AGENT
        and not statement.unit.cue.meets(_LEARNT)
    )


def _turns_given_up(messages: Sequence[MessageAnalysis]) -> frozenset[int]:
    asked: dict[str, int] = {}
    turns: set[int] = set()
    for analysis in messages:
        for seen in analysis.observations:
            if seen.kind is not _REQUEST:
                continue
            if seen.change is Change.ASKED:
                asked[seen.key] = analysis.index
            elif seen.change in _ENDS and (first := asked.pop(seen.key, None)) is not None:
                turns.update(_turn(messages, first, analysis.index))
    return frozenset(turns)


def _turn(messages: Sequence[MessageAnalysis], first: int, end: int) -> range:
    """The messages after one, until a user speaks."""
    heard = (n for n in range(first + 1, end) if messages[n].message.author is Author.USER)
    return range(first + 1, next(heard, end))
