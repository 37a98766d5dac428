"""How the work of a history was handed in, as its lines tell it."""

from __future__ import annotations

from uagent_memory.analyzer.observations.handed_on.handing_in import handed_in
from uagent_memory.facts import CommandValue
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span

__all__ = ["HandedIn"]


class HandedIn:
    """The command with which a history's work is handed in, where that is its end."""

    def __init__(self, view: GeneratorView) -> None:
        self.at = handed_in([analysis.message for analysis in view.messages])
        """Where the word stands by which it is handed in."""
        self.shown, self.cited = "", self.at
        if self.at is not None:
            self.shown, self.cited = _handing_in(view, self.at)

    def shows(self, fact: Fact) -> bool:
        """Whether the line that tells of it shows all of a command."""
        if self.at is None or fact.last.span.message_id != self.at.message_id:
            return False
        return value_as(fact, CommandValue).command == self.shown


def _handing_in(view: GeneratorView, at: Span) -> tuple[str, Span]:
    """The command with which the work is handed in where that is short, else its word."""
    message = view.messages[view.index_of(at)].message
    call = message.call_at(at.part)
    command, word = call.argument("command", "cmd").strip(), view.quote(at)
    is_short = len(command) <= view.settings.limits.shown_command and "\n" not in command
    if command.startswith(word) and is_short:
        return command, at._replace(start=0, end=len(call.text))
    return word, at
