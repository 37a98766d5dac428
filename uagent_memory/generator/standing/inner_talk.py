"""What agents say to themselves, beside what they say to others."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from uagent_memory.analyzer.observations.conversation.thoughts import is_thought, thoughts_in
from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.analyzer.stretches import Stretches
from uagent_memory.analyzer.types import Cue, MessageAnalysis
from uagent_memory.generator.wording.phrase_index import lists_in
from uagent_memory.generator.wording.phrasing import (
    is_musing,
    is_planning,
    is_supposing,
    is_wondering,
)
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["InnerTalk"]

_WEIGHED = Cue.DECISION | Cue.REJECTED | Cue.DEMAND | Cue.OPEN | Cue.QUESTION | Cue.PLAN


class InnerTalk:
    """Of one history's statements: which are thoughts, and which of these a report has settled."""

    def __init__(
        self,
        messages: Sequence[MessageAnalysis],
        statements: Sequence[Statement],
        reports: AbstractSet[int],
    ) -> None:
        """`reports`: indices of the messages with which agents' turns end."""
        self._messages = messages
        self._statements = statements
        self._reports = reports
        self._stretches: dict[int, Stretches] = {}

    def holds(self, statement: Statement) -> bool:
        """It stands under a tag of thoughts, or under what stands there."""
        return is_thought(statement.unit) or self._is_within(
            statement.analysis, statement.unit.span
        )

    def is_told_besides(self, statement: Statement) -> bool:
        """It is a thought of a message that says something beside its thoughts."""
        return self.holds(statement) and statement.analysis.index in self._spoken

    def is_settled(self, statement: Statement) -> bool:
        """It was weighed, or mused, on the way to a report, which tells what it came to."""
        if not self.holds(statement):
            return False
        unit, index = statement.unit, statement.analysis.index
        laid_out = "weighing" in lists_in(unit.lead) or is_planning(unit.lead)
        weighs = unit.cue.meets(_WEIGHED) or laid_out
        mused = index in self._reported and (_muses(unit.text) or _muses(unit.lead))
        return mused or (weighs and index in self._decided)

    def is_decided_anew(self, analysis: MessageAnalysis, at: Span) -> bool:
        """What is decided there is thought, and the report of the same turn tells a decision."""
        return self._is_within(analysis, at) and analysis.index in self._decided

    def _is_within(self, analysis: MessageAnalysis, at: Span) -> bool:
        if at.part != "text" or "<" not in analysis.message.text:
            return False
        stretches = self._stretches.get(analysis.index)
        if stretches is None:
            stretches = self._stretches[analysis.index] = thoughts_in(analysis.message.text)
        return stretches.overlap(at.start, at.end)

    @cached_property
    def _spoken(self) -> frozenset[int]:
        """Messages that say something beside their thoughts."""
        return frozenset(s.analysis.index for s in self._statements if not self.holds(s))

    @cached_property
    def _reported(self) -> frozenset[int]:
        """Messages of turns that ended with a report that a user has read."""
        return self._turns_with(self._reports & self._spoken)

    @cached_property
    def _decided(self) -> frozenset[int]:
        """The same where the report tells what was decided."""
        decisions = (said for said in self._statements if said.unit.cue.meets(Cue.DECISION))
        aloud = {said.analysis.index for said in decisions if not self.holds(said)}
        return self._turns_with(self._reports & aloud)

    def _turns_with(self, reports: AbstractSet[int]) -> frozenset[int]:
        found, turn = set[int](), list[int]()
        for analysis in self._messages:
            if analysis.message.author is Author.AGENT:
                turn.append(analysis.index)
            elif analysis.message.author is Author.USER:
                found.update(turn if not reports.isdisjoint(turn) else ())
                turn = []
        return frozenset(found)


def _muses(text: str) -> bool:
    """Somebody thinks on, asks or supposes."""
    return is_musing(text) or is_supposing(text) or is_wondering(text) or is_question(text)
