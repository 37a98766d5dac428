"""Segment 8: stage, hand-offs received, last actions, open calls, what is unfinished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from uagent_memory.analyzer.observations.conversation.carried_acts import ships
from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.analyzer.observations.tasks.undone import claims_undone
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import (
    Change,
    CommandValue,
    FactKind,
    HandoffValue,
    StageValue,
    Status,
    TaskValue,
)
from uagent_memory.generator.candidate import Keep
from uagent_memory.generator.compressors.agents_words import propose_statement
from uagent_memory.generator.compressors.base import Compressor, one_line, quoted, value_as
from uagent_memory.generator.compressors.commands import (
    VERDICT,
    changes_something,
    command_line,
    merely_looks,
    run_told,
)
from uagent_memory.generator.compressors.ended_commands import (
    propose_ended_commands,
    worth_of_line,
)
from uagent_memory.generator.compressors.excerpt import excerpt
from uagent_memory.generator.compressors.handed_work import HandedIn
from uagent_memory.generator.compressors.last_steps import propose_last_step
from uagent_memory.generator.compressors.rejected_turn import propose_rejected_turn
from uagent_memory.generator.compressors.standing_checks import standing_checks
from uagent_memory.generator.compressors.started_agents import StartedAgents
from uagent_memory.generator.compressors.told_as_tasks import is_open_task
from uagent_memory.generator.compressors.unfinished import propose_unfinished
from uagent_memory.generator.evidence.cuts import shortened_call
from uagent_memory.generator.evidence.screens import Screens
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.standing.last_spoken import last_sent
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.work.acts import Acts
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Message, Span
from uagent_memory.obligations import open_calls
from uagent_memory.render.marks import COMPACTION_TITLE, HANDOFF_TITLE
from uagent_memory.segments import SegmentName

__all__ = ["CurrentWorkCompressor"]


_ENDINGS = {Status.DONE: "done_ask", Status.REJECTED: "broken_off"}
"""The label that tells how work that was given away ended."""
OWN_TITLES = (HANDOFF_TITLE, COMPACTION_TITLE)


class CurrentWorkCompressor(Compressor):
    segment: ClassVar[SegmentName] = SegmentName.CURRENT_WORK

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        self._propose_stage(view, pool)
        self._propose_handoffs(view, pool)
        handed = HandedIn(view)
        self._propose_open_calls(view, pool, handed)
        propose_rejected_turn(view, pool, self.segment)
        propose_unfinished(view, pool, self.segment, handed)
        propose_last_step(view, pool, self.segment)
        self._propose_done(view, pool)
        acts, standing = Acts(view), standing_checks(view)
        screens = Screens(view.messages, view.settings.screens)
        commands = view.analysis.ledger.of(FactKind.COMMAND)
        waiting = [(message.id, f"call:{index}") for message, index in _waiting(view, handed)]
        for fact in (one for one in commands if not handed.shows(one)):
            ended = fact.without(waiting) or (fact if ships(value_as(fact, CommandValue)) else None)
            if ended is not None:
                stands = fact.key in standing
                self._propose_command(view, pool, ended, acts, screens, stands=stands)
        propose_ended_commands(view, pool, acts)
        self._propose_statements(view, pool)

    def _propose_statements(self, view: GeneratorView, pool: CandidatePool) -> None:
        """What agents said last, first of all what comes next."""
        for statement in view.agents_statements.get(self.segment, ()):
            if is_open_task(view, statement.unit):
                continue
            is_ahead = statement.unit.cue.meets(Cue.PLAN | Cue.OPEN) or _is_order(statement.unit)
            is_ahead = is_ahead or statement.unit.span in view.standing.next_steps
            factor = view.settings.factor.next_step if is_ahead else 1.0
            if is_ahead and statement.analysis is view.messages[-1]:
                factor *= view.settings.factor.announced_step
            propose_statement(view, pool, statement, segment=self.segment, factor=factor)

    def _propose_stage(self, view: GeneratorView, pool: CandidatePool) -> None:
        stages = view.analysis.ledger.of(FactKind.STAGE)
        if stages:
            fact = max(stages, key=lambda stage: stage.last.order)
            pool.propose(
                self.segment,
                view.labels("stage", stage=value_as(fact, StageValue).stage),
                (fact.last.span,),
                order=(-4, 0),
                kind=EntryKind.STAGE,
                fact=fact.name,
                value=view.settings.own.stage,
            )

    def _propose_handoffs(self, view: GeneratorView, pool: CandidatePool) -> None:
        agents = StartedAgents(view)
        handoffs = view.analysis.ledger.of(FactKind.HANDOFF)
        newest = _newest_between_agents(view, handoffs)
        for place, fact in enumerate(handoffs):
            if agents.need_no_line(fact):
                continue
            value = value_as(fact, HandoffValue)
            route = " → ".join(filter(None, (value.sender, agents.name(fact))))
            most = view.settings.limits.statement_characters
            whole = view.given_orders.whole(fact)
            said = value.what if whole is None else one_line(view.quote(whole))
            what = excerpt(said, self.segment, most=most)
            text = view.labels("handoff_saying" if what else "handoff", route=route, what=what)
            if what.startswith(OWN_TITLES):
                text = what
            ending = _ENDINGS.get(fact.status)
            is_over = ending is not None
            if is_over and not what:
                continue
            if ending is not None:
                text = view.labels(ending) + text
            pool.propose(
                self.segment,
                text,
                (*fact.sources, *((whole,) if whole is not None else ())),
                order=(-3, place),
                kind=EntryKind.HANDOFF,
                fact=fact.name,
                keep=Keep.OPTIONAL,
                value=self.fact_worth(view, fact)
                * (view.settings.factor.closed_request if is_over else 1.0)
                + view.settings.own.passed_on * (fact is newest),
                targets=view.targets(text),
            )

    def _propose_open_calls(
        self, view: GeneratorView, pool: CandidatePool, handed: HandedIn
    ) -> None:
        limit = view.settings.limits.command_characters
        for place, (message, index) in enumerate(_waiting(view, handed)):
            call = message.tool_calls[index]
            shown, mark = shortened_call(call.text, limit)
            pool.propose(
                self.segment,
                view.labels("open_call", call=quoted(shown) + mark),
                (Span(message.id, f"call:{index}", 0, len(call.text)),),
                order=(-2, place),
                kind=EntryKind.OPEN_CALL,
                keep=Keep.OPEN_CALL,
                value=view.settings.own.must,
                targets=view.targets(shown),
                short="",
            )

    def _propose_done(self, view: GeneratorView, pool: CandidatePool) -> None:
        for place, fact in enumerate(view.analysis.ledger.of(FactKind.TASK)):
            text = one_line(value_as(fact, TaskValue).text)
            if fact.status is Status.DONE and _tells_work(text):
                pool.propose(
                    self.segment,
                    text,
                    (fact.first.span, fact.last.span),
                    order=(-1, 1, place),
                    kind=EntryKind.TASK,
                    fact=fact.name,
                    value=self.fact_worth(view, fact) * view.settings.factor.done_task,
                    targets=view.targets(text),
                    joins="done",
                    style="list",
                    lead=view.labels("done"),
                )

    def _propose_command(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        fact: Fact,
        acts: Acts,
        screens: Screens,
        *,
        stands: bool,
    ) -> None:
        value = value_as(fact, CommandValue)
        if value.checks and fact.status in (Status.FAILED, Status.SETTLED):
            return
        if acts.is_redone(fact) or acts.only_deletes(fact):
            return
        text, sources = command_line(view, fact)
        index = view.index_of(fact.last.span)
        if (element := screens.target(value.command, index)) is not None:
            command, arrow, outcome = text.partition(VERDICT)
            text = f"{command} ({one_line(element.text)})" + arrow + outcome
            sources = (*sources, element.span)
        recent = view.is_recent(index)
        went_well = fact.status in (Status.PASSED, Status.UNKNOWN)
        if not recent and went_well and VERDICT not in text and merely_looks(view, value):
            return
        worth = self.fact_worth(view, fact) * _weight(view, fact, value)
        if acts.is_changed(fact):
            command, arrow, outcome = text.partition(VERDICT)
            text = command + view.labels("command_changed") + arrow + outcome
            worth *= view.settings.factor.changed_act
        worth += view.settings.own.standing_check * stands
        worth += view.settings.own.owner * acts.looks_up_owner(fact)
        worth += view.settings.own.unread_result * (VERDICT in text and _is_unread(view, value))
        targets = view.targets(text, factor=view.settings.factor.command_targets)
        told = view.standing.served.acts_of(fact.key)
        own = worth_of_line(view, fact, worth, targets).of_acts(told)
        pool.propose(
            self.segment if recent else SegmentName.PROBLEM_SOLVING,
            text,
            sources,
            order=(index, 0) if recent else (index, 1_000_000),
            kind=EntryKind.COMMAND,
            fact=fact.name,
            also=run_told(view, fact),
            keep=self.keep_for(view, fact),
            value=own.value,
            targets=own.targets,
            told_user=bool(told),
        )


def _newest_between_agents(view: GeneratorView, handoffs: Sequence[Fact]) -> Fact | None:
    """The newest hand-over that one agent tells another, where nobody has reported on it."""
    people = {name.casefold() for name in view.voices.people}
    waiting = (
        fact
        for fact in handoffs
        if fact.status not in _ENDINGS
        and fact.last.author is Author.AGENT
        and value_as(fact, HandoffValue).receiver.casefold() not in people
    )
    return max(waiting, key=lambda fact: fact.last.order, default=None)


def _is_unread(view: GeneratorView, value: CommandValue) -> bool:
    """No agent has gone on since it was printed."""
    at = max((view.index_of(line.span) for line in value.verdict), default=0)
    return at > max(0, last_sent(view.messages))


def _is_order(unit: Unit) -> bool:
    """An agent fills in what somebody shall do next."""
    return unit.kind is UnitKind.FIELD and unit.cue.meets(Cue.DEMAND)


def _tells_work(task: str) -> bool:
    """It says what was to do; a question does not, nor "not written yet", which is over."""
    return not (is_question(task) or claims_undone(task))


def _weight(view: GeneratorView, fact: Fact, value: CommandValue) -> float:
    if value.checks:
        failed = any(seen.change is Change.FAILED for seen in fact.history)
        return view.settings.worth.check * (view.settings.factor.mended_check if failed else 1.0)
    factors = view.settings.factor
    if changes_something(view, value):
        return factors.acting_command
    if _turned_out_otherwise(fact):
        return factors.rerun_command
    return factors.shipping_command if ships(value) else factors.other_command


def _turned_out_otherwise(fact: Fact) -> bool:
    """It was run again and ended otherwise than before, as a script does that shows a fault."""
    runs = [seen.value for seen in fact.history if isinstance(seen.value, CommandValue)]
    told = {tuple(line.text for line in run.verdict[:1]) for run in runs if run.verdict}
    return len(told) > 1


def _waiting(view: GeneratorView, handed: HandedIn) -> Iterator[tuple[Message, int]]:
    """(message, call index) of every call that still waits for its result.

    That by which the work is handed in is told as such.
    """
    messages = [analysis.message for analysis in view.messages]
    patience = view.settings.limits.open_call_patience
    held = frozenset(open_calls(messages, patience=patience).held)
    given = handed.at[:2] if handed.at is not None else None
    for message, index in view.calls.unanswered:
        if message.id in held and (message.id, f"call:{index}") != given:
            yield message, index
