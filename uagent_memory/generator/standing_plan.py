"""The plan that an agent made last for what a user asked, of which nothing has been done yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from uagent_memory.analyzer.observations.file_act import EFFECTIVE
from uagent_memory.analyzer.types import MessageAnalysis, UnitKind
from uagent_memory.generator.phrasing import is_planning, is_restating, tells_fix
from uagent_memory.generator.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["standing_plan"]


def standing_plan(
    messages: Sequence[MessageAnalysis], statements: Iterable[Statement], *, heard: int, said: int
) -> frozenset[Span]:
    """Where the items of the newest plan of changes stand; of a plan that was begun none.

    Args:
        messages: the whole history.
        statements: what people and agents say in it, in order.
        heard: index of the last message of a user.
        said: index of the last message in which an agent wrote text.
    """
    items = [one for one in statements if one.analysis.index > heard and _is_item(one)]
    newest = max((one.analysis.index for one in items), default=said)
    if newest >= said or any(map(_changes, messages[newest:])):
        return frozenset()
    plan = [one for one in items if one.analysis.index == newest]
    changing = {one.unit.lead_span for one in plan if tells_fix(one.unit.text)}
    return frozenset(one.unit.span for one in plan if one.unit.lead_span in changing)


def _is_item(statement: Statement) -> bool:
    """It stands in a list that an agent leads in as what it is to do."""
    unit = statement.unit
    by_agent = statement.analysis.message.author is Author.AGENT
    listed = by_agent and unit.kind is UnitKind.LIST_ITEM
    return listed and is_planning(unit.lead) and not is_restating(unit.lead)


def _changes(analysis: MessageAnalysis) -> bool:
    return any(seen.change in EFFECTIVE for seen in analysis.observations)
