"""How a command fact reads as one ledger line."""

from __future__ import annotations

from uagent_memory.facts import CommandValue, Status
from uagent_memory.generator.compressors.base import one_line, quoted, spans_of, value_as
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span

__all__ = ["command_line"]


def command_line(view: GeneratorView, fact: Fact) -> tuple[str, tuple[Span, ...]]:
    """`command` state → its verdict lines, and where they stand."""
    value = value_as(fact, CommandValue)
    limits = view.settings.limits
    first, _, rest = value.command.strip().partition("\n")
    shown = first.strip()
    if len(shown) > limits.command_characters:
        shown = shown[: limits.command_characters].rsplit(" ", 1)[0]
        rest = "more"
    text = quoted(shown) + (" [...]" if rest.strip() else "")
    if fact.status is Status.FAILED:
        state = "failed" if value.exit_status is None else f"failed, exit {value.exit_status}"
        text += f" {state}"
    elif fact.status is Status.PASSED and value.checks:
        text += " passed"
    verdict = [
        line
        for line in value.verdict[: limits.verdict_lines]
        if 0 < len(line.text.strip()) <= limits.quote_characters
    ]
    if verdict:
        text += " → " + " | ".join(one_line(line.text) for line in verdict)
    return text, spans_of(verdict, fact.last.span)
