"""Forms that an agent fills in again and again, such as a ledger of progress: the newest holds."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.types import UnitKind
from uagent_memory.generator.statements import Statement
from uagent_memory.messages import Span

__all__ = ["filled_in_again"]

_FIELD = UnitKind.FIELD


def filled_in_again(statements: Sequence[Statement]) -> frozenset[Span]:
    """What stands in fields that the same agent has filled in again since."""
    fields = [one for one in statements if one.unit.kind is _FIELD]
    newest = {_form(one): one.analysis.index for one in fields}
    return frozenset(one.unit.span for one in fields if one.analysis.index < newest[_form(one)])


def _form(statement: Statement) -> tuple[str, str]:
    return statement.analysis.message.agent or "", statement.unit.lead
