"""What changed after the last check and after the last commit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import CHANGED_STATUSES, CommandValue, FactKind, Status
from uagent_memory.generator.compressors.base import quoted, value_as
from uagent_memory.generator.compressors.commands import command_line, last_run
from uagent_memory.generator.compressors.file_lines import best_spelling
from uagent_memory.generator.compressors.passing_files import Passing, passing_files
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

__all__ = ["propose_unfinished"]

LEAVES_NOTHING: frozenset[Passing] = frozenset(("gone", "scratch", "cleaned"))
"""Files with no change to check or to commit."""


def propose_unfinished(view: GeneratorView, pool: CandidatePool, segment: SegmentName) -> None:
    """Changed files that no check has seen, and those that no commit holds."""
    files = view.analysis.ledger.of(FactKind.FILE)
    passing = passing_files(files, view)
    changed = [
        fact
        for fact in files
        if fact.status in CHANGED_STATUSES and passing.get(fact.key) not in LEAVES_NOTHING
    ]
    commands = view.analysis.ledger.of(FactKind.COMMAND)
    checks = [fact for fact in commands if value_as(fact, CommandValue).checks]
    last = max(checks, key=last_run, default=None)
    if last is not None:
        after = _after(changed, last)
        shown, cited = command_line(view, last)
        text = view.labels("unchecked", paths=_paths(view, after), command=shown.split(" → ", 1)[0])
        _propose(view, pool, _Note(segment, text, 0), after, cited)
    _propose_uncommitted(view, pool, segment, changed, commands)


def _propose_uncommitted(
    view: GeneratorView,
    pool: CandidatePool,
    segment: SegmentName,
    changed: Sequence[Fact],
    commands: Sequence[Fact],
) -> None:
    """Only where the session uses version control, and of files that belong to the work."""
    programs = {fact.key: value_as(fact, CommandValue).program for fact in commands}
    shipping = view.settings.shipping
    if not any(program.startswith(shipping.version_control) for program in programs.values()):
        return
    kept = [f for f in changed if not any(folder in f.key for folder in shipping.elsewhere)]
    commits = [
        fact
        for fact in commands
        if programs[fact.key] == shipping.commit and fact.status in (Status.PASSED, Status.UNKNOWN)
    ]
    last = max(commits, key=last_run, default=None)
    if last is None:
        text = view.labels("nothing_committed")
        _propose(view, pool, _Note(segment, text, 1), kept)
    else:
        after = _after(kept, last)
        text = view.labels("uncommitted", paths=_paths(view, after))
        _propose(view, pool, _Note(segment, text, 1), after, (last.last.span,))


def _after(changed: Sequence[Fact], command: Fact) -> list[Fact]:
    """Those changed since, not those merely read."""
    return [fact for fact in changed if _last_change(fact) > last_run(command)[0]]


def _last_change(fact: Fact) -> int:
    """`Message.seq` of the last act that changed the file."""
    return max((seen.seq for seen in fact.acts), default=-1)


def _paths(view: GeneratorView, files: Sequence[Fact]) -> str:
    """Their names; with their folders where two have the same."""
    paths = [view.display(best_spelling(view, fact)) for fact in files]
    names = [path.rpartition("/")[2] for path in paths]
    return ", ".join(map(quoted, names if len(set(names)) == len(names) else paths))


class _Note(NamedTuple):
    segment: SegmentName
    text: str
    place: int


def _propose(
    view: GeneratorView,
    pool: CandidatePool,
    note: _Note,
    files: Sequence[Fact],
    cited: Sequence[Span] = (),
) -> None:
    if files:
        pool.propose(
            note.segment,
            note.text,
            (*cited, *(span for fact in files for span in fact.sources)),
            order=(-1, 0, note.place),
            kind=EntryKind.NOTE,
            value=view.settings.own.unfinished,
            targets=view.targets(note.text, words=False),
        )
