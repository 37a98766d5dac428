"""What changed after the last check and after the last commit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import CommandValue, FactKind, Status
from uagent_memory.generator.compressors.base import quoted, value_as
from uagent_memory.generator.compressors.changed_files import changed_files, last_change
from uagent_memory.generator.compressors.commands import (
    VERDICT,
    command_line,
    last_run,
    merely_looks,
    was_refused,
)
from uagent_memory.generator.compressors.file_lines import best_spelling, is_prose_file, shown_path
from uagent_memory.generator.compressors.handed_work import HandedIn
from uagent_memory.generator.passed_on.passed_on_notes import PassedOnNotes
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.settings import Shipping
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

__all__ = ["propose_unfinished"]


def propose_unfinished(
    view: GeneratorView, pool: CandidatePool, segment: SegmentName, handed: HandedIn
) -> None:
    """That all is handed in; changed files that no check has seen, or that no commit holds."""
    work = _Work(view, handed)
    if handed.cited is not None:
        pool.propose(
            segment,
            view.labels("handed_in", call=quoted(handed.shown)),
            (handed.cited,),
            order=(-2, -1),
            kind=EntryKind.NOTE,
            value=view.settings.own.unfinished,
        )
    for place, note in enumerate((work.unchecked(), work.uncommitted())):
        if note is not None and note.files:
            pool.propose(
                segment,
                note.text,
                (*note.cited, *(span for fact in note.files for span in fact.sources)),
                order=(-1, 0, place),
                kind=EntryKind.NOTE,
                value=view.settings.own.unfinished,
                targets=view.targets(note.text, words=False),
            )


_WENT = (Status.PASSED, Status.UNKNOWN)


class _Note(NamedTuple):
    text: str
    files: Sequence[Fact]
    cited: Sequence[Span] = ()


class _Work:
    """The changed files of a history, and what its commands and its newest hand-off say of them."""

    def __init__(self, view: GeneratorView, handed: HandedIn) -> None:
        self._changed = changed_files(view)
        self._commands = view.analysis.ledger.of(FactKind.COMMAND)
        self._notes = PassedOnNotes(view.messages)
        self._handed = handed
        self._view = view

    def unchecked(self) -> _Note | None:
        """Files changed since the last check, be it one that a hand-off names."""
        view = self._view
        checks = [f for f in self._commands if self._checks(f)]
        last = max(filter(self._ran_here, checks), key=last_run, default=None)
        if last is not None:
            ran = last_run(last)[0]
            command, cited = self._named(self._ran_together(checks, ran))
            after = [fact for fact in self._changed if last_change(fact) > ran]
        else:
            command, cited = self._notes.unchecked_since, self._notes.span("unchecked")
            after = self._since_handoff(self._changed, "unchecked")
        if not command:
            return self._never_checked()
        after = self._code(after)
        text = view.labels("unchecked", paths=_paths(view, after), command=command)
        return _Note(text, after, cited)

    def _ran_together(self, checks: Sequence[Fact], last: int) -> list[Fact]:
        """The checks that saw what the last one saw, in the order in which they ran."""
        acts = (seen.seq for fact in self._changed for seen in fact.acts if seen.seq < last)
        changed = max(acts, default=-1)
        together = (fact for fact in checks if self._ran_here(fact))
        ran = sorted((fact for fact in together if last_run(fact)[0] > changed), key=last_run)
        return ran[-self._view.settings.limits.checks_named :]

    def _named(self, checks: Sequence[Fact]) -> tuple[str, tuple[Span, ...]]:
        """Their commands and how they ended, and where that stands."""
        lines = [command_line(self._view, fact) for fact in checks]
        shown = ", ".join(text.split(VERDICT, 1)[0] for text, _ in lines)
        return shown, tuple(span for _, spans in lines for span in spans)

    def _never_checked(self) -> _Note | None:
        """Files that changed after anything was run at all; plans and notes need no check."""
        if self._notes.any_handoff and not self._notes.never_checked:
            return None
        if not self._notes.any_handoff and not self._uses_tools():
            return None
        ran = (last_run(command)[0] for command in self._commands if self._runs(command))
        last = max(ran, default=-1)
        changed = [fact for fact in self._changed if last_change(fact) > last]
        code = self._code(changed)
        text = self._view.labels("never_checked", paths=_paths(self._view, code))
        return _Note(text, code, self._notes.span("never_checked"))

    def _code(self, changed: Sequence[Fact]) -> list[Fact]:
        """Plans and notes need no check."""
        return [fact for fact in changed if not is_prose_file(self._view, fact)]

    def _uses_tools(self) -> bool:
        """Somebody could run something; a team that only writes cannot."""
        return any(analysis.message.tool_calls for analysis in self._view.messages)

    def _checks(self, command: Fact) -> bool:
        checks = value_as(command, CommandValue).checks and not self._compares(command)
        return checks and not was_refused(self._view, command)

    def _compares(self, command: Fact) -> bool:
        """It only ran without the changes."""
        return self._view.outdated_results.is_comparison(command)

    def _runs(self, command: Fact) -> bool:
        """It does more than show or record."""
        value = value_as(command, CommandValue)
        records = value.program.startswith(self._view.settings.shipping.version_control)
        return not (records or merely_looks(self._view, value) or self._compares(command))

    def uncommitted(self) -> _Note | None:
        """Only where the session uses version control, and of files that belong to the work."""
        view, shipping, notes = self._view, self._view.settings.shipping, self._notes
        programs = {fact.key: value_as(fact, CommandValue).program for fact in self._commands}
        uses = any(program.startswith(shipping.version_control) for program in programs.values())
        if not (uses or notes.uses_commits) or self._handed.cited:
            return None
        kept = [f for f in self._changed if not any(at in f.key for at in shipping.elsewhere)]
        commits = (f for f in self._commands if _commits(value_as(f, CommandValue), shipping))
        last = max((f for f in commits if f.status in _WENT), key=last_run, default=None)
        if last is None and (notes.nothing_committed or not (notes.any_handoff or self._records())):
            return _Note(view.labels("nothing_committed"), kept)
        cited: Sequence[Span] = notes.span("uncommitted") if last is None else (last.last.span,)
        if last is not None:
            after = _after(kept, last)
        else:
            after = self._since_handoff(kept, "uncommitted") if notes.any_handoff else kept
        return _Note(view.labels("uncommitted", paths=_paths(view, after)), after, cited)

    def _records(self) -> bool:
        """A command has recorded something else: it took a commit back, or brought others in."""
        records = self._view.settings.shipping.records
        return any(
            fact.status in _WENT and value_as(fact, CommandValue).program in records
            for fact in self._commands
        )

    def _ran_here(self, command: Fact) -> bool:
        """Its last run is in this history, and not in what a hand-off passes on."""
        return any(not self._view.earlier_handoffs.is_from(seen.span) for seen in command.history)

    def _since_handoff(self, changed: Sequence[Fact], kind: str) -> list[Fact]:
        """Files that a hand-off's note names, and those that were changed after it."""
        return [
            fact
            for fact in changed
            if self._notes.names(kind, best_spelling(self._view, fact))
            or any(not self._view.earlier_handoffs.is_from(seen.span) for seen in fact.acts)
        ]


def _commits(value: CommandValue, shipping: Shipping) -> bool:
    """It records what was changed, be it as a step of a rebase or a merge."""
    words = set(value.command.split())
    return any(
        form.startswith(value.program) and words.issuperset(form.split())
        for form in shipping.commits
        if value.program
    )


def _after(changed: Sequence[Fact], command: Fact) -> list[Fact]:
    """Those changed since, not those merely read; or brought back, since no commit holds that."""
    ran = last_run(command)[0]
    return [fact for fact in changed if any(seen.seq > ran for seen in fact.acts)]


def _paths(view: GeneratorView, files: Sequence[Fact]) -> str:
    """Their names; with their folders where two have the same."""
    paths = [shown_path(view, fact) for fact in files]
    names = [path.rpartition("/")[2] for path in paths]
    return ", ".join(map(quoted, names if len(set(names)) == len(names) else paths))
