"""What agents said as lines of the segments: whose they are, where they go, how they are joined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from uagent_memory.analyzer.observations.passed_on import is_own_handoff
from uagent_memory.analyzer.observations.questions import is_closing_courtesy
from uagent_memory.analyzer.observations.thoughts import is_thought
from uagent_memory.analyzer.types import Cue, UnitKind
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.compressors.base import one_line
from uagent_memory.generator.compressors.excerpt import excerpt
from uagent_memory.generator.phrasing import is_bare, is_lead_in, is_telling
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.statements import Statement
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author, Span
from uagent_memory.segments import SegmentName

__all__ = ["by_agents", "propose_statement", "propose_statements", "segment_of"]

_PROBLEM = (
    Cue.DECISION | Cue.OUTCOME | Cue.FINDING | Cue.CAUSE | Cue.REJECTED | Cue.CONCLUSION | Cue.ERROR
)
_PASSED_ON: Mapping[str, SegmentName] = {
    SegmentName.CONCEPTS: SegmentName.CONCEPTS,
    SegmentName.PROBLEM_SOLVING: SegmentName.PROBLEM_SOLVING,
    SegmentName.CURRENT_WORK: SegmentName.PROBLEM_SOLVING,
}
"""Where the lines of an earlier hand-off belong; its other segments are read as facts."""
_SEGMENTS = frozenset(SegmentName)
"""Headings of earlier hand-offs: they say nothing of what stands under them."""
_LED = frozenset((UnitKind.LIST_ITEM, UnitKind.TABLE_ROW))
"""Kinds of units that say little without the heading they stand under."""


def segment_of(statement: Statement, *, recent: bool) -> SegmentName | None:
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
        unit.kind in _LED
        and unit.lead
        and unit.lead_span
        and len(unit.lead) <= len(text)
        and not (told or is_thought(unit))
    ):
        lead = one_line(unit.lead).strip("#*: ：") + ": "
        sources = (unit.lead_span, unit.span)
    elif (question := _question(view, statement)) is not None:
        lead = one_line(view.quote(question)) + " "
        sources = (question, unit.span)
    pool.propose(
        segment,
        text,
        sources,
        order=(statement.analysis.index, statement.position),
        kind=EntryKind.STATEMENT,
        value=view.statement_worth(statement) * factor,
        targets=targets,
        joins=_joins(statement),
        style="prose",
        lead=lead,
    )


def _question(view: GeneratorView, statement: Statement) -> Span | None:
    """What the user asked, before an answer too short to say it."""
    question = view.answers.get(statement.analysis.message.id)
    if question is None or statement.analysis.message.author is not Author.AGENT:
        return None
    most = view.settings.limits.short_answer
    said = statement.analysis.message.text.strip()
    asked = question.end - question.start
    return question if len(said) <= most >= asked and said.startswith(statement.unit.text) else None


def _joins(statement: Statement) -> str:
    """With the other sentences of its message; of an earlier summary, of its line."""
    span = statement.unit.span
    message = statement.analysis.message
    if not (is_own_handoff(message) or message.author is Author.SUMMARY):
        return span.message_id
    line = message.part(span.part).rfind("\n", 0, span.start)
    return f"{span.message_id}:{line}"


def _is_empty(text: str) -> bool:
    return is_lead_in(text) or is_bare(text) or is_closing_courtesy(text)


def propose_statements(view: GeneratorView, pool: CandidatePool, segment: SegmentName) -> None:
    """All that agents said and that belongs into one segment."""
    for statement in by_agents(view):
        recent = view.is_recent(statement.analysis.index)
        if segment_of(statement, recent=recent) is segment:
            propose_statement(view, pool, statement, segment=segment)


def by_agents(view: GeneratorView) -> Iterator[Statement]:
    """What agents said, repeats but once.

    System prompts are policy, which segment 1 quotes; briefs to others are hand-offs of segment 8.
    """
    for statement in view.statements:
        message = statement.analysis.message
        by_another = message.author in (Author.USER, Author.SYSTEM)
        if by_another or message.id in view.briefs_to_others:
            continue
        if statement.unit.span not in view.said_again:
            yield statement
