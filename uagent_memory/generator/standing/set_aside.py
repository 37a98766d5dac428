"""Statements of agents that later words or runs set aside."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise

from uagent_memory.analyzer.types import Cue, MessageAnalysis, UnitKind
from uagent_memory.generator.standing.cue_sets import CHOSEN
from uagent_memory.generator.standing.done_since import last_check
from uagent_memory.generator.wording.emptiness import is_verdict
from uagent_memory.generator.wording.phrase_index import lists_opening
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["conceded_demands", "filled_in_again", "old_verdicts"]


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
    if not demands or cue.meets(CHOSEN):
        return False
    return "contrasting" in lists_opening(after.unit.text)


def filled_in_again(statements: Sequence[Statement]) -> frozenset[Span]:
    """What stands in fields that the same agent has filled in again since."""
    fields = [one for one in statements if one.unit.kind is UnitKind.FIELD]
    newest = {_form(one): one.analysis.index for one in fields}
    return frozenset(one.unit.span for one in fields if one.analysis.index < newest[_form(one)])


def _form(statement: Statement) -> tuple[str, str]:
    return statement.analysis.message.agent or "", statement.unit.lead


def old_verdicts(
    messages: Sequence[MessageAnalysis], statements: Sequence[Statement], retellings: Container[str]
) -> frozenset[Span]:
    """All verdicts of agents but the last, and that one, too, where something was run since.

    Args:
        messages: of the history.
        statements: what was said in it.
        retellings: ids of summaries of what the same log holds.
    """
    verdicts = [
        s
        for s in statements
        if (s.analysis.message.author is Author.AGENT and is_verdict(s.unit.text))
        or (s.analysis.message.id in retellings and _tells_verdict(s))
    ]
    checked = last_check(messages)
    standing = [s for s in verdicts[-1:] if s.analysis.index >= checked]
    return frozenset(s.unit.span for s in verdicts if s not in standing)


def _tells_verdict(statement: Statement) -> bool:
    return is_verdict(statement.unit.text) or is_verdict(statement.unit.lead)
