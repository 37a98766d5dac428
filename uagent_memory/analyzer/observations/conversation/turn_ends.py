"""Where an agent's turn ends after work that was asked for, in whatever words it tells of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from uagent_memory.analyzer.observations.conversation.carried_acts import ships
from uagent_memory.analyzer.observations.conversation.closing import goes_on
from uagent_memory.analyzer.observations.conversation.inquiries import answers_inquiry, is_inquiry
from uagent_memory.analyzer.observations.conversation.people import asked_text, points_back
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose
from uagent_memory.analyzer.observations.conversation.thoughts import is_thought
from uagent_memory.analyzer.observations.files.file_act import EFFECTIVE
from uagent_memory.analyzer.types import Cue
from uagent_memory.facts import Change, CommandValue, FactKind
from uagent_memory.ledger import Observation

__all__ = ["TurnBook", "first_told"]

_FOUND = Cue.CAUSE | Cue.FINDING


class TurnBook:
    """What agents have done and said last since a user asked."""

    def __init__(self) -> None:
        self.reply: Prose | None = None
        """The newest message of an agent, if it ends a turn: it tells something, and no step."""
        self.has_changed = False
        """Agents changed something."""
        self._called = False

    def did(self, acts: Iterable[Observation]) -> None:
        """What agents' calls did."""
        self.has_changed = self.has_changed or any(map(_changes, acts))

    def spoke(self, prose: Prose, own: Sequence[Observation]) -> None:
        """An agent's message, and what it says by itself."""
        self._called = self._called or prose.acts
        ends = not prose.acts and answers_inquiry(prose) and not _only_explains(prose)
        self.reply = prose if ends and not goes_on(prose, own) else None

    def has_carried_out(self, ask: Observation) -> bool:
        """The turn ends with the ask done: something was changed, and nothing is asked or left.

        What only points at earlier words is done as soon as anything was called for it. Of what
        only wants to know the answer is told elsewhere.
        """
        text, reply = asked_text(ask), self.reply
        if reply is None:
            return False
        if self._called and points_back(text):
            return True
        asks = any(line.asks for line in reply.lines)
        return self.has_changed and not asks and not is_inquiry(text)


def _only_explains(prose: Prose) -> bool:
    """All that it says is why something is so: no work is told by that."""
    told = [line.unit.cue for line in prose.lines if not is_thought(line.unit)]
    return all(cue.meets(_FOUND) and not cue.meets(Cue.OUTCOME) for cue in told)


def first_told(reply: Prose) -> Line:
    """The first line of a reply that tells something aloud."""
    told = (line for line in reply.lines if not line.asks and not is_thought(line.unit))
    return next(told, reply.lines[0])


def _changes(act: Observation) -> bool:
    if act.kind is FactKind.FILE:
        return act.change in EFFECTIVE
    passed = act.change is Change.PASSED
    return passed and isinstance(act.value, CommandValue) and ships(act.value)
