"""The users' rules that stand before the reader's eyes in the latest message."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.observations.passed_on import is_read_back
from uagent_memory.facts import ConstraintValue, FactKind, Status
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author

__all__ = ["rules_in_latest"]


def rules_in_latest(view: GeneratorView) -> Sequence[Fact]:
    """Those that the latest message says, and that are read there without headings.

    None where they are few: those stand before the reader's eyes at the top as well.
    """
    if not view.users:
        return ()
    latest = view.users[-1].message
    rules = [
        fact
        for fact in view.analysis.ledger.of(FactKind.CONSTRAINT)
        if fact.status is Status.ACTIVE
        and fact.last.author is Author.USER
        and fact.last.span.message_id == latest.id
        and is_read_back(latest, fact.last.span)
    ]
    said = sum(len(value_as(fact, ConstraintValue).text) for fact in rules)
    return rules if said >= view.settings.limits.repeated_rules else ()
