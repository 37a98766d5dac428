"""Segment 3: the file ledger - state, what changed, and the lines that show it."""

from __future__ import annotations

from typing import ClassVar

from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import (
    CHANGED_STATUSES,
    FactKind,
    Status,
)
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.base import Compressor, quoted
from uagent_memory.generator.compressors.changed_file import ChangedFile
from uagent_memory.generator.compressors.file_lines import (
    naming,
    shown_path,
)
from uagent_memory.generator.compressors.moved_folders import (
    FolderMove,
    folder_moves,
    passed_through,
)
from uagent_memory.generator.compressors.net_changes import moved_only
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.work.passing_files import Passing
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

__all__ = ["FilesCompressor"]

LEAVES_NO_TRACE: frozenset[Passing] = frozenset(("gone", "cleaned"))


class FilesCompressor(Compressor):
    """Changed files with names and hunk lines; read-only ones in one list."""

    segment: ClassVar[SegmentName] = SegmentName.FILES

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        facts = view.analysis.ledger.of(FactKind.FILE)
        moved = moved_only(facts)
        told_elsewhere = passed_through(facts).union(moved.values())
        folders = folder_moves(facts)
        for fact in facts:
            if fact.key in told_elsewhere:
                continue
            if label := view.passing_files.get(fact.key):
                self._propose_passing(view, pool, fact, label)
            elif fact.status in CHANGED_STATUSES:
                ChangedFile(self, view, fact).propose(pool, moved.get(fact.key))
            elif fact.status is Status.READ:
                self._propose_read(view, pool, fact, folders.get(fact.key))
            elif (refused := view.edit_calls.refusal(fact)) is not None:
                self._propose_refused(view, pool, fact, refused)

    def _propose_refused(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, call: Span
    ) -> None:
        """A change that somebody did not want: nobody shall take it for done, or try it again."""
        text = quoted(shown_path(view, fact)) + view.labels("edit_refused")
        pool.propose(
            self.segment,
            text,
            (call,),
            order=(0, view.index_of(call)),
            kind=EntryKind.FILE,
            fact=fact.name,
            value=self.fact_worth(view, fact) * view.settings.factor.changed_file,
            targets=view.targets(text, words=False),
            named_only=True,
        )

    def _propose_passing(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, label: Passing
    ) -> None:
        shown = shown_path(view, fact)
        path = quoted(shown)
        pool.propose(
            self.segment,
            path,
            naming(view, fact, shown, fact.sources),
            order=(2, view.index_of(fact.first.span)),
            kind=EntryKind.FILE,
            fact=fact.name,
            keep=Keep.OPTIONAL if label in LEAVES_NO_TRACE else Keep.CHANGED_FILE,
            value=self.fact_worth(view, fact),
            targets=view.targets(path, words=False),
            named_only=True,
            joins=label,
            style="list",
            lead=view.labels(label),
        )

    def _propose_read(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, moved: FolderMove | None
    ) -> None:
        """Told with the folder's new name where that was moved; not at all where it is gone."""
        if moved is not None and not moved.path:
            return
        path = view.paths.shown(moved.path) if moved is not None else shown_path(view, fact)
        opened = any(seen.span.part != "text" for seen in fact.history)
        label = "only_read" if opened else "only_found"
        pool.propose(
            self.segment,
            quoted(path),
            (*fact.sources, *(moved.at if moved is not None else ())),
            order=(1, view.index_of(fact.last.span)),
            kind=EntryKind.FILE,
            fact=fact.name,
            value=self.fact_worth(view, fact) * view.settings.factor.read_file,
            targets=view.targets(path, words=False),
            named_only=True,
            joins=label,
            style="list",
            lead=view.labels(label),
        )
