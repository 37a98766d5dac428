"""A changed file of segment 3: its own line, and those that show what changed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from uagent_memory.entry_kind import EntryKind
from uagent_memory.fact_name import FactName
from uagent_memory.facts import (
    Change,
    FactKind,
    FileValue,
    Status,
    SymbolValue,
    TextSpan,
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
    small_change,
    symbols_of,
    telling_line,
    told_lines,
    touched_names,
    unique,
)
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span
from uagent_memory.roles import MustGet

__all__ = ["ChangedFile"]


class ChangedFile:
    """One file of the ledger.

    Args:
        compressor: of its segment.
        view: of the history.
        fact: the file.
    """

    def __init__(self, compressor: Compressor, view: GeneratorView, fact: Fact) -> None:
        self._compressor = compressor
        self._view = view
        self._fact = fact
        self._place = view.index_of(fact.first.span)
        values = [v for seen in fact.standing if isinstance(v := seen.value, FileValue)]
        changes = [v for v in values if v.hunks or v.defined or v.removed or v.renamed_to]
        added, removed, again = changed_names(changes)
        known = {n.text for value in changes for n in (*value.defined, *value.removed)}
        other = (name for name in touched_names(view, fact) if name.text not in known)
        self._names: dict[str, Sequence[TextSpan]] = {
            "adds": added,
            "removes": removed,
            "changes": unique((*again, *other)),
        }
        """By the label under which they are told."""

    def propose(self, pool: CandidatePool, moved_to: str | None) -> None:
        """Its line, the names and lines under it; the act where they do not tell the change."""
        view, fact = self._view, self._fact
        is_back = fact.status is Status.MODIFIED and is_undone(view, fact)
        small = small_change(view, fact)
        parent = self._propose_line(pool, moved_to, added=small or 0, is_back=is_back)
        if parent is None:
            return
        self._propose_more_names(pool, parent)
        names_tell = bool(self._names["adds"] or self._names["removes"])
        is_gone = fact.status is Status.DELETED
        first_line = "" if names_tell or is_gone else telling_line(view, fact)
        if not is_gone:
            self._propose_hunks(pool, parent, must_line=first_line, is_small=small is not None)
        is_told = names_tell or bool(first_line) or is_back
        if not is_told or is_fragment(view, fact, first_line):
            self._propose_act(pool, parent)

    def _propose_line(
        self, pool: CandidatePool, moved_to: str | None, *, added: int, is_back: bool
    ) -> int | None:
        view, fact, head = self._view, self._fact, file_head(self._view, self._fact)
        text, sources = head.text, head.sources
        told = [FactName(FactKind.FILE, moved_to)] if moved_to else []
        for label, names in self._names.items():
            if shown := names[-view.settings.limits.listed_names :]:
                text += view.labels(label, names=", ".join(name.text for name in shown))
                sources = (*sources, *spans_of(shown))
                told += (symbol.name for name in shown for symbol in symbols_of(view, fact, name))
        if is_back:
            text += view.labels("undone_again")
        return pool.propose(
            self._compressor.segment,
            text,
            sources,
            order=(0, self._place),
            kind=EntryKind.FILE,
            fact=fact.name,
            also=tuple(told),
            keep=Keep.CHANGED_FILE,
            value=self._compressor.fact_worth(view, fact) * view.settings.factor.changed_file,
            targets=view.targets(text, words=False),
            named_only=True,
            short=head.short,
            short_sources=head.short_sources,
            added=added,
            unshown=view.labels("unshown", count="{count}"),
        )

    def _propose_more_names(self, pool: CandidatePool, parent: int) -> None:
        """For whom the changes are meant: the names that the file's own line has no room for."""
        view, shown = self._view, self._view.settings.limits.listed_names
        for label, names in self._names.items():
            more = [s for name in names[:-shown] for s in symbols_of(view, self._fact, name)]
            for place, symbol in enumerate(filter(view.must_get, more)):
                name = value_as(symbol, SymbolValue).name
                pool.propose(
                    self._compressor.segment,
                    name,
                    (symbol.last.span,),
                    order=(0, -1, place),
                    kind=EntryKind.SYMBOL,
                    fact=symbol.name,
                    keep=Keep.RECEIVER,
                    value=self._compressor.fact_worth(view, symbol),
                    targets=view.targets(name, words=False),
                    named_only=True,
                    parent=parent,
                    joins=label,
                    style="list",
                    lead=view.labels(f"{label}_also"),
                )

    def _propose_hunks(
        self, pool: CandidatePool, parent: int, *, must_line: str, is_small: bool
    ) -> None:
        """The lines that its changes put in or took out."""
        view, fact, worth = self._view, self._fact, self._view.settings.worth
        prose = is_prose_file(view, fact)
        wanted = MustGet.CHANGES in view.receiver.must_get
        keep = Keep.RECEIVER if wanted and is_small else Keep.OPTIONAL
        boost = view.boost(view.index_of(fact.last.span))
        factor = worth.hunk * (worth.receiver if wanted else 1.0) * boost
        lines = told_lines(view, fact, once=keep is Keep.OPTIONAL)
        for place, changed in enumerate(islice(lines, view.settings.limits.hunk_lines)):
            _, sign, line, became = changed
            bare = line.text.strip()
            is_must, mere = bare == must_line, line_factor(view, sign, bare)
            after = "".join(f"\n+ {new.text.strip()}" for new in became)
            pool.propose(
                self._compressor.segment,
                f"{sign} {bare}{after}",
                spans_of((line, *became)),
                order=(0, self._place, place),
                kind=EntryKind.QUOTE,
                fact=fact.name,
                keep=Keep.CHANGED_FILE if is_must else keep,
                short="" if is_must else None,
                targets=view.targets(bare, words=prose, factor=factor * mere),
                parent=parent,
                joins="hunks",
                style="code",
            )

    def _propose_act(self, pool: CandidatePool, parent: int) -> None:
        """The command that changed the file, where no line of the change is on record."""
        view, fact = self._view, self._fact
        if (span := self._act()) is None:
            return
        line = view.quote(span)
        pool.propose(
            self._compressor.segment,
            quoted(line),
            (span,),
            order=(0, self._place, 0),
            kind=EntryKind.QUOTE,
            fact=fact.name,
            keep=Keep.CHANGED_FILE,
            short="",
            targets=view.targets(line, words=False),
            parent=parent,
        )

    def _act(self) -> Span | None:
        """The line of the newest such command that is short enough to be quoted."""
        fact, standing = self._fact, frozenset(map(id, self._fact.standing))
        most = self._view.settings.limits.quote_characters
        acts = (
            seen
            for seen in reversed(fact.history)
            if isinstance(seen.value, FileValue) and seen.value.how
            if seen.change is not Change.READ
            if id(seen) in standing or fact.status in TAKEN_BACK
        )
        spans = (line_around(self._view, seen.span) for seen in acts)
        return next((at for at in spans if 0 < len(self._view.quote(at)) <= most), None)
