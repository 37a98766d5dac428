"""Segment 3: the file ledger - state, what changed, and the lines that show it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from uagent_memory.fact_name import FactName, symbol_key
from uagent_memory.facts import Change, FactKind, FileValue, Status, SymbolValue, TextSpan
from uagent_memory.generator.candidate import QUOTE, Keep
from uagent_memory.generator.code_lines import is_closing, is_constant, is_import
from uagent_memory.generator.compressors.base import Compressor, quoted, spans_of, value_as
from uagent_memory.generator.compressors.standing import changed_lines, moved_only, standing
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span
from uagent_memory.roles import MustGet
from uagent_memory.segments import SegmentName

__all__ = ["FilesCompressor"]

CHANGED = frozenset(
    (Status.CREATED, Status.MODIFIED, Status.DELETED, Status.REVERTED, Status.RENAMED)
)


class FilesCompressor(Compressor):
    """Changed files with names and hunk lines; read-only ones in one list."""

    segment: ClassVar[SegmentName] = SegmentName.FILES

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        facts = view.analysis.ledger.of(FactKind.FILE)
        moved = moved_only(facts)
        arrived = frozenset(moved.values())
        for fact in facts:
            if fact.key in arrived:
                continue
            if fact.status in CHANGED:
                self._propose_changed(view, pool, fact, moved.get(fact.key))
            elif fact.status is Status.READ:
                self._propose_read(view, pool, fact)

    def _propose_changed(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, moved_to: str | None
    ) -> None:
        values = [v for seen in standing(fact) if isinstance(v := seen.value, FileValue)]
        changes = [v for v in values if v.hunks or v.defined or v.removed or v.renamed_to]
        defined = _unique(name for value in changes for name in value.defined)
        removed = _unique(name for value in changes for name in value.removed)
        listed = view.settings.limits.listed_names
        edits = sum(bool(v.hunks or v.defined or v.removed) for v in changes)
        head = self._head(view, fact, edits)
        text, sources = head, fact.sources
        known = {name.text for name in (*defined, *removed)}
        touched = [name for name in _touched(view, fact) if name.text not in known]
        told = [FactName(FactKind.FILE, moved_to)] if moved_to else []
        changed = (("adds", defined), ("removes", removed), ("changes", touched))
        for label, names in changed:
            if names:
                shown = names[-listed:]
                text += view.labels(label, names=", ".join(name.text for name in shown))
                sources = (*sources, *spans_of(shown))
                told += (symbol.name for name in shown for symbol in _symbol(view, fact, name))
        index = view.index_of(fact.last.span)
        first_line = "" if defined or removed else _telling_line(view, fact)
        parent = pool.propose(
            self.segment,
            text,
            sources,
            order=(0, view.index_of(fact.first.span)),
            kind="file",
            fact=fact.key,
            fact_kind=fact.kind,
            also=tuple(told),
            keep=Keep.CHANGED_FILE,
            value=self.fact_worth(view, fact) * view.settings.factor.changed_file,
            targets=view.targets(text, words=False),
            named_only=True,
            short=head,
            short_sources=fact.sources,
        )
        if parent is None:
            return
        for label, names in changed:
            more = [s for name in names[:-listed] for s in _symbol(view, fact, name)]
            self._propose_more_names(view, pool, more, label=label, parent=parent)
        self._propose_hunks(view, pool, fact, parent, index, must_line=first_line)
        if not (defined or removed or first_line):
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
                kind="symbol",
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

    def _head(self, view: GeneratorView, fact: Fact, edits: int) -> str:
        value = value_as(fact, FileValue)
        path = view.display(best_spelling(view, fact))
        if fact.status in (Status.CREATED, Status.RENAMED):
            again = edits - any(seen.change is Change.CREATED for seen in standing(fact))
            label = "edited_once" if again == 1 else "edited_times"
            times = view.labels(label, count=again) if again > 0 else ""
        else:
            again_and_again = edits > 1 and fact.status is not Status.REVERTED
            times = view.labels("times", count=edits) if again_and_again else ""
        target = quoted(view.display(value.renamed_to)) if value.renamed_to else ""
        arrow = view.labels("renamed_to", path=target) if target else ""
        return f"{quoted(path)}{arrow} {view.labels(fact.status)}{times}"

    def _propose_act(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, parent: int
    ) -> None:
        """The command that changed the file, where no line of the change is on record."""
        acts = [
            seen for seen in fact.history if isinstance(seen.value, FileValue) and seen.value.how
        ]
        changing = [seen for seen in acts if seen.change is not Change.READ]
        for seen in reversed(changing):
            span = _line_around(view, seen.span)
            line = view.quote(span)
            if 0 < len(line) <= view.settings.limits.quote_characters:
                pool.propose(
                    self.segment,
                    quoted(line),
                    (span,),
                    order=(0, view.index_of(fact.first.span), 0),
                    kind=QUOTE,
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
    ) -> None:
        limits, worth = view.settings.limits, view.settings.worth
        wanted = MustGet.CHANGES in view.receiver.must_get
        factor = worth.hunk * (worth.receiver if wanted else 1.0) * view.boost(index)
        seen: set[str] = set()
        for place, (sign, line) in enumerate(changed_lines(fact)):
            if len(seen) >= limits.hunk_lines:
                return
            bare = line.text.strip()
            if bare in seen or not _is_quotable(view, bare):
                continue
            seen.add(bare)
            is_must = bare == must_line
            mere = _line_factor(view, bare)
            pool.propose(
                self.segment,
                f"{sign} {bare}",
                (line.span,),
                order=(0, view.index_of(fact.first.span), place),
                kind=QUOTE,
                fact=fact.key,
                fact_kind=fact.kind,
                keep=Keep.CHANGED_FILE if is_must else Keep.OPTIONAL,
                short="" if is_must else None,
                targets=view.targets(bare, words=False, factor=factor * mere),
                parent=parent,
                joins="hunks",
                style="code",
            )

    def _propose_read(self, view: GeneratorView, pool: CandidatePool, fact: Fact) -> None:
        path = view.display(best_spelling(view, fact))
        pool.propose(
            self.segment,
            quoted(path),
            fact.sources,
            order=(1, view.index_of(fact.last.span)),
            kind="file",
            fact=fact.key,
            fact_kind=fact.kind,
            value=self.fact_worth(view, fact) * view.settings.factor.read_file,
            targets=view.targets(path, words=False),
            named_only=True,
            joins="read",
            style="list",
            lead=view.labels("only_read"),
        )


def _line_factor(view: GeneratorView, line: str) -> float:
    factors = view.settings.factor
    if is_import(line):
        return factors.import_line
    return factors.constant_line if is_constant(line) else 1.0


def best_spelling(view: GeneratorView, fact: Fact) -> str:
    """Of the ways the session spells a file the one most likely to be typed again."""
    spellings = {fact.value.path: None} if isinstance(fact.value, FileValue) else {}
    for seen in fact.history:
        if isinstance(seen.value, FileValue) and seen.value.spelled.endswith(seen.value.path):
            spellings[seen.value.spelled] = None
    return max(spellings, key=lambda path: view.need.get(path, 0.0), default=fact.key)


def _line_around(view: GeneratorView, span: Span) -> Span:
    """The line that a span begins in."""
    message = view.message_of(span)
    text = message.part(span.part) if message else ""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.start)
    line = text[start : len(text) if end < 0 else end]
    start += len(line) - len(line.lstrip())
    return Span(span.message_id, span.part, start, start + len(line.strip()))


def _touched(view: GeneratorView, fact: Fact) -> Iterator[TextSpan]:
    """Names in the file whose insides were edited."""
    for symbol in view.changed_symbols.get(fact.key, ()):
        name = value_as(symbol, SymbolValue).name
        if view.quote(symbol.last.span) == name:
            yield TextSpan(name, symbol.last.span)


def _symbol(view: GeneratorView, fact: Fact, name: TextSpan) -> Iterator[Fact]:
    """The name's own fact, if it has one."""
    symbol = view.analysis.ledger.get(FactKind.SYMBOL, symbol_key(fact.key, name.text))
    if symbol is not None:
        yield symbol


def _unique(names: Iterator[TextSpan]) -> list[TextSpan]:
    return list({name.text: name for name in names}.values())


def _is_quotable(view: GeneratorView, line: str) -> bool:
    """Neither a mere bracket nor too long."""
    settings = view.settings
    least, most = settings.changed_lines.least_characters, settings.limits.quote_characters
    return least <= len(line) <= most and not is_closing(line)


def _telling_line(view: GeneratorView, fact: Fact) -> str:
    """The changed line that covers most need; code before comments."""
    best, most = "", -1.0
    for _, line in changed_lines(fact):
        bare = line.text.strip()
        if _is_quotable(view, bare):
            worth = sum(view.targets(bare, words=False).values())
            if bare.startswith(view.settings.changed_lines.comments):
                worth *= view.settings.factor.comment_line
            if worth > most:
                best, most = bare, worth
    return best
