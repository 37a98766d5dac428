"""What an agent asked, or argued for, before a user spoke: over once that user has spoken."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.analyzer.types import Cue
from uagent_memory.generator.records.service_words import is_inviting, is_requiring, is_riding
from uagent_memory.generator.standing.cue_sets import CHOSEN
from uagent_memory.generator.standing.last_spoken import LastSpoken
from uagent_memory.generator.wording.phrase_index import lists_in
from uagent_memory.generator.wording.statements import Statement

__all__ = ["Answered"]


class Answered:
    """Of one history's statements."""

    def __init__(self, last: LastSpoken, reports: AbstractSet[int]) -> None:
        """Take what is known of the whole history.

        Args:
            last: who spoke last.
            reports: indices of the messages with which agents' turns end.
        """
        self._heard = last.heard
        self._reports = reports
        self.last = last.said if 0 < last.said < last.heard else -1
        """Index of the message that the latest user message answers; -1 if one has come since."""

    def asks(self, statement: Statement) -> bool:
        """An agent asked a user for something, who has spoken since."""
        text, index = statement.unit.text, statement.analysis.index
        if index >= self._heard:
            return False
        if is_riding(text):
            return True
        if index == self.last:
            return False
        invites = is_inviting(text) or (index in self._reports and is_question(text))
        return is_requiring(text) or (statement.unit.cue.meets(Cue.QUESTION) and invites)

    def argues(self, statement: Statement) -> bool:
        """It argues for a side of a choice before a user who has spoken since."""
        unit, index = statement.unit, statement.analysis.index
        if index >= self._heard or index == self.last or unit.cue.meets(CHOSEN):
            return False
        return "arguing" in lists_in(unit.text) or "arguing" in lists_in(unit.lead)
