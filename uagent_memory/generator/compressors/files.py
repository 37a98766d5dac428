"""Segment 3: the file ledger - state, what changed, and the lines that show it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import ClassVar

from uagent_memory.entry_kind import EntryKind
from uagent_memory.fact_name import FactName
from uagent_memory.facts import (
    CHANGED_STATUSES,
    Change,
    FactKind,
    FileValue,
    Status,
    SymbolValue,
)
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.base import Compressor, quoted, spans_of, value_as
from uagent_memory.generator.compressors.changed_names import changed_names
from uagent_memory.generator.compressors.file_head import file_head
from uagent_memory.generator.compressors.file_lines import (
    TAKEN_BACK,
    is_fragment,
    is_prose_file,
    is_undone,
    line_around,
    line_factor,
    naming,
    shown_path,
    small_change,
    symbols_of,
    telling_line,
    told_lines,
    touched_names,
    unique,
)
from uagent_memory.generator.compressors.moved_folders import (
    FolderMove,
    folder_moves,
    passed_through,
)
from uagent_memory.generator.compressors.net_changes import moved_only
from uagent_memory.generator.passing_files import Passing
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span
from uagent_memory.roles import MustGet
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
                self._propose_changed(view, pool, fact, moved.get(fact.key))
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
            fact=fact.key,
            fact_kind=fact.kind,
            value=self.fact_worth(view, fact) * view.settings.factor.changed_file,
            targets=view.targets(text, words=False),
            named_only=True,
        )

    def _propose_changed(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, moved_to: str | None
    ) -> None:
        values = [v for seen in fact.standing if isinstance(v := seen.value, FileValue)]
        changes = [v for v in values if v.hunks or v.defined or v.removed or v.renamed_to]
        defined, removed, again = changed_names(changes)
        listed = view.settings.limits.listed_names
        head, small = file_head(view, fact), small_change(view, fact)
        text, sources = head.text, head.sources
        known = {n.text for value in changes for n in (*value.defined, *value.removed)}
        touched = unique((*again, *(n for n in touched_names(view, fact) if n.text not in known)))
        told = [FactName(FactKind.FILE, moved_to)] if moved_to else []
        changed = (("adds", defined), ("removes", removed), ("changes", touched))
        for label, names in changed:
            if names:
                shown = names[-listed:]
                text += view.labels(label, names=", ".join(name.text for name in shown))
                sources = (*sources, *spans_of(shown))
                told += (symbol.name for name in shown for symbol in symbols_of(view, fact, name))
        undone = fact.status is Status.MODIFIED and is_undone(view, fact)
        if undone:
            text += view.labels("undone_again")
        index = view.index_of(fact.last.span)
        named = defined or removed or fact.status is Status.DELETED
        first_line = "" if named else telling_line(view, fact)
        parent = pool.propose(
            self.segment,
            text,
            sources,
            order=(0, view.index_of(fact.first.span)),
            kind=EntryKind.FILE,
            fact=fact.key,
            fact_kind=fact.kind,
            also=tuple(told),
            keep=Keep.CHANGED_FILE,
            value=self.fact_worth(view, fact) * view.settings.factor.changed_file,
            targets=view.targets(text, words=False),
            named_only=True,
            short=head.short,
            short_sources=head.short_sources,
            added=small or 0,
            unshown=view.labels("unshown", count="{count}"),
        )
        if parent is None:
            return
        for label, names in changed:
            more = [s for name in names[:-listed] for s in symbols_of(view, fact, name)]
            self._propose_more_names(view, pool, more, label=label, parent=parent)
        if fact.status is not Status.DELETED:
            self._propose_hunks(
                view, pool, fact, parent, index, must_line=first_line, is_small=small is not None
            )
        is_told = bool(defined or removed or first_line) or undone
        if not is_told or is_fragment(view, fact, first_line):
            self._propose_act(view, pool, fact, parent)

    def _propose_more_names(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        symbols: Sequence[Fact],
        *,
        label: str,
        parent: int,
    ) -> None:
        """For whom the changes are meant: the names that the file's own line has no room for."""
        for place, symbol in enumerate(filter(view.must_get, symbols)):
            name = value_as(symbol, SymbolValue).name
            pool.propose(
                self.segment,
                name,
                (symbol.last.span,),
                order=(0, -1, place),
                kind=EntryKind.SYMBOL,
                fact=symbol.key,
                fact_kind=symbol.kind,
                keep=Keep.RECEIVER,
                value=self.fact_worth(view, symbol),
                targets=view.targets(name, words=False),
                named_only=True,
                parent=parent,
                joins=label,
                style="list",
                lead=view.labels(f"{label}_also"),
            )

    def _propose_act(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, parent: int
    ) -> None:
        """The command that changed the file, where no line of the change is on record."""
        acts = [
            seen for seen in fact.history if isinstance(seen.value, FileValue) and seen.value.how
        ]
        standing = frozenset(map(id, fact.standing))
        changing = [
            seen
            for seen in acts
            if seen.change is not Change.READ
            and (id(seen) in standing or fact.status in TAKEN_BACK)
        ]
        for seen in reversed(changing):
            span = line_around(view, seen.span)
            line = view.quote(span)
            if 0 < len(line) <= view.settings.limits.quote_characters:
                pool.propose(
                    self.segment,
                    quoted(line),
                    (span,),
                    order=(0, view.index_of(fact.first.span), 0),
                    kind=EntryKind.QUOTE,
                    fact=fact.key,
                    fact_kind=fact.kind,
                    keep=Keep.CHANGED_FILE,
                    short="",
                    targets=view.targets(line, words=False),
                    parent=parent,
                )
                return

    def _propose_hunks(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        fact: Fact,
        parent: int,
        index: int,
        *,
        must_line: str,
        is_small: bool,
    ) -> None:
        limits, worth = view.settings.limits, view.settings.worth
        prose = is_prose_file(view, fact)
        wanted = MustGet.CHANGES in view.receiver.must_get
        keep = Keep.RECEIVER if wanted and is_small else Keep.OPTIONAL
        factor = worth.hunk * (worth.receiver if wanted else 1.0) * view.boost(index)
        lines = told_lines(view, fact, once=keep is Keep.OPTIONAL)
        for place, changed in enumerate(islice(lines, limits.hunk_lines)):
            _, sign, line, became = changed
            bare = line.text.strip()
            is_must, mere = bare == must_line, line_factor(view, sign, bare)
            after = "".join(f"\n+ {new.text.strip()}" for new in became)
            pool.propose(
                self.segment,
                f"{sign} {bare}{after}",
                spans_of((line, *became)),
                order=(0, view.index_of(fact.first.span), place),
                kind=EntryKind.QUOTE,
                fact=fact.key,
                fact_kind=fact.kind,
                keep=Keep.CHANGED_FILE if is_must else keep,
                short="" if is_must else None,
                targets=view.targets(bare, words=prose, factor=factor * mere),
                parent=parent,
                joins="hunks",
                style="code",
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
            fact=fact.key,
            fact_kind=fact.kind,
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
        path = view.display(moved.path) if moved is not None else shown_path(view, fact)
        opened = any(seen.span.part != "text" for seen in fact.history)
        label = "only_read" if opened else "only_found"
        pool.propose(
            self.segment,
            quoted(path),
            (*fact.sources, *(moved.at if moved is not None else ())),
            order=(1, view.index_of(fact.last.span)),
            kind=EntryKind.FILE,
            fact=fact.key,
            fact_kind=fact.kind,
            value=self.fact_worth(view, fact) * view.settings.factor.read_file,
            targets=view.targets(path, words=False),
            named_only=True,
            joins=label,
            style="list",
            lead=view.labels(label),
        )
