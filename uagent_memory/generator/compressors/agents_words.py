"""What agents said as lines of the segments: under what they stand, how they are joined."""

from __future__ import annotations

import re
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.questions import is_closing_courtesy
from uagent_memory.analyzer.observations.conversation.thoughts import is_thought
from uagent_memory.analyzer.observations.files.written_files import names_written_file
from uagent_memory.analyzer.observations.handed_on.passed_on import is_own_handoff
from uagent_memory.analyzer.shapes import PIPE_RULE, marker_length
from uagent_memory.analyzer.terms import content_words
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import FactKind
from uagent_memory.generator.compressors.base import one_line
from uagent_memory.generator.compressors.excerpt import excerpt
from uagent_memory.generator.compressors.field_names import spelled_key
from uagent_memory.generator.compressors.speakers import speaker
from uagent_memory.generator.compressors.told_as_tasks import is_open_task
from uagent_memory.generator.evidence.cards import fields_in_line
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.standing.final_answers import gives_final_answer
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.emptiness import is_bare, is_praise, is_progress, only_names
from uagent_memory.generator.wording.phrasing import is_caveat, is_lead_in
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.generator.work.team_turns import is_appointing
from uagent_memory.generator.worth import Worth
from uagent_memory.messages import Author, Message, Span
from uagent_memory.segments import SegmentName

__all__ = ["propose_statement", "propose_statements"]

_SUMMARY = Author.SUMMARY
_CONCLUSION = Cue.CONCLUSION
_STATEMENT = EntryKind.STATEMENT

_SEGMENTS = frozenset(SegmentName)
"""Headings of earlier hand-offs: they say nothing of what stands under them."""
_LED = frozenset((UnitKind.LIST_ITEM, UnitKind.TABLE_ROW, UnitKind.FIELD))
"""Kinds of units that say little without the heading they stand under."""
_ENTRY = "\n- "
"""How an entry begins in a hand-off of ours."""
_STRESSED = re.compile(r"(\*{1,3}|_{2})(?!\s)([^*]+?)\1")


class _Lead(NamedTuple):
    """What stands in front of a statement."""

    text: str
    sources: tuple[Span, ...] = ()


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
    is_next = unit.span in view.standing.next_steps
    text = _text(view, unit, segment, is_next=is_next)
    if not text or (not is_next and _is_over(view, statement)):
        return
    targets = view.targets(text, factor=view.standing.factor(statement))
    concludes = bool(targets) and unit.cue.meets(_CONCLUSION)
    is_short = len(targets) < view.settings.limits.least_words
    mark = _mark(view, statement)
    if mark is None or (is_short and not (concludes or is_next)):
        return
    above = _lead(view, statement, text)
    factor *= view.settings.worth.restated if unit.span in view.offered else 1.0
    lead = mark.text + above.text
    served = view.standing.served
    value = view.statement_worth(statement) * factor
    value *= view.standing.fullness(statement, len(targets))
    value += _worth_of_finding(view, statement, lead) + view.settings.own.next_step * is_next
    own = Worth(value, targets).of_acts(served.acts_in(statement))
    pool.propose(
        segment,
        text,
        (*above.sources, unit.span, *mark.sources),
        order=_order(statement),
        kind=_STATEMENT,
        value=own.value,
        targets=own.targets,
        joins=_joins(statement, led=bool(lead)),
        style="prose",
        lead=lead,
        speaker=speaker(view, statement.analysis.message),
        told_user=served.tells(statement),
    )


def _text(view: GeneratorView, unit: Unit, segment: SegmentName, *, is_next: bool) -> str:
    """What is told of it; "" where that is nothing, or told of an order."""
    words = unit.text.rstrip(":： ") if is_next else _without_rule(unit)
    named = unit.kind is UnitKind.SENTENCE and only_names(words)
    if named or _is_empty(words) or view.given_orders.tell(unit):
        return ""
    most = view.settings.limits.statement_characters
    return excerpt(fields_in_line(words), segment, most=most)


def _lead(view: GeneratorView, statement: Statement, text: str) -> _Lead:
    """What stands in front of it: its own heading, or what it answers."""
    unit = statement.unit
    told = unit.lead in _SEGMENTS and statement.analysis.message.author is _SUMMARY
    most = view.settings.limits.quote_characters if is_caveat(unit.lead) else len(text)
    fits = unit.kind in _LED and 0 < len(unit.lead) <= max(most, len(text))
    if fits and unit.lead_span and not (told or is_thought(unit)):
        label = _label(unit.lead)
        lead = spelled_key(label) if unit.kind is UnitKind.FIELD else label + ": "
        return _Lead(lead, (unit.lead_span,))
    return _lead_of_answer(view, statement) or _Lead("")


def _mark(view: GeneratorView, statement: Statement) -> _Lead | None:
    """That it no longer stands as it was said; None of what then need not be told."""
    unit = statement.unit
    if unit.span in view.standing.overtaken.given_up:
        is_told = unit.kind is not UnitKind.FIELD or unit.cue.meets(Cue.ERROR)
        return _Lead(view.labels("superseded")) if is_told else None
    if unit.span in view.declined:
        return _Lead(view.labels("declined"))
    done = view.made_changes.carrying_out(statement)
    if done is not None and unit.span not in view.standing.next_steps:
        return _Lead(view.labels("done_ask"), (done,))
    return _Lead(view.labels("before_change") if view.before_changes.hold(statement) else "")


def _is_over(view: GeneratorView, statement: Statement) -> bool:
    """It says only that work goes on, was answered, done or thought further, or is a decision."""
    standing = view.standing
    if is_progress(statement.unit.text) and not standing.is_last(statement):
        return True
    over = standing.answered.asks(statement) or standing.is_carried_out(statement)
    over = over or statement.unit.span in view.passed_over
    over = over or statement.unit.span in standing.overtaken.overturned
    over = over or standing.inner_talk.is_settled(statement) or standing.is_restated(statement)
    return over or standing.is_step(statement) or _is_decided(view, statement)


def _without_rule(unit: Unit) -> str:
    """A table's heads without the line that is drawn below them."""
    if unit.kind is not UnitKind.TABLE_ROW:
        return unit.text
    return "\n".join(line for line in unit.text.split("\n") if not PIPE_RULE.fullmatch(line))


def _is_decided(view: GeneratorView, statement: Statement) -> bool:
    """A decision tells the answer that it gives."""
    if not gives_final_answer(statement.analysis.message, statement.unit.text):
        return False
    unit = statement.unit.span
    decided = (fact.last.span for fact in view.analysis.ledger.of(FactKind.DECISION))
    return any(at[:2] == unit[:2] and unit.start <= at.start < unit.end for at in decided)


def _label(lead: str) -> str:
    """A heading or a lead-in, with its emphasis only where it is a part of it that is stressed."""
    line = one_line(lead).lstrip("#").strip(": ：")
    line = line[marker_length(line) :]
    stressed = _STRESSED.fullmatch(line)
    return stressed[2].strip(": ：") if stressed else line


def _worth_of_finding(view: GeneratorView, statement: Statement, lead: str) -> float:
    """That it says to a user what was found, or how it is with that; or answers a question."""
    names = view.subjects.names_one(lead + statement.unit.text)
    worth = view.settings.subjects.found * names
    worth += view.settings.own.answer * (statement.unit.span in view.first_answers)
    return worth * view.standing.factor(statement) if worth else 0.0


def _joins(statement: Statement, *, led: bool) -> str:
    """With the other sentences of its message; of a summary, of its line, or under its lead.

    In a hand-off of ours the lines below an entry belong to it.
    """
    span = statement.unit.span
    lead = statement.unit.lead_span
    message = statement.analysis.message
    if is_own_handoff(message):
        begun = message.part(span.part).rfind(_ENTRY, 0, span.start + len(_ENTRY))
        return f"{span.message_id}:{begun}"
    if message.author is not _SUMMARY:
        return span.message_id
    if led and lead is not None:
        return f"{span.message_id}:{lead.start}"
    return f"{span.message_id}:{_line_of(message, span)}"


def _order(statement: Statement) -> tuple[int, ...]:
    """Lines of a hand-off of ours do not follow each other in what was said."""
    index, message = statement.analysis.index, statement.analysis.message
    if is_own_handoff(message):
        return (index, _line_of(message, statement.unit.span), statement.position)
    return (index, statement.position)


def _line_of(message: Message, span: Span) -> int:
    return message.part(span.part).rfind("\n", 0, span.start)


def _is_empty(text: str) -> bool:
    empty = is_lead_in(text) or is_bare(text) or is_closing_courtesy(text)
    return empty or is_praise(text) or is_appointing(text) or names_written_file(text)


def propose_statements(view: GeneratorView, pool: CandidatePool, segment: SegmentName) -> None:
    """All that agents said and that belongs into one segment."""
    for statement in view.agents_statements.get(segment, ()):
        if is_open_task(view, statement.unit):
            continue
        propose_statement(view, pool, statement, segment=segment)


def _lead_of_answer(view: GeneratorView, statement: Statement) -> _Lead | None:
    """The name of what is meant where the answer says all else; or else the question itself."""
    message, unit = statement.analysis.message, statement.unit
    if message.author is not Author.AGENT or not message.text.strip().startswith(unit.text):
        return None
    said = len(message.text.strip())
    if said > view.settings.subjects.answer:
        return None
    question = view.answers.get(message.id)
    most = view.settings.limits.short_answer
    if question is not None and max(said, question.end - question.start) > most:
        question = None
    asked = one_line(view.quote(question)) if question else ""
    named = view.subjects.names_one(message.text)
    name = None if named else view.subjects.of(statement.analysis.index)
    if question is not None and not (name or named):
        return _Lead(f"{asked} ", (question,))
    if question is not None and not _says_what(unit.text, asked):
        if view.subjects.names_one(asked) or name is None:
            return _Lead(f"{asked} ", (question,))
        return _Lead(f"{view.quote(name)}: {asked} ", (name, question))
    return None if name is None else _Lead(f"{view.quote(name)}: ", (name,))


def _says_what(answer: str, asked: str) -> bool:
    """It takes up a word of the question."""
    return not set(content_words(answer)).isdisjoint(content_words(asked))
