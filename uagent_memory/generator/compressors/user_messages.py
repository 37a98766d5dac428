"""Segment 6: the users' own words, in order; the latest whole, long pastes as marked excerpts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.analyzer.types import MessageAnalysis, Unit, UnitKind
from uagent_memory.authorship import harness_spans, user_words_in_result
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import FactKind, Status
from uagent_memory.generator.candidate import HEAD_SHARE, Keep
from uagent_memory.generator.compressors.base import (
    Compressor,
    is_talk_turn,
    newest_ask,
    one_line,
    said_last,
)
from uagent_memory.generator.compressors.excerpt import excerpt
from uagent_memory.generator.compressors.message_parts import MessageParts
from uagent_memory.generator.compressors.passed_on_words import propose_latest
from uagent_memory.generator.compressors.prompt_frame import frame_of
from uagent_memory.generator.compressors.speakers import speaker
from uagent_memory.generator.compressors.talk_turns import propose_turns
from uagent_memory.generator.compressors.turn_rules import is_turn_rule
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.emptiness import is_filler, is_joint
from uagent_memory.generator.wording.examples import examples_in
from uagent_memory.generator.wording.passing_words import is_passing
from uagent_memory.generator.wording.phrasing import is_courtesy, is_placeholder
from uagent_memory.generator.wording.statements import PROSE_KINDS, Statement
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Message, Span
from uagent_memory.render.marks import GAP
from uagent_memory.segments import SegmentName

__all__ = ["LatestUserMessage", "UserMessagesCompressor"]


class LatestUserMessage(Compressor):
    """Proposed before everything else: what it says is said here and nowhere again."""

    segment: ClassVar[SegmentName] = SegmentName.USER_MESSAGES

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        if not view.users:
            propose_latest(view, pool)
            return
        analysis = view.users[-1]
        start, end = own_words(analysis.message.text)
        text = analysis.message.text[start:end]
        span = Span(analysis.message.id, "text", start, end)
        said = view.spoken.within(span)
        frame = frame_of(view, span)
        pool.propose(
            self.segment,
            text,
            (span,),
            order=(analysis.index, 0),
            kind=EntryKind.LATEST_USER_MESSAGE,
            also=tuple(fact.name for fact in said),
            head_share=_head_share(view, span, frame),
            frame=(frame.start - start, frame.end - start) if frame else None,
            keep=Keep.LATEST_USER_MESSAGE,
            value=view.settings.own.must,
            targets=view.targets(text),
            short="",
            speaker=speaker(view, analysis.message, text),
        )


def _head_share(view: GeneratorView, span: Span, frame: Span | None) -> float:
    """How much of what is shown of a long message is its beginning.

    Where a frame tells an agent how to put its turns, the task stands at the other end.
    """
    if frame is None:
        return HEAD_SHARE
    share = view.settings.limits.task_share
    return share if frame.start > span.start else 1 - share


class UserMessagesCompressor(Compressor):
    """The others, and the parts of a latest one that may be too long to stay whole."""

    segment: ClassVar[SegmentName] = SegmentName.USER_MESSAGES

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        statements = {statement.unit.span: statement for statement in _by_users(view)}
        asked = newest_ask(view)
        pointed = asked.last.span.message_id if asked else ""
        propose_turns(view, pool, sentences=len(statements))
        for analysis in view.users[:-1]:
            if is_talk_turn(view, analysis.index):
                continue
            is_pointed = analysis.message.id == pointed
            self._propose_message(view, pool, analysis, statements, is_pointed=is_pointed)
        if (
            view.users
            and len(view.users[-1].message.text.strip()) > view.settings.limits.short_message
        ):
            self._propose_units(view, pool, view.users[-1], statements)
        self._propose_refusals(view, pool)

    def _propose_message(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        analysis: MessageAnalysis,
        statements: Mapping[Span, Statement],
        *,
        is_pointed: bool,
    ) -> None:
        start, end = own_words(analysis.message.text)
        text = analysis.message.text[start:end]
        if len(text) > view.settings.limits.short_message:
            self._propose_units(view, pool, analysis, statements)
            return
        if view.is_talk and is_filler(text):
            return
        whole = sum(_worth(view, statements, unit) for unit in analysis.units)
        said_by_user = sum(_own_worth(view, u) for u in analysis.units if u.span.part == "text")
        whole += view.boost(analysis.index) * said_by_user
        span = Span(analysis.message.id, "text", start, end)
        said = view.spoken.within(span)
        keep = Keep.RECEIVER if is_pointed else Keep.OPTIONAL
        wanted = [fact for fact in said if view.must_get(fact)]
        told_above = _share_told_above(view, analysis, said)
        if wanted:
            untold = told_above < view.settings.limits.told_above
            keep = Keep.RECEIVER if view.handed_over and untold else keep
            own = sum(self.fact_worth(view, fact) for fact in wanted)
            whole += own * view.settings.factor.said_request
        told_by_answers = view.subjects.looked_up and not wanted
        asked = view.settings.subjects.asked if told_by_answers else 1.0
        pool.propose(
            self.segment,
            text,
            (span,),
            order=(analysis.index, 0),
            kind=EntryKind.USER_MESSAGE,
            also=tuple(fact.name for fact in said),
            keep=keep,
            value=whole * (1.0 - told_above) * asked,
            targets=view.targets(text, factor=view.settings.speaker["user"] * asked),
            speaker=speaker(view, analysis.message, text),
            told_user=view.standing.served.decides(analysis),
        )

    def _propose_refusals(self, view: GeneratorView, pool: CandidatePool) -> None:
        """What a user said when refusing a call stands in the call's result."""
        asked: dict[Span, list[Fact]] = {}
        for fact in view.analysis.ledger.of(FactKind.REQUEST):
            said = said_last(fact).span
            message = view.message_of(said)
            if message is not None and message.author is Author.TOOL:
                asked.setdefault(_whole_words(view, message, said), []).append(fact)
        for words, facts in asked.items():
            index = view.index_of(words)
            text = one_line(view.quote(words))
            worth = sum(self.fact_worth(view, fact) for fact in facts)
            pool.propose(
                self.segment,
                text,
                (*dict.fromkeys(source for fact in facts for source in fact.sources), words),
                order=(index, 0),
                kind=EntryKind.USER_MESSAGE,
                also=tuple(fact.name for fact in facts),
                keep=min(self.keep_for(view, fact) for fact in facts),
                value=worth + view.settings.own.user_message * view.boost(index),
                targets=view.targets(text, factor=view.settings.speaker["user"]),
            )

    def _command_worth(self, view: GeneratorView, units: Sequence[Unit]) -> float:
        """A command that a user writes out is meant to be run; of very many most are examples."""
        commands = sum(unit.kind is UnitKind.COMMAND for unit in units)
        share = min(1.0, view.settings.limits.users_commands / max(commands, 1))
        return view.settings.own.users_command * share

    def _propose_units(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        analysis: MessageAnalysis,
        statements: Mapping[Span, Statement],
    ) -> None:
        limits = view.settings.limits
        limit = limits.statement_characters
        examples = examples_in(analysis.message.text)
        parts = MessageParts(view, analysis)
        units = [unit for unit in analysis.units if unit.span.part == "text"]
        of_command = self._command_worth(view, units)
        talks = len(analysis.message.text.strip()) <= limits.spoken_message
        for position, unit in enumerate(units):
            prose = unit.kind in PROSE_KINDS
            whole = one_line(unit.text) if prose else unit.text.strip()
            text = whole
            is_example = examples.overlap(unit.span.start, unit.span.end)
            shows_form = is_example or is_placeholder(text)
            if (
                is_filler(text)
                or is_joint(text)
                or (shows_form and not prose)
                or parts.is_lead(unit)
            ):
                continue
            if len(text) > limit:
                text = excerpt(text, SegmentName.PRIMARY_REQUEST, most=limit) if prose else ""
            said = view.spoken.within(unit.span)
            if said and all(map(is_turn_rule, said)):
                continue
            said = said if text == whole else ()
            factor = parts.factor(unit)
            value = _worth(view, statements, unit, of_command * (unit.kind is UnitKind.COMMAND))
            if talks:
                value += view.boost(analysis.index) * _own_worth(view, unit)
            lead = parts.lead_of(unit)
            if lead is not None and text:
                text = f"{one_line(lead.text)} {GAP} {text}"
                value += _worth(view, statements, lead)
            pool.propose(
                self.segment,
                text,
                (unit.span,) if lead is None else (lead.span, unit.span),
                order=(analysis.index, 1 + position),
                kind=EntryKind.USER_MESSAGE,
                also=tuple(fact.name for fact in said),
                value=value * factor,
                targets=view.targets(text, factor=view.settings.speaker["user"] * factor),
                joins="" if "\n" in text else analysis.message.id,
                style="prose",
                speaker=speaker(view, analysis.message),
            )


def _whole_words(view: GeneratorView, message: Message, asked: Span) -> Span:
    """All that was said with an ask in the result of a refused call, if it is short."""
    words = user_words_in_result(message.text)
    if words is None or words[1] - words[0] > view.settings.limits.short_message:
        return asked
    whole = Span(asked.message_id, asked.part, *words)
    return whole if whole.holds(asked) else asked


def _worth(
    view: GeneratorView, statements: Mapping[Span, Statement], unit: Unit, other: float = 0.0
) -> float:
    """Of a unit that is a statement; that of any other is given."""
    statement = statements.get(unit.span)
    return other if statement is None else view.statement_worth(statement)


def _own_worth(view: GeneratorView, unit: Unit) -> float:
    """That a user says it; less where an agent has answered, or it says nothing."""
    own = view.settings.own
    says_little = is_question(unit.text) or is_courtesy(unit.text) or is_passing(unit.text)
    return own.answered_message if says_little else own.user_message


def _share_told_above(
    view: GeneratorView, analysis: MessageAnalysis, said: Sequence[Fact]
) -> float:
    """Of a message, 0..1: its rules that bind, and the asks of the first, stand in segment 1."""
    is_first = analysis.index == view.users[0].index
    told = {
        fact.last.span
        for fact in said
        if (fact.kind is FactKind.REQUEST and is_first)
        or (fact.kind is FactKind.CONSTRAINT and fact.status is Status.ACTIVE)
    }
    characters = sum(span.end - span.start for span in told)
    return min(1.0, characters / max(len(analysis.message.text.strip()), 1))


def own_words(text: str) -> tuple[int, int]:
    """The stretch between what the program injected before and after a user's words."""
    start, end = 0, len(text)
    spans = harness_spans(text)
    for low, high in spans:
        if text[start:low].strip():
            break
        start = high
    for low, high in reversed(spans):
        if high <= start or text[high:end].strip():
            break
        end = max(low, start)
    if not text[start:end].strip():
        start, end = 0, len(text)
    words = text[start:end]
    return start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())


def _by_users(view: GeneratorView) -> Iterator[Statement]:
    users = {analysis.index for analysis in view.users}
    for statement in view.statements:
        if statement.analysis.index in users:
            yield statement
