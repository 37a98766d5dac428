"""Survival by kind: of each kind of fact in a whole session, how much is in the text.

Two judges. The *ledger* is the library's own detector, so it says whether what was found got
through, not whether everything was found. *Labels* are made by hand and say both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from benchmarks.quality.atoms import holds
from benchmarks.quality.labels import LabelFile, LabelKind, texts
from benchmarks.quality.overlap import ENOUGH, Lines, share_of, spaced, terms
from benchmarks.quality.sessions import RecordedSession
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.facts import (
    OPEN_STATUSES,
    CommandValue,
    DecisionValue,
    ErrorValue,
    FactKind,
    FileValue,
    MentionValue,
    Status,
)
from uagent_memory.ledger import Fact, Ledger
from uagent_memory.messages import Author, Message
from uagent_memory.segments import CompressedContext, Entry

__all__ = ["Count", "by_labels", "by_ledger"]

CHANGED = frozenset((Status.CREATED, Status.MODIFIED, Status.DELETED, Status.RENAMED))
LOOK_UPS = strings("shell", "program", "readers") | strings("shell", "program", "one_by_one")
"""What they fail at is that something is not there: nobody has to mend it."""
STATED: Mapping[Status, frozenset[str]] = {
    Status.PASSED: frozenset(("passed", "passes", "通过")),
    Status.FAILED: frozenset(("failed", "fails", "失败")),
}
"""Words by which a line says how a command went."""
TELLING = 8
"""Signs of a line of a command by which it can be known."""
WANTED: Mapping[LabelKind, frozenset[str]] = {
    "constraint": frozenset(("active",)),
    "decision": frozenset(("active",)),
    "error": frozenset(("open",)),
    "task": frozenset(("pending", "in_progress", "waiting")),
}
"""What the receiver must get of each labelled kind."""


class Count(NamedTuple):
    kept: int = 0
    all: int = 0
    right: int = 0
    claimed: int = 0


def by_ledger(
    text: str, ledger: Ledger, messages: Sequence[Message]
) -> Iterator[tuple[str, Count]]:
    """What the library's detector found, by kind, and how much of it the text holds."""
    lines = Lines(text)
    wanted: dict[str, list[bool]] = {}
    for fact in ledger:
        for kind, kept in _fact(fact, text, lines):
            wanted.setdefault(kind, []).append(kept)
    latest = next(
        (m for m in reversed(messages) if m.author is Author.USER and m.text.strip()), None
    )
    if latest is not None:
        wanted["latest user message whole"] = [lines.hold_whole(latest.text)]
    for kind, kept_all in sorted(wanted.items()):
        yield kind, Count(sum(kept_all), len(kept_all))


def _fact(fact: Fact, text: str, lines: Lines) -> Iterator[tuple[str, bool]]:
    value, status = fact.value, fact.status
    match fact.kind, value:
        case FactKind.CONSTRAINT, _ if status is Status.ACTIVE:
            yield "constraints, active", lines.hold(_named(fact))
        case FactKind.DECISION, DecisionValue() if status is Status.ACTIVE:
            reason = value.reason.text if value.reason else ""
            kept = lines.hold(value.text) and (not reason or lines.hold(reason))
            yield "decisions with reason", kept
        case FactKind.ERROR, ErrorValue() if status is Status.OPEN:
            yield "errors, open", lines.hold(value.line)
        case FactKind.TASK, _ if status in OPEN_STATUSES:
            yield "tasks, unfinished", lines.hold(_named(fact))
        case FactKind.FILE, FileValue() if status in CHANGED:
            yield "files changed", holds(text, value.path) or holds(text, value.spelled)
        case FactKind.COMMAND, CommandValue() if _failed_once(fact):
            yield "failing commands, last state", _has_state(value, status, lines)
            if status is Status.FAILED and value.program not in LOOK_UPS:
                yield "commands that fail now", _is_told_failing(value, lines)
        case FactKind.NUMBER, MentionValue() if _is_said(fact):
            yield "numbers with units, said", holds(text, value.literal)
        case _:
            return


def _named(fact: Fact) -> str:
    return str(getattr(fact.value, "text", "") or fact.key)


def _failed_once(fact: Fact) -> bool:
    return any(seen.change.value in ("failed", "raised") for seen in fact.history)


def _has_state(value: CommandValue, status: Status, lines: Lines) -> bool:
    """The command's first line is there, with how it went or the best line of its last result."""
    command = value.command.strip().split("\n")[0]
    verdict = value.verdict[0].text if value.verdict else ""
    if not lines.hold(command):
        return False
    if status is Status.UNKNOWN or not verdict or lines.hold(verdict):
        return True
    return any(_says(status, line, command) for line in lines.with_all_of(command))


def _says(status: Status, line: str, command: str) -> bool:
    """Beside the command, whose own words say nothing of it."""
    beside = line.replace(spaced(command), " ").lower()
    return any(word in beside for word in STATED.get(status, ()))


def _is_told_failing(value: CommandValue, lines: Lines) -> bool:
    """Some line of the command is there, and so is some line of what it failed with, if any."""
    command = [line for line in value.command.split("\n") if len(line.strip()) >= TELLING]
    said = any(map(lines.hold, command or [value.command]))
    return said and (not value.verdict or any(lines.hold(line.text) for line in value.verdict))


def _is_said(fact: Fact) -> bool:
    return any(seen.author in (Author.USER, Author.AGENT) for seen in fact.history)


def by_labels(
    text: str,
    file: LabelFile,
    session: RecordedSession,
    handoff: CompressedContext | None,
    ledger: Ledger,
) -> Iterator[tuple[str, Count]]:
    """Labelled facts, by kind.

    Precision is counted only for kinds that are completely labelled, and only where there is a
    hand-off whose entries can be asked what they claim.
    """
    lines = Lines(text)
    labelled = list(texts(file, session))
    for kind, statuses in WANTED.items():
        wanted = [one for one in labelled if one[0].kind == kind and one[0].status in statuses]
        facts = [places for _, places in wanted]
        kept = sum(_survives(lines, places, len(label.spans)) for label, places in wanted)
        claims = list(_claims(handoff, ledger, kind)) if kind in file.complete and handoff else []
        right = sum(_is_right(claim, facts) for claim in claims)
        if facts or claims:
            yield kind, Count(kept, len(facts), right, len(claims))


def _survives(lines: Lines, places: tuple[str, ...], spans: int) -> bool:
    """All spans of a label are there, or one of the other places that state it."""
    return all(map(lines.hold, places[:spans])) or any(map(lines.hold, places[spans:]))


def _claims(handoff: CompressedContext, ledger: Ledger, kind: LabelKind) -> Iterator[str]:
    """The entries that state a fact of this kind which still holds."""
    for segment in handoff.segments:
        for entry in segment.entries:
            if entry.kind == kind and _state(entry, ledger) in WANTED[kind]:
                yield entry.text


def _state(entry: Entry, ledger: Ledger) -> str:
    fact = ledger.get(FactKind(entry.kind), entry.fact)
    return fact.status.value if fact else "active"


def _is_right(claim: str, facts: Iterable[tuple[str, ...]]) -> bool:
    """A labelled fact says most of the claim, or the claim says most of a labelled fact."""
    said = terms(claim)
    labelled = (terms(place) for places in facts for place in places)
    return any(max(share_of(said, one), share_of(one, said)) >= ENOUGH for one in labelled)
