"""What single events tell: errors, results, asks, conclusions, open work; each a short item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from uagent_memory.analyzer.observations.failures.errors import error_key
from uagent_memory.analyzer.observations.failures.lines import Hit, last_lines, scan
from uagent_memory.analyzer.observations.shell.outcomes import body_of
from uagent_memory.analyzer.observations.tools.call_families import call_family
from uagent_memory.analyzer.observations.tools.exchange import ExchangeObserver
from uagent_memory.analyzer.types import Cue, Unit
from uagent_memory.analyzer.units import split_units
from uagent_memory.condensers.failing import errors_of, failed, is_failure
from uagent_memory.condensers.kinds import EventKind
from uagent_memory.condensers.shortening import excerpt
from uagent_memory.condensers.summary.parts import Phrases, parts_settings
from uagent_memory.facts import CHANGED_STATUSES, FactKind, FileValue, TaskValue
from uagent_memory.ledger import Ledger
from uagent_memory.messages import Message
from uagent_memory.render.quote import inline_text

__all__ = ["error_items", "item", "ledger_items", "result_item", "said_items"]

FAMILIES = frozenset(
    ("replace", "multi", "write", "insert", "notebook", "delete", "move", "patch", "editor")
) | {"todo", "task_create", "task_update"}
FINDINGS = Cue.FINDING | Cue.CAUSE | Cue.DECISION | Cue.CONCLUSION


def item(text: str, event: Message, *, near: int | None = None) -> str:
    """A quotation with its source: one line, cut at a unit boundary."""
    most = parts_settings().length.near if near is None else near
    return f"{inline_text(excerpt(text, near=most))} ({event.short_id})"


def error_items(event: Message, kind: EventKind) -> dict[str, str]:
    """The errors that an observation prints, by what their repeats share."""
    reading = kind is EventKind.FILE_OBSERVATION
    hits = scan(event.text, *body_of(event.text))
    found = errors_of(event, hits, reading=reading)
    items = {error_key(error, error.place): item(error.line.text, event) for error in found}
    if not items:
        told = _failing_line(event, hits, reading=reading)
        if told:
            items[told] = item(told, event)
    return items


def _failing_line(event: Message, hits: Sequence[Hit], *, reading: bool) -> str:
    """Of a failure that names no error: the verdict, else the last line; "" if nothing failed."""
    verdict = next((hit.line for hit in hits if is_failure(hit) and not reading), None)
    if verdict is None and failed(event):
        verdict = next(iter(last_lines(event.text, *body_of(event.text), 1)), None)
    return event.text[verdict.start : verdict.end] if verdict is not None else ""


def result_item(event: Message) -> str:
    """The line of an observation that tells of success; "" if none does."""
    passes = [hit for hit in scan(event.text, *body_of(event.text)) if _is_pass(hit)]
    if not passes:
        return ""
    line = passes[-1].line
    return item(event.text[line.start : line.end], event)


def said_items(event: Message, cues: Cue) -> Iterator[tuple[Unit, str]]:
    """The units of a message with one of these cues."""
    for unit in split_units(event):
        if unit.cue & cues:
            yield unit, item(unit.text, event)


def ledger_items(events: Sequence[Message], words: Phrases) -> tuple[list[str], list[str]]:
    """(files changed, unfinished tasks), as the ledger folds edits and to-do lists."""
    observer = ExchangeObserver()
    wanted: set[str] = set()
    observations = []
    for event in events:
        told = event
        if event.tool_calls:
            calls = tuple(
                call
                for number, call in enumerate(event.tool_calls)
                if call_family(event, number) in FAMILIES
            )
            if not calls:
                continue
            wanted |= {call.id for call in calls}
            told = event.model_copy(update={"tool_calls": calls})
        elif event.tool_call_id not in wanted:
            continue
        observations += observer.feed(told)
    ledger = Ledger(observations)
    short = {event.id: event.short_id for event in events}
    return list(_files(ledger, short, words)), list(_tasks(ledger, short))


def _files(ledger: Ledger, short: dict[str, str], words: Phrases) -> Iterable[str]:
    for fact in ledger.of(FactKind.FILE):
        if fact.status in CHANGED_STATUSES and isinstance(fact.value, FileValue):
            status = getattr(words, fact.status.value)
            text = words.state.format(path=fact.value.path, status=status)
            yield f"{inline_text(text)} ({short[fact.last.span.message_id]})"


def _tasks(ledger: Ledger, short: dict[str, str]) -> Iterable[str]:
    for fact in ledger.of(FactKind.TASK):
        if fact.is_open and isinstance(fact.value, TaskValue):
            near = parts_settings().length.near
            told = inline_text(excerpt(fact.value.text or fact.key, near=near))
            yield f"{told} ({short[fact.last.span.message_id]})"


def _is_pass(hit: Hit) -> bool:
    return hit.rule.group == "verdict" and hit.rule.sort == "pass"
