"""Runs of a command that was run again: what they printed is not what it prints now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from uagent_memory.generator.call_results import CallPart, calls_of
from uagent_memory.ledger import Fact

__all__ = ["earlier_runs"]


def earlier_runs(commands: Sequence[Fact]) -> Mapping[CallPart, CallPart]:
    """The calls of which every command was run again, each with a later call of one of them.

    Args:
        commands: all of the history.
    """
    earlier: dict[CallPart, CallPart] = {}
    newest: set[CallPart] = set()
    for fact in commands:
        runs = [span[:2] for span in calls_of(fact)]
        if runs:
            newest.add(runs[-1])
            earlier.update(dict.fromkeys(runs[:-1], runs[-1]))
    return {call: later for call, later in earlier.items() if call not in newest}
