"""What a statement still counts: little where it was taken back, answered or carried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.analyzer.rejected_turns import rejected_turns
from uagent_memory.analyzer.retellings import retellings
from uagent_memory.analyzer.types import Cue, MessageAnalysis, UnitKind
from uagent_memory.generator.records.read_out import ReadOut
from uagent_memory.generator.records.service_words import is_refusing, is_serving, is_soothing
from uagent_memory.generator.selection.recency import Recency
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.standing.announced import announced_and_done, last_announced
from uagent_memory.generator.standing.answered import Answered
from uagent_memory.generator.standing.cue_sets import CHOSEN, FOUND, LEARNT
from uagent_memory.generator.standing.inner_talk import InnerTalk
from uagent_memory.generator.standing.last_spoken import LastSpoken, last_spoken
from uagent_memory.generator.standing.overtaken import OvertakenStatements
from uagent_memory.generator.standing.placing import is_placing
from uagent_memory.generator.standing.reasoning import reasoned_steps
from uagent_memory.generator.standing.standing_plan import FileChange, standing_plan
from uagent_memory.generator.wording.passing_words import is_passing
from uagent_memory.generator.wording.phrase_index import lists_in
from uagent_memory.generator.wording.phrasing import (
    counts_something,
    is_guess,
    is_intention,
    is_leaning,
    is_musing,
    is_observing,
    is_planning,
    is_quoting,
    is_restating,
    is_supposing,
    is_wondering,
)
from uagent_memory.generator.wording.statements import Statement, closing_reports
from uagent_memory.generator.work.served_users import ServedUsers
from uagent_memory.generator.work.team_turns import TeamTurns
from uagent_memory.messages import Author, Span

__all__ = ["CODE_MARK", "StatementStanding"]

_AGENT = Author.AGENT

CODE_MARK = "`"
"""Around paths, commands and names."""

_MORE_THAN_PLANS = ~Cue.PLAN
_DRAWN = Cue.CAUSE | Cue.DECISION | Cue.CONCLUSION


def _says_what(text: str) -> bool:
    """It begins with "it" and yet says what it is about: "It seems that order 5501 is lost"."""
    return is_refusing(text) or (is_observing(text) and any(map(str.isdigit, text)))


class StatementStanding:
    """Of one history's statements: which still hold, and what the others count."""

    def __init__(
        self,
        messages: Sequence[MessageAnalysis],
        statements: Sequence[Statement],
        changes: Sequence[FileChange],
        settings: GeneratorSettings,
    ) -> None:
        self._messages = messages
        self._statements = statements
        self._settings = settings
        self._recency = Recency(len(messages), settings)
        self._changes = changes
        self._factors: dict[Span, float] = {}
        self._team_turns = TeamTurns(messages)
        self._read_out = ReadOut(messages, settings)

    def factor(self, statement: Statement) -> float:
        """What a statement's coverage counts: an announcement covers little once it is done."""
        known = self._factors.get(statement.unit.span)
        if known is None:
            known = self._factors[statement.unit.span] = self._factor(statement)
        return known

    def fullness(self, statement: Statement, terms: int) -> float:
        """Of many thoughts before one call those count most that say most.

        Args:
            statement: what somebody said.
            terms: how many content words and terms it has.
        """
        analysis, limits = statement.analysis, self._settings.limits
        if not analysis.message.tool_calls or self._said[analysis.index] < limits.many_thoughts:
            return 1.0
        return min(1.0, terms / limits.full_thought)

    @cached_property
    def _said(self) -> Counter[int]:
        """How many statements each message makes."""
        return Counter(statement.analysis.index for statement in self._statements)

    def _factor(self, statement: Statement) -> float:
        worth = self._settings.worth
        if statement.unit.span in self.next_steps:
            return 1.0
        if statement.analysis.index < self._last.said and self._is_intended(statement):
            return worth.old_plan
        if (passing := self._passing_factor(statement)) is not None:
            return passing
        by_agent = statement.analysis.message.author is _AGENT
        retold = statement.analysis.message.id in self._retellings
        if (by_agent or retold) and (factor := self._overtaken_factor(statement)) is not None:
            return factor
        if retold:
            return worth.retold * self._cue_factor(statement)
        thought = self._doubted_factor(statement) if by_agent else None
        if thought is None:
            besides = self.inner_talk.is_told_besides(statement)
            thought = worth.thought if besides and not self.is_last(statement) else 1.0
        failed = worth.failed_case if statement.unit.span in self.overtaken.cases.failed else 1.0
        leans = by_agent and is_leaning(statement.unit.text) and not self.is_last(statement)
        leans = leans and not (statement.unit.cue.meets(_DRAWN) or _says_what(statement.unit.text))
        leaning = worth.leaning if leans else 1.0
        return thought * failed * leaning * self._cue_factor(statement)

    def _passing_factor(self, statement: Statement) -> float | None:
        """Of what a user said in passing, or an agent read out of a record; None of the rest."""
        analysis, worth = statement.analysis, self._settings.worth
        if analysis.message.author is Author.USER and analysis.index < self._last.heard:
            return worth.answered if is_passing(statement.unit.text) else None
        return worth.read_out if self._read_out.holds(statement) else None

    def _is_intended(self, statement: Statement) -> bool:
        """It announces the next action, or is an item of what was planned before going on."""
        unit, index = statement.unit, statement.analysis.index
        if is_intention(unit.text):
            return True
        is_item = unit.kind is UnitKind.LIST_ITEM and not unit.cue.meets(FOUND)
        return is_item and is_planning(unit.lead) and index not in self.reports

    def _overtaken_factor(self, statement: Statement) -> float | None:
        """Of what an agent said again, took back, or has an answer to; None of all the rest."""
        worth, unit = self._settings.worth, statement.unit
        if is_restating(unit.text) or is_restating(unit.lead) or is_quoting(unit.text):
            return worth.restated
        if unit.span in self.overtaken.all or self._wondered(statement) or self._slipped(statement):
            return worth.refuted
        if self._team_turns.carried_out(statement):
            return worth.carried_out
        passed = self.answered.asks(statement) or self.answered.argues(statement)
        if passed or is_soothing(unit.text) or unit.span in self.served.options:
            return worth.answered
        if statement.analysis.index in self.overtaken.cases.older:
            return worth.older_report
        return worth.passed_case if unit.span in self.overtaken.cases.passed else None

    def _doubted_factor(self, statement: Statement) -> float | None:
        """Of what an agent said and was not believed, or mused; None of all the rest."""
        if statement.unit.span in self.overtaken.doubted:
            return self._settings.worth.doubted
        of_form = statement.analysis.index - 2 in self._rejected
        of_form = of_form and not statement.unit.cue.meets(_DRAWN | CHOSEN)
        if of_form or self._is_mused(statement):
            return self._settings.worth.mused
        if statement.unit.span in self._reasoned:
            return self._settings.worth.reasoned
        going_on = statement.analysis.message.tool_calls and is_musing(statement.unit.text)
        return self._settings.worth.met_on_the_way if going_on else None

    def _cue_factor(self, statement: Statement) -> float:
        worth, cue = self._settings.worth, statement.unit.cue
        if cue.meets(_MORE_THAN_PLANS) or self._recency.is_recent(statement.analysis.index):
            return 1.0
        return worth.old_plan if cue else worth.no_cue

    @cached_property
    def overtaken(self) -> OvertakenStatements:
        """What no longer stands."""
        return OvertakenStatements(self._messages, self._statements, self._settings)

    @cached_property
    def _retellings(self) -> frozenset[str]:
        """Summaries of what the same log holds."""
        return retellings(m.message for m in self._messages)

    def _wondered(self, statement: Statement) -> bool:
        """An agent wondered, and has spoken since."""
        return statement.analysis.index < self._last.said and is_wondering(statement.unit.text)

    def _slipped(self, statement: Statement) -> bool:
        """An agent told of its own slip, or of lines by their numbers, and has gone on since."""
        analysis, text = statement.analysis, statement.unit.text
        went_on = bool(analysis.message.tool_calls) or analysis.index in self._rejected
        went_on = went_on and analysis.index < self._last.said
        return went_on and ("slip" in lists_in(text) or is_placing(text))

    @cached_property
    def _rejected(self) -> frozenset[int]:
        """Turns that the environment did not carry out."""
        return rejected_turns([analysis.message for analysis in self._messages])

    def _is_mused(self, statement: Statement) -> bool:
        """An agent thought on aloud, or asked itself, and has spoken since."""
        text, leads_on = statement.unit.text, self._is_before_next(statement)
        if statement.analysis.index >= self._last.said and not leads_on:
            return False
        acts = leads_on or bool(statement.analysis.message.tool_calls)
        if is_question(text):
            return acts or is_musing(text)
        if acts and is_supposing(text) and not statement.unit.cue.meets(CHOSEN):
            return True
        tells = CODE_MARK in text or statement.unit.cue.meets(LEARNT)
        return is_musing(text) and (is_guess(text) or not tells)

    @cached_property
    def _reasoned(self) -> frozenset[Span]:
        """Steps of long trains of thought, whose ends tell what they came to."""
        limits = self._settings.limits
        train, last, end = limits.train_of_thought, limits.last_findings, len(self._messages) - 1
        return reasoned_steps(self._statements, train, last, end=end)

    def _is_before_next(self, statement: Statement) -> bool:
        """The same message ends with what is done next."""
        ahead = [at for at in self.next_steps if at.message_id == statement.unit.span.message_id]
        return any(at.start > statement.unit.span.start for at in ahead)

    @cached_property
    def inner_talk(self) -> InnerTalk:
        """What agents say to themselves."""
        return InnerTalk(self._messages, self._statements, self.reports)

    @cached_property
    def answered(self) -> Answered:
        """What a user has spoken on since."""
        return Answered(self._last, self.reports)

    def is_restated(self, statement: Statement) -> bool:
        """An agent repeats what a user wants, and has gone on; the user's own words say it."""
        unit = statement.unit
        if self.is_last(statement):
            return False
        return is_serving(unit.text) or is_restating(unit.text) or is_restating(unit.lead)

    def is_last(self, statement: Statement) -> bool:
        """It stands in the last words of an agent."""
        return statement.analysis.index == self._last.said

    def is_step(self, statement: Statement) -> bool:
        """One step of a long train of thought that leans on the one before and says no figure."""
        return statement.unit.span in self._reasoned and not counts_something(statement.unit.text)

    def is_carried_out(self, statement: Statement) -> bool:
        """It only announces what its own message then does, and what came of that is known."""
        return statement.unit.span in self._announced

    @cached_property
    def _announced(self) -> frozenset[Span]:
        return announced_and_done(self._messages, self._statements) - self.next_steps

    @cached_property
    def next_steps(self) -> frozenset[Span]:
        """What an agent said that it does next, where no user has spoken since; its plan, too."""
        heard, said, statements = self._last.heard, self._last.said, self._statements
        if heard > said:
            return frozenset()
        most = self._settings.limits.next_steps
        plan = standing_plan(self._changes, statements, heard=heard, said=said)
        return plan | last_announced(self._messages, statements, said, most, self.inner_talk)

    @cached_property
    def _last(self) -> LastSpoken:
        return last_spoken(self._messages)

    @cached_property
    def served(self) -> ServedUsers:
        """What agents told those whom they serve."""
        found = (self._messages, self._statements, self.reports)
        return ServedUsers(*found, pending=self.answered.last, settings=self._settings)

    @cached_property
    def reports(self) -> frozenset[int]:
        return closing_reports(self._messages)
