"""Which checks stand: the last run of each kind that passed on the files as they are."""

from __future__ import annotations

from uagent_memory.facts import CommandValue, FactKind, Status
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.generator.compressors.changed_files import changed_files, last_change
from uagent_memory.generator.compressors.commands import last_run, latest_by_program
from uagent_memory.generator.view import GeneratorView

__all__ = ["standing_checks"]


def standing_checks(view: GeneratorView) -> frozenset[str]:
    """Keys of the commands that tested, linted or built after the last change, and passed."""
    ledger = view.analysis.ledger
    last = max(map(last_change, changed_files(view)), default=-1)
    checks = (
        fact
        for fact in ledger.of(FactKind.COMMAND)
        if value_as(fact, CommandValue).checks and not view.outdated_results.is_comparison(fact)
    )
    return frozenset(
        fact.key
        for fact in latest_by_program(checks).values()
        if fact.status is Status.PASSED and last_run(fact)[0] >= last >= 0
    )
