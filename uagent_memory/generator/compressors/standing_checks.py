"""Which checks stand: the last run of each kind that passed on the files as they are."""

from __future__ import annotations

from uagent_memory.facts import CHANGED_STATUSES, CommandValue, FactKind, Status
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.generator.compressors.commands import last_run
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact

__all__ = ["standing_checks"]


def standing_checks(view: GeneratorView) -> frozenset[str]:
    """Keys of the commands that tested, linted or built after the last change, and passed."""
    ledger = view.analysis.ledger
    changed = (f for f in ledger.of(FactKind.FILE) if f.status in CHANGED_STATUSES)
    last = max((act.seq for fact in changed for act in fact.acts), default=-1)
    latest: dict[str, Fact] = {}
    for fact in sorted(ledger.of(FactKind.COMMAND), key=last_run):
        value = value_as(fact, CommandValue)
        if value.checks and last_run(fact)[0] >= last >= 0:
            latest[value.program] = fact
    return frozenset(fact.key for fact in latest.values() if fact.status is Status.PASSED)
