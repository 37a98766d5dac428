"""What quoted lines stand under: the call that sent or printed them, or who wrote them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from uagent_memory.analyzer.observations.shell.shell_calls import script_word
from uagent_memory.analyzer.page_heads import page_head
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import CommandValue, FactKind, Status, is_check
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.compressors.base import one_line, quoted
from uagent_memory.generator.evidence.cuts import shortened_call
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.work.call_results import CallPart, calls_of
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Message, Span, ToolCall
from uagent_memory.segments import SegmentName

__all__ = [
    "Heading",
    "heading_of",
    "lines_of_commands",
    "lines_of_errors",
    "lines_of_files",
    "looks_at_files",
    "passed_checks",
]

_ERRORS = SegmentName.ERRORS
_ERROR, _TEST, _COMMAND, _FILE = EntryKind.ERROR, EntryKind.TEST, EntryKind.COMMAND, EntryKind.FILE


def _arguments(call: ToolCall) -> str:
    """The arguments of any other tool on one line."""
    return one_line(call.text[len(call.name) :])


class Heading(NamedTuple):
    segment: SegmentName
    text: str
    sources: tuple[Span, ...]

    @property
    def of(self) -> CallPart:
        """What it heads: a call, or a part of a message."""
        return self.sources[0][:2]


def heading_of(view: GeneratorView, analysis: MessageAnalysis, *, part: str) -> Heading:
    """Where the lines go, and the call that sent or printed them, or who wrote them."""
    message = analysis.message
    recent = view.is_recent(analysis.index)
    segment = SegmentName.CURRENT_WORK if recent else SegmentName.FILES
    where, _, number = part.partition(":")
    sent = (message, int(number)) if where == "call" else None
    place = sent or view.calls.by_result.get(message.id)
    if place is None:
        label = "printed" if message.author is Author.TOOL else "wrote"
        said = Span(message.id, "text", 0, len(message.text))
        for beside in message.tool_calls[:1]:
            line = _call_line(view, beside) + _ending(view, (message.id, "call:0"))
            head = view.labels("wrote_beside", name=message.speaker, call=line)
            return Heading(segment, head, (said, Span(message.id, "call:0", 0, len(beside.text))))
        return Heading(segment, _written(view, message, label), (said,))
    caller, index = place
    call = caller.tool_calls[index]
    source = Span(caller.id, f"call:{index}", 0, len(call.text))
    return Heading(segment, f"{_call_line(view, call)}{_ending(view, source[:2])}:", (source,))


def _ending(view: GeneratorView, place: CallPart) -> str:
    """That an edit did not take: what is quoted of it may stand in no file."""
    missed = view.edit_calls.missed(place)
    return view.labels(missed) if missed is not None else ""


def _written(view: GeneratorView, message: Message, label: str) -> str:
    """Who wrote or printed it; of a page also which one it is."""
    head = page_head(message.text)
    address = message.text[slice(*head.address)] if head is not None else ""
    if address and len(address) <= view.settings.limits.command_characters:
        shown = address if "://" in address else quoted(address)
        return view.labels("page", name=message.speaker, address=shown)
    return view.labels(label, name=message.speaker)


def _call_line(view: GeneratorView, call: ToolCall) -> str:
    """The call in one line: as it was sent, where its first line says what it is about."""
    most = view.settings.limits.command_characters // 2
    typed = _typed(call.argument("file_path", "path", "command", "cmd", "pattern", "query").strip())
    shown = typed.split("\n", 1)[0]
    first = call.text.partition("\n")[0]
    if shown and shown in first and view.paths.shown(shown) == shown and len(first) <= most:
        return quoted(first)
    shown = view.paths.shown(shown) if shown else _arguments(call)
    shown, mark = shortened_call(shown, most)
    return f"{call.name} {quoted(shown)}{mark}" if shown else call.name


def _typed(given: str) -> str:
    """Of `bash -lc SCRIPT`, given as a list of words, the script."""
    words = given.split("\n")
    return "\n".join(words[script_word(words) :])


def lines_of_commands(view: GeneratorView, pool: CandidatePool) -> Mapping[CallPart, Candidate]:
    """By call, the line that tells how its only command ended.

    What a command printed stands under that line, not under a heading of its own. But what was
    merely read belongs to the files, and of a failed check the segment of errors tells enough.
    """
    found: dict[CallPart, list[Candidate]] = {}
    for candidate in pool.candidates:
        is_trouble = candidate.segment is _ERRORS
        if not is_trouble and candidate.kind is _COMMAND and _tells_end(view, candidate):
            calls = {span[:2] for span in candidate.sources if span.part.startswith("call:")}
            for call in calls:
                found.setdefault(call, []).append(candidate)
    return {call: lines[0] for call, lines in found.items() if len(lines) == 1}


def lines_of_files(view: GeneratorView, pool: CandidatePool) -> Mapping[CallPart, Candidate]:
    """By call that only read one file, the entry of that file where it was changed.

    What was read of it stands there, not under a heading that quotes the path once more: the
    entry does so where it begins with a tool's words.
    """
    changed = (c for c in pool.candidates if c.kind is _FILE and c.keep.is_must)
    entries = {c.fact: c for c in changed if not c.text.startswith(c.short or "")}
    commands = view.analysis.ledger.of(FactKind.COMMAND)
    runs = {span[:2] for fact in commands for span in calls_of(fact)}
    met = _single_files(view)
    return {c: entries[key] for c, key in met.items() if key in entries and c not in runs}


def looks_at_files(view: GeneratorView) -> Mapping[CallPart, str]:
    """By call that only read one file, that file."""
    ledger = view.analysis.ledger
    changes = (seen for fact in ledger.of(FactKind.FILE) for seen in fact.acts)
    changing = {seen.span[:2] for seen in changes}
    return {call: key for call, key in _single_files(view).items() if call not in changing}


def _single_files(view: GeneratorView) -> Mapping[CallPart, str]:
    """By call that met one file and no other, that file."""
    met: dict[CallPart, set[str]] = {}
    for fact in view.analysis.ledger.of(FactKind.FILE):
        for seen in fact.history:
            if view.edit_calls.missed(seen.span[:2]) is None:
                met.setdefault(seen.span[:2], set()).add(fact.key)
    return {call: next(iter(keys)) for call, keys in met.items() if len(keys) == 1}


def lines_of_errors(pool: CandidatePool) -> Mapping[str, Sequence[str]]:
    """By message, what the lines of errors and failures and those beside them show of it."""
    found: dict[str, list[str]] = {}
    errors = {c.id for c in pool.candidates if _tells_failure(c)}
    for candidate in pool.candidates:
        if candidate.id in errors or candidate.parent in errors:
            for message_id in dict.fromkeys(span.message_id for span in candidate.sources):
                found.setdefault(message_id, []).append(candidate.text)
    return found


def _tells_failure(candidate: Candidate) -> bool:
    if candidate.kind is _ERROR:
        return True
    failing = candidate.kind in (_TEST, _COMMAND)
    return failing and candidate.segment is _ERRORS and candidate.keep.is_must


def passed_checks(view: GeneratorView) -> frozenset[CallPart]:
    """The calls whose only command is a check that passes now: that says it."""
    passed: set[CallPart] = set()
    others: set[CallPart] = set()
    for fact in view.analysis.ledger.of(FactKind.COMMAND):
        runs = {span[:2] for span in calls_of(fact)}
        if _is_passed_check(fact):
            passed |= runs
        else:
            others |= runs
    return frozenset(passed - others)


def _tells_end(view: GeneratorView, candidate: Candidate) -> bool:
    """Its line says what it printed at the end; of a check that passed nothing more is wanted."""
    fact = view.analysis.ledger.get(FactKind.COMMAND, candidate.fact)
    if fact is None or not isinstance(fact.value, CommandValue):
        return False
    return bool(fact.value.verdict) and not _is_passed_check(fact)


def _is_passed_check(fact: Fact) -> bool:
    return is_check(fact.value) and fact.status is Status.PASSED
