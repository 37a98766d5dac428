"""How a command fact reads as one ledger line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from uagent_memory.analyzer.observations.conversation.carried_acts import ships
from uagent_memory.analyzer.observations.tables import either, strings
from uagent_memory.fact_name import FactName, run_key
from uagent_memory.facts import Change, CommandValue, FactKind, Status, TextSpan
from uagent_memory.generator.compressors.base import one_line, quoted, spans_of, value_as
from uagent_memory.generator.compressors.runner_echo import runner_echo
from uagent_memory.generator.evidence.bare_passes import is_bare_pass
from uagent_memory.generator.evidence.code_lines import is_import
from uagent_memory.generator.evidence.cuts import cut_mark
from uagent_memory.generator.evidence.json_lines import told_line
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.phrase_index import phrase_list
from uagent_memory.generator.work.acting import acting_verb
from uagent_memory.generator.work.call_results import calls_of
from uagent_memory.generator.work.listed_objects import with_names_once
from uagent_memory.ledger import Fact, Observation
from uagent_memory.messages import Author, Span

__all__ = [
    "VERDICT",
    "changes_something",
    "command_line",
    "command_named",
    "last_run",
    "latest_by_program",
    "merely_looks",
    "outdated",
    "run_told",
    "typed_at",
    "undecorated",
    "was_mended_by_another",
    "was_refused",
]

VERDICT = " → "
"""Before what a result says."""
SUBJECT = re.compile(
    r"""(?:-[a-z]*m|--message|--title)[ =]?(?:"\$\(cat <<-?[ ]?['"]?\w+['"]?\n\s*(?P<here>[^\n]+)"""
    r"""|(?P<mark>["'])(?P<said>[^\n"']+))"""
)
"""What a commit or a pull request is called, on the command line or in a here-document."""

_RULES = re.compile(r"^(?:([=*_#-])\1{2,}\s*)+|(?:\s*([=*_#-])\2{2,})+$")
"""Signs in a row that only frame a line: no sign of a number, no name such as `__init__`."""
_FAILED = (Status.FAILED, Status.SETTLED)
_ASIDE = re.compile(r"[(（][^()（）]*[)）]")

_WRITES = re.compile(r"(?<![-=0-9&])>{1,2}(?!&)|\btee\b|\bxargs\b")


def command_line(view: GeneratorView, fact: Fact) -> tuple[str, tuple[Span, ...]]:
    """`command` state → its verdict lines, and where they stand."""
    value = value_as(fact, CommandValue)
    shown, cut = _shown(view, fact, value)
    text = quoted(shown) + cut
    verdict = _verdict(view, fact, value) or _echoed(view, fact, value)
    if ships(value):
        text += _subject(value.command, [shown, *(line.text for line in verdict)])
    stated = _exit_statement(view, fact, value)
    failed = fact.status in _FAILED
    if was_mended_by_another(fact):
        printed = [line.span.message_id for line in value.verdict]
        again = fact.last.span.message_id in printed or (not printed and value.exit_status is None)
        text += view.labels("command_since" if again else "command_ended")
    elif view.troubles.is_over(fact):
        text += view.labels("command_ended")
    elif failed:
        label = "command_failed_exit" if stated else "command_failed"
        text += view.labels(label, status=value.exit_status)
    elif fact.status is Status.PASSED and value.checks:
        text += view.labels("command_passed")
    elif was_refused(view, fact):
        text += view.labels("call_refused")
    text += outdated(view, fact)
    if verdict:
        records = view.settings.records
        told = (
            told_line(undecorated(_new_in(view, fact, value, line)), records)
            + cut_mark(view, line.span)
            for line in verdict
        )
        text += VERDICT + " | ".join(told)
    return text, spans_of(verdict, *typed_at(fact), *stated)


def _new_in(view: GeneratorView, fact: Fact, value: CommandValue, line: TextSpan) -> str:
    """What a line of its result says; of what changes something, less what calls had sent."""
    calls = calls_of(fact) if changes_something(view, value) else ()
    return view.calls.echoes.left_of(line.text, calls[-1]) if calls else line.text


def command_named(view: GeneratorView, fact: Fact) -> str:
    """The command alone, without how it went."""
    shown, cut = _shown(view, fact, value_as(fact, CommandValue))
    return quoted(shown) + cut


def _shown(view: GeneratorView, fact: Fact, value: CommandValue) -> tuple[str, str]:
    """The beginning of a command, and the mark of what is left out."""
    longest = view.settings.limits.command_characters
    is_shell = value.program != value.tool
    command = value.command.strip()
    if value.program in strings("tools", "code", "python"):
        command = _without_imports(command)
    first, _, rest = command.partition("\n" if is_shell else "\0")
    shown = one_line(first)
    if rest.strip() and ships(value):
        shown = value.program if shown.startswith(value.program) else shown
    calls = () if is_shell else calls_of(fact)
    if calls and (message := view.message_of(calls[-1])) is not None:
        shown = with_names_once(shown, message.call_at(calls[-1].part).arguments)
    if (not is_shell and _is_cut(view, fact)) or len(shown) > longest:
        return shown[:longest].rsplit(" ", 1)[0], " [...]"
    return shown, " [...]" if rest.strip() else ""


def _is_cut(view: GeneratorView, fact: Fact) -> bool:
    """The fact holds only the beginning of its call."""
    call = next((span for span in reversed(typed_at(fact)) if span.part.startswith("call:")), None)
    message = view.message_of(call) if call is not None else None
    return bool(call and message and message.part(call.part)[call.end :].strip())


def undecorated(line: str) -> str:
    """A printed line without the rules around it: "==== 3 passed in 0.1s ====", "--- ok"."""
    return _RULES.sub("", one_line(line)) or one_line(line)


def _without_imports(code: str) -> str:
    """From the first line that does something, or says what the code is for."""
    lines = code.split("\n")
    told = (n for n, line in enumerate(lines) if line.strip() and not is_import(line.strip()))
    return "\n".join(lines[next(told, 0) :])


def _verdict(view: GeneratorView, fact: Fact, value: CommandValue) -> list[TextSpan]:
    limits = view.settings.limits
    failed = fact.status in _FAILED
    says_less = value.checks and fact.status is Status.PASSED
    lines = _telling(view, value)
    if not failed:
        lines = [line for line in lines if _new_in(view, fact, value, line)]
    best = _how_many(lines) if value.checks else lines[:1]
    told = lines[: limits.verdict_parts] if failed or ships(value) else best
    return [
        line
        for line in told
        if 0 < len(line.text.strip()) <= limits.quote_characters
        and not (failed and view.troubles.is_told(line))
        and not (says_less and is_bare_pass(line.text))
    ]


def _echoed(view: GeneratorView, fact: Fact, value: CommandValue) -> list[TextSpan]:
    """Of a check that passed and says no more: the command that its runner ran."""
    if not (value.checks and fact.status is Status.PASSED):
        return []
    echo = runner_echo(view, value, typed_at(fact)[0])
    return [echo] if echo is not None else []


def _how_many(lines: Sequence[TextSpan]) -> Sequence[TextSpan]:
    """The best line; before one that counts nothing, such as "OK", the one that says how many."""
    best = lines[:1]
    if not best or _said_as("counted_line").search(_ASIDE.sub("", best[0].text)):
        return best
    counted = [line for line in lines[1:] if _said_as("counted_line").search(line.text)]
    return (*counted[:1], *best)


def _telling(view: GeneratorView, value: CommandValue) -> list[TextSpan]:
    """Its verdict lines without those that are any one of a listing's."""
    found = [(line, view.message_of(line.span)) for line in value.verdict]
    return [
        line
        for line, printed in found
        if printed is None or not view.listings.is_idle_line(printed, line.span)
    ]


def _subject(command: str, shown: Sequence[str]) -> str:
    """The subject of a commit, where nothing that is shown says it."""
    found = SUBJECT.search(command)
    subject = one_line(found["here"] or found["said"]) if found else ""
    if not subject or any(subject in text for text in shown):
        return ""
    return f" {quoted(subject)}"


def outdated(view: GeneratorView, fact: Fact) -> str:
    """What to put behind a result that is older than a stash, reset or revert; "" if it holds."""
    value = fact.value
    if isinstance(value, CommandValue) and not (value.checks or value.program in _runners()):
        return ""
    label = view.outdated_results.label_of_run(fact)
    return view.labels(label) if label else ""


def _runners() -> frozenset[str]:
    return strings("shell", "program", "interpreters")


def changes_something(view: GeneratorView, value: CommandValue) -> bool:
    """A call of a tool that is named for what it does to things, such as `cancel_order`."""
    return bool(acting_verb(value, view.settings.shipping))


def merely_looks(view: GeneratorView, value: CommandValue) -> bool:
    """It shows a file, a listing or a change, and changes nothing."""
    program = value.program
    return program in view.settings.shipping.looking and not _WRITES.search(value.command)


def last_run(fact: Fact) -> tuple[int, str]:
    """When a command ran last, whatever was said of it since; with its key."""
    runs = (seen.seq for seen in reversed(fact.history) if seen.change is not Change.SETTLED)
    return (next(runs), fact.key)


def latest_by_program(checks: Iterable[Fact]) -> Mapping[str, Fact]:
    """Of the commands of each program the one that ran last."""
    return {value_as(f, CommandValue).program: f for f in sorted(checks, key=last_run)}


def run_told(view: GeneratorView, fact: Fact) -> tuple[FactName, ...]:
    """The run of tests whose outcome the line of its command says."""
    run = view.analysis.ledger.get(FactKind.TEST, run_key(fact.key))
    return (run.name,) if run is not None and run.status is fact.status else ()


def was_mended_by_another(fact: Fact) -> bool:
    """It failed, and what passes now is a run that covers it."""
    own = [seen.change for seen in fact.history if _is_typed(seen)]
    return fact.status is Status.PASSED and Change.FAILED in own and not _is_typed(fact.last)


def typed_at(fact: Fact) -> tuple[Span, ...]:
    """Where the command was typed last, and where its last observation stands."""
    typed = [seen.span for seen in fact.history if _is_typed(seen)]
    return tuple(dict.fromkeys((*typed[-1:], fact.last.span)))


def was_refused(view: GeneratorView, fact: Fact) -> bool:
    """A person or a rule did not let it run the last time."""
    typed = [seen.span for seen in fact.history if _is_typed(seen)]
    return bool(typed) and view.edit_calls.missed(typed[-1][:2]) == "call_refused"


def _is_typed(seen: Observation) -> bool:
    """It stands where the command was typed, in a call or as code in a text.

    Not in a result, nor where somebody says later what became of it.
    """
    return seen.author is not Author.TOOL and seen.change is not Change.SETTLED


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
        head = analysis.message.text[: view.settings.limits.stated_within]
        for match in _stated_status().finditer(head):
            if match.group(1) == number:
                return (Span(message_id, "text", *match.span()),)
    return ()


@cache
def _said_as(name: str) -> re.Pattern[str]:
    lists = phrase_list(name)
    return either((*lists["en"], *lists["zh"]), re.IGNORECASE)


@cache
def _stated_status() -> re.Pattern[str]:
    return re.compile(rf"(?:{_said_as('stated_status').pattern})\W{{0,4}}(-?\d+)", re.IGNORECASE)
