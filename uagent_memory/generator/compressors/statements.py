"""Segments 2 and 5: what was said that explains, decides, finds and rejects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from uagent_memory.analyzer.observations.passed_on import is_own_handoff
from uagent_memory.analyzer.types import Cue, UnitKind
from uagent_memory.facts import DecisionValue, FactKind, Status
from uagent_memory.generator.candidate import STATEMENT, Keep
from uagent_memory.generator.compressors.base import Compressor, one_line, spans_of, value_as
from uagent_memory.generator.compressors.excerpt import excerpt
from uagent_memory.generator.phrasing import is_bare, is_lead_in, is_telling
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView, Statement
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Span
from uagent_memory.segments import SegmentName

__all__ = [
    "ConceptsCompressor",
    "ProblemSolvingCompressor",
    "by_agents",
    "propose_statement",
    "segment_of",
]

_PROBLEM = (
    Cue.DECISION | Cue.OUTCOME | Cue.FINDING | Cue.CAUSE | Cue.REJECTED | Cue.CONCLUSION | Cue.ERROR
)


_PASSED_ON: Mapping[str, SegmentName] = {
    SegmentName.CONCEPTS: SegmentName.CONCEPTS,
    SegmentName.PROBLEM_SOLVING: SegmentName.PROBLEM_SOLVING,
    SegmentName.CURRENT_WORK: SegmentName.PROBLEM_SOLVING,
}
"""Where the lines of an earlier hand-off belong; its other segments are read as facts."""


def segment_of(statement: Statement, recent: bool) -> SegmentName | None:
    """Where an agent's statement belongs, if anywhere."""
    if is_own_handoff(statement.analysis.message):
        return _PASSED_ON.get(statement.unit.lead)
    cue = statement.unit.cue
    if cue.meets(_PROBLEM):
        return SegmentName.PROBLEM_SOLVING
    if cue.meets(Cue.DEFINITION):
        return SegmentName.CONCEPTS
    if recent:
        return SegmentName.CURRENT_WORK
    told = bool(cue) or is_telling(statement.unit.text)
    return SegmentName.PROBLEM_SOLVING if told else SegmentName.CONCEPTS


def propose_statement(
    view: GeneratorView,
    pool: CandidatePool,
    statement: Statement,
    *,
    segment: SegmentName,
    keep: Keep = Keep.OPTIONAL,
    fact: Fact | None = None,
    factor: float = 1.0,
) -> None:
    """A whole prose unit, under its lead where it has one."""
    unit = statement.unit
    text = excerpt(unit.text, segment, most=view.settings.limits.statement_characters)
    if not text or _is_empty(unit.text):
        return
    targets = view.targets(text, factor=view.statement_factor(statement))
    if len(targets) < view.settings.limits.least_words:
        return
    lead = ""
    sources: tuple[Span, ...] = (unit.span,)
    told = unit.lead in _SEGMENTS and statement.analysis.message.author is Author.SUMMARY
    if (
        unit.kind in LED
        and unit.lead
        and unit.lead_span
        and len(unit.lead) <= len(text)
        and not told
    ):
        lead = one_line(unit.lead).strip("#*: ：")
        sources = (unit.lead_span, unit.span)
    pool.propose(
        segment,
        text,
        sources,
        order=(statement.analysis.index, statement.position),
        kind=STATEMENT,
        fact=fact.key if fact else "",
        fact_kind=fact.kind if fact else None,
        keep=keep,
        value=view.statement_worth(statement) * factor,
        targets=targets,
        joins=_joins(statement),
        style="prose",
        lead=f"{lead}: " if lead else "",
    )


def _joins(statement: Statement) -> str:
    """With the other sentences of its message; of an earlier hand-off, of its line."""
    span = statement.unit.span
    message = statement.analysis.message
    if not is_own_handoff(message):
        return span.message_id
    line = message.part(span.part).rfind("\n", 0, span.start)
    return f"{span.message_id}:{line}"


_SEGMENTS = frozenset(SegmentName)
"""Headings of earlier hand-offs: they say nothing of what stands under them."""


def _is_empty(text: str) -> bool:
    return is_lead_in(text) or is_bare(text)


LED = frozenset((UnitKind.LIST_ITEM, UnitKind.TABLE_ROW))
"""Kinds of units that say little without the heading they stand under."""


class ConceptsCompressor(Compressor):
    """Terms that matter, each in the sentence that explains it here."""

    segment: ClassVar[SegmentName] = SegmentName.CONCEPTS

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        for statement in by_agents(view):
            recent = view.is_recent(statement.analysis.index)
            if segment_of(statement, recent) is self.segment:
                propose_statement(view, pool, statement, segment=self.segment)


class ProblemSolvingCompressor(Compressor):
    """Decisions with reasons, findings with numbers, rejected options."""

    segment: ClassVar[SegmentName] = SegmentName.PROBLEM_SOLVING

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        for rank, fact in enumerate(view.analysis.ledger.of(FactKind.DECISION)):
            self._propose_decision(view, pool, fact, rank)
        for statement in by_agents(view):
            recent = view.is_recent(statement.analysis.index)
            if segment_of(statement, recent) is self.segment:
                propose_statement(view, pool, statement, segment=self.segment)

    def _propose_decision(
        self, view: GeneratorView, pool: CandidatePool, fact: Fact, rank: int
    ) -> None:
        value = value_as(fact, DecisionValue)
        if is_bare(value.text):
            return
        parts = [one_line(value.text)]
        extras = [*([value.reason] if value.reason else []), *value.rejected]
        parts += [one_line(extra.text) for extra in extras if extra.text not in value.text]
        text = " ".join(dict.fromkeys(parts))
        if fact.status in (Status.SUPERSEDED, Status.REJECTED):
            text = view.labels(fact.status) + text
        pool.propose(
            self.segment,
            text,
            spans_of(extras, *fact.sources),
            order=(view.index_of(fact.last.span), -1, rank),
            kind="decision",
            fact=fact.key,
            fact_kind=fact.kind,
            keep=self.keep_for(view, fact),
            value=self.fact_worth(view, fact) + view.settings.cue["decision"],
            targets=view.targets(text),
        )


def by_agents(view: GeneratorView) -> Iterator[Statement]:
    """What agents said, repeats but once.

    System prompts are policy, which segment 1 quotes; briefs to others are hand-offs of segment 8.
    """
    for statement in view.statements:
        message = statement.analysis.message
        speaks = message.author not in (Author.USER, Author.SYSTEM)
        if speaks and message.id not in view.errands and statement.unit.span not in view.said_again:
            yield statement
