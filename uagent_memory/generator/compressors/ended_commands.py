"""Commands that failed, by name in one list for each way they ended."""

from __future__ import annotations

from collections.abc import Mapping

from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import Change, CommandValue, FactKind, Status
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.generator.compressors.commands import (
    command_named,
    merely_looks,
    outdated,
    typed_at,
    was_mended_by_another,
)
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.work.acts import Acts
from uagent_memory.generator.worth import Worth
from uagent_memory.ledger import Fact
from uagent_memory.segments import SegmentName

__all__ = ["propose_ended_commands", "worth_of_line"]

_FAILURES = (Change.FAILED, Change.RAISED)


def propose_ended_commands(view: GeneratorView, pool: CandidatePool, acts: Acts) -> None:
    """The name of each, for where its own line has no room."""
    for fact in view.analysis.ledger.of(FactKind.COMMAND):
        state = _state(view, fact)
        name = command_named(view, fact) if state else ""
        if not name or pool.find(name) or acts.is_redone(fact) or acts.only_deletes(fact):
            continue
        mark = outdated(view, fact)
        pool.propose(
            SegmentName.ERRORS,
            name,
            typed_at(fact),
            order=(view.index_of(fact.first.span) - len(view.messages), 1),
            kind=EntryKind.COMMAND,
            fact=fact.name,
            targets=_ending(view, fact),
            joins=f"{state}{mark}",
            style="list",
            lead=view.labels(state, mark=mark),
        )


def worth_of_line(
    view: GeneratorView, fact: Fact, value: float, targets: Mapping[str, float]
) -> Worth:
    """Of a command's own line: how it ended counts once, whether the line or a list tells it."""
    if not _state(view, fact):
        return Worth(value, targets)
    ending = {told: min(value, worth) for told, worth in _ending(view, fact).items()}
    return Worth(value - sum(ending.values()), {**targets, **ending})


def _ending(view: GeneratorView, fact: Fact) -> Mapping[str, float]:
    """That somebody is told how a command ended, as something to cover: no term is like it."""
    value, factor = value_as(fact, CommandValue), 1.0
    if value.checks:
        factor = view.settings.worth.check
    elif merely_looks(view, value) or view.troubles.is_over(fact):
        factor = view.settings.factor.failed_look
    return {f"\0{fact.key}": view.settings.own.ended_command * factor}


def _state(view: GeneratorView, fact: Fact) -> str:
    """The list of those that ended like it; "" for what never failed, or is nobody's any more."""
    value = value_as(fact, CommandValue)
    failed = any(seen.change in _FAILURES for seen in fact.history)
    if not failed or value.program == value.tool:
        return ""
    if fact.status is Status.PASSED:
        return "covered_commands" if was_mended_by_another(fact) else "mended_commands"
    if fact.status is not Status.FAILED:
        return ""
    return "ended_commands" if view.troubles.is_over(fact) else "failed_commands"
