"""Rules that were part of an ask which is done."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.observations.phrases import find
from uagent_memory.facts import ConstraintValue, Status
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.ledger import Fact

__all__ = ["served_rules"]

_NARROWING = "constraints.scope"


def served_rules(requests: Sequence[Fact], rules: Sequence[Fact]) -> frozenset[str]:
    """Keys of the rules that are no more than an ask, or a part of one, which is done."""
    done = [fact.first.span for fact in requests if fact.status is Status.DONE]
    return frozenset(
        rule.key
        for rule in rules
        if rule.status is Status.ACTIVE and not _goes_on(value_as(rule, ConstraintValue))
        if any(ask.holds(rule.last.span) for ask in done)
    )


def _goes_on(value: ConstraintValue) -> bool:
    """It binds beyond the work that it came with: a prohibition, a scope, a language, a form."""
    if value.sort == "scope":
        return any(phrase.category == _NARROWING for phrase in find(value.text, "constraints"))
    return value.sort != "obligation"
