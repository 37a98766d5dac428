"""How a command fact reads as one ledger line."""

from __future__ import annotations

import re

from uagent_memory.fact_name import FactName, run_key
from uagent_memory.facts import Change, CommandValue, FactKind, Status
from uagent_memory.generator.compressors.base import one_line, quoted, spans_of, value_as
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Span

__all__ = ["command_line", "run_told"]

STATED = re.compile(r"(?i)\b(?:exit[ _-]?(?:code|status)?|returncode|退出码)\W{0,4}(-?\d+)")


def command_line(view: GeneratorView, fact: Fact) -> tuple[str, tuple[Span, ...]]:
    """`command` state → its verdict lines, and where they stand."""
    value = value_as(fact, CommandValue)
    limits = view.settings.limits
    is_shell = value.program != value.tool
    first, _, rest = value.command.strip().partition("\n" if is_shell else "\0")
    shown = one_line(first)
    if rest.strip() and value.program in view.settings.shipping.programs:
        shown = value.program if shown.startswith(value.program) else shown
    if len(shown) > limits.command_characters:
        shown = shown[: limits.command_characters].rsplit(" ", 1)[0]
        rest = "more"
    text = quoted(shown) + (" [...]" if rest.strip() else "")
    stated = _exit_statement(view, fact, value)
    if _was_mended_by_another(fact):
        text += view.labels("command_since")
    elif fact.status is Status.FAILED:
        label = "command_failed_exit" if stated else "command_failed"
        text += view.labels(label, status=value.exit_status)
    elif fact.status is Status.PASSED and value.checks:
        text += view.labels("command_passed")
    most = limits.verdict_parts if fact.status is Status.FAILED else 1
    verdict = [
        line
        for line in value.verdict[:most]
        if 0 < len(line.text.strip()) <= limits.quote_characters
        and not (fact.status is Status.FAILED and view.troubles.is_told(line))
    ]
    if verdict:
        text += " → " + " | ".join(one_line(line.text) for line in verdict)
    return text, spans_of(verdict, *_calls(fact), *stated)


def run_told(view: GeneratorView, fact: Fact) -> tuple[FactName, ...]:
    """The run of tests whose outcome the line of its command says."""
    run = view.analysis.ledger.get(FactKind.TEST, run_key(fact.key))
    return (run.name,) if run is not None and run.status is fact.status else ()


def _was_mended_by_another(fact: Fact) -> bool:
    """It failed, and what passes now is a run that covers it."""
    own = [seen.change for seen in fact.history if seen.span.part != "text"]
    return fact.status is Status.PASSED and Change.FAILED in own and fact.last.span.part == "text"


def _calls(fact: Fact) -> tuple[Span, ...]:
    """Where the command was typed last, and where its last observation stands."""
    typed = [seen.span for seen in fact.history if seen.span.part.startswith("call:")]
    return tuple(dict.fromkeys((*typed[-1:], fact.last.span)))


def _exit_statement(view: GeneratorView, fact: Fact, value: CommandValue) -> tuple[Span, ...]:
    """The place in the result that states the exit status; () if none does."""
    if value.exit_status is None:
        return ()
    spans = [seen.span for seen in fact.history] + [line.span for line in value.verdict]
    number = str(value.exit_status)
    for message_id in dict.fromkeys(span.message_id for span in reversed(spans)):
        analysis = view.by_id.get(message_id)
        if analysis is None or analysis.message.author is not Author.TOOL:
            continue
        for match in STATED.finditer(analysis.message.text, 0, view.settings.limits.stated_within):
            if match.group(1) == number:
                return (Span(message_id, "text", *match.span()),)
    return ()
