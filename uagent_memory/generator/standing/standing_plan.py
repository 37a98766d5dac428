"""The plan that an agent made last for what a user asked: what of it has not been begun yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from uagent_memory.analyzer.observations.files.file_act import EFFECTIVE
from uagent_memory.analyzer.observations.tasks.text_tasks import is_ticked
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.facts import FactKind
from uagent_memory.generator.wording.phrasing import is_planning, is_restating, tells_fix
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.generator.work.passing_files import LEAVES_NOTHING, Passing
from uagent_memory.ledger import Ledger
from uagent_memory.messages import Author, Span

__all__ = ["FileChange", "lasting_changes", "standing_plan"]


class FileChange(NamedTuple):
    """A change of a file that is no scratch file."""

    at: int
    """Index of the message that made it."""
    path: str


def lasting_changes(
    ledger: Ledger, passing: Mapping[str, Passing], index_of: Callable[[Span], int]
) -> list[FileChange]:
    """What was done to files that stay."""
    return [
        FileChange(index_of(act.span), fact.key)
        for fact in ledger.of(FactKind.FILE)
        if passing.get(fact.key) not in LEAVES_NOTHING
        for act in fact.acts
        if act.change in EFFECTIVE
    ]


def standing_plan(
    changes: Iterable[FileChange], statements: Iterable[Statement], *, heard: int, said: int
) -> frozenset[Span]:
    """Where those items of the newest plan of changes stand that are not begun.

    Once a file has been changed, these are the ones that name other files; none where an item may
    have led to that change without naming its file.

    Args:
        changes: of the whole history.
        statements: what people and agents say in it, in order.
        heard: index of the last message of a user.
        said: index of the last message in which an agent wrote text.
    """
    items = [one for one in statements if one.analysis.index > heard and _is_item(one)]
    newest = max((one.analysis.index for one in items), default=said)
    if newest >= said:
        return frozenset()
    plan = [one for one in items if one.analysis.index == newest]
    changing = {one.unit.lead_span for one in plan if tells_fix(one.unit.text)}
    plan = [one for one in plan if one.unit.lead_span in changing]
    changed = {change.path for change in changes if change.at >= newest}
    return frozenset(one.unit.span for one in _not_begun(plan, changed))


def _not_begun(plan: Sequence[Statement], changed: Iterable[str]) -> Iterator[Statement]:
    begun: set[int] = set()
    for path in changed:
        naming = {at for at, item in enumerate(plan) if _name(path) in item.unit.text}
        if not naming:
            return
        begun |= naming
    for at, item in enumerate(plan):
        if at not in begun and not is_ticked(item.unit.text):
            yield item


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _is_item(statement: Statement) -> bool:
    """It stands in a list that an agent leads in as what it is to do."""
    unit = statement.unit
    by_agent = statement.analysis.message.author is Author.AGENT
    listed = by_agent and unit.kind is UnitKind.LIST_ITEM
    return listed and is_planning(unit.lead) and not is_restating(unit.lead)
