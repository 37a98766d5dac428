"""The files whose change is work: to be checked, and to be committed."""

from __future__ import annotations

from uagent_memory.facts import CHANGED_STATUSES, FactKind
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.work.passing_files import LEAVES_NOTHING
from uagent_memory.ledger import Fact

__all__ = ["changed_files", "last_change"]


def changed_files(view: GeneratorView) -> list[Fact]:
    """Without those that came and went, and those that were made to be thrown away."""
    nothing = {key for key, label in view.passing_files.items() if label in LEAVES_NOTHING}
    files = view.analysis.ledger.of(FactKind.FILE)
    return [fact for fact in files if fact.status in CHANGED_STATUSES and fact.key not in nothing]


def last_change(fact: Fact) -> int:
    """`Message.seq` of the act by which the file came to be as it is.

    What was taken away for a moment and brought back is as it was before.
    """
    acts = frozenset(fact.acts)
    return max((seen.seq for seen in fact.standing if seen in acts), default=-1)
