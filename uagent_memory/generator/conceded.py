"""What should be so, as an agent grants before it says why it does otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from uagent_memory.analyzer.types import Cue
from uagent_memory.generator.phrase_index import lists_opening
from uagent_memory.generator.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["conceded_demands"]


def conceded_demands(statements: Sequence[Statement]) -> frozenset[Span]:
    """Where demands stand that the next sentence of the same message sets aside: "But ...".

    Args:
        statements: of the whole history, in order.
    """
    return frozenset(
        one.unit.span for one, after in pairwise(statements) if _is_conceded(one, after)
    )


def _is_conceded(one: Statement, after: Statement) -> bool:
    message, cue = one.analysis.message, one.unit.cue
    if after.analysis is not one.analysis or after.position != one.position + 1:
        return False
    demands = message.author is Author.AGENT and cue.meets(Cue.DEMAND)
    if not demands or cue.meets(Cue.DECISION | Cue.REJECTED):
        return False
    return "contrasting" in lists_opening(after.unit.text)
