"""The command that showed an error, as the error's line names it."""

from __future__ import annotations

from uagent_memory.facts import CommandValue, ErrorValue, FactKind, TextSpan
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.work.call_results import calls_of

__all__ = ["showing_run"]


def showing_run(view: GeneratorView, value: ErrorValue) -> TextSpan | None:
    """That command where it is short; a check's own line tells it."""
    fact = view.analysis.ledger.get(FactKind.COMMAND, value.command)
    if fact is None or not isinstance(fact.value, CommandValue) or fact.value.checks:
        return None
    command = fact.value.command
    typed = calls_of(fact)
    short = len(command) <= view.settings.limits.shown_command and not set("`\n") & set(command)
    return TextSpan(command, typed[-1]) if typed and short and command != value.line else None
