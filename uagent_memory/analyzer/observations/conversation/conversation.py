"""Everything that people and agents say: what one message does to those before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

from uagent_memory.analyzer.observations.conversation.answers import AnswerBook, EchoBook
from uagent_memory.analyzer.observations.conversation.asks import AskBook
from uagent_memory.analyzer.observations.conversation.closing import (
    carried_line,
    closing_line,
    final_line,
    team_end,
)
from uagent_memory.analyzer.observations.conversation.explaining import ExplainingBook
from uagent_memory.analyzer.observations.conversation.lifting import LiftBook
from uagent_memory.analyzer.observations.conversation.prose import Prose
from uagent_memory.analyzer.observations.conversation.refusals import (
    FailureBook,
    observe_result,
)
from uagent_memory.analyzer.observations.conversation.single_messages import (
    SILENT,
    Reading,
    read_message,
)
from uagent_memory.analyzer.observations.conversation.stage import StageBook
from uagent_memory.analyzer.observations.conversation.taking_back import (
    TakingBack,
)
from uagent_memory.analyzer.observations.conversation.weighed import WeighedBook
from uagent_memory.analyzer.observations.handed_on.handoffs import HandoffBook
from uagent_memory.analyzer.observations.tasks.plan_calls import PlanCallBook
from uagent_memory.analyzer.observations.tasks.plans import PlanBook
from uagent_memory.analyzer.observations.tasks.text_tasks import listed_tasks
from uagent_memory.analyzer.types import Unit
from uagent_memory.facts import TaskValue
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, Span

__all__ = ["ConversationObserver"]

_AGENT, _USER, _SUMMARY = Author.AGENT, Author.USER, Author.SUMMARY


class ConversationObserver:
    """Reads a log from its first message on; feed every message once, in order.

    Args:
        failures: what is known of the whole log's failing calls; of none if None.
    """

    def __init__(self, failures: FailureBook | None = None) -> None:
        self._asks = AskBook()
        self._answers = AnswerBook()
        self._plans = PlanBook()
        self._plan_calls = PlanCallBook()
        self._echoes = EchoBook()
        self._explaining = ExplainingBook()
        self._rules = LiftBook()
        self._handoffs = HandoffBook()
        self._stage = StageBook()
        self._weighed = WeighedBook()
        self._failures = failures or FailureBook()
        self._agents: set[str] = set()
        """Who has spoken: in a team, one's work is a step of all."""

    def learn(self, failures: FailureBook) -> None:
        """What is known of the failing calls of a log that has grown."""
        self._failures = failures

    def feed(
        self,
        message: Message,
        units: Sequence[Unit],
        reading: Reading | None = None,
        *,
        acts: Sequence[Observation] = (),
    ) -> list[Observation]:
        """What a message says by itself and what it does to what was said before.

        Args:
            message: the next message.
            units: its units.
            reading: the same message's `read_message`, if it is at hand.
            acts: what the calls did whose results the message brings.
        """
        prose, said, back = reading or read_message(message, units)
        author = prose.message.author
        own = self._echoes.without(prose, said)
        if author is _AGENT:
            own = self._explaining.without(prose, own)
        if author in SILENT:
            may_refuse = said or message.is_error is True
            if may_refuse and not own and self._failures.vouches(message):
                own = tuple(observe_result(message, own_failures=True))
            self._asks.interjected(own)
            returned = self._handoffs.returned(prose.message)
            judged = self._judged(prose.message)
            self._explaining.did(acts)
            self._asks.did(acts)
            did = [*self._plans.did(acts), *self._stage.did(acts)]
            return [*own, *returned, *judged, *did, *self._rules.feed(prose, own)]
        later = list(self._handoffs.feed(prose, own))
        if later:
            later.extend(self._plans.returned(prose, later[:]))
        if own or not prose.spoken:
            later.extend(self._rules.feed(prose, own))
        if author is _SUMMARY:
            self._plans.passed_on(own)
        elif author is _USER:
            later.extend(self._heard(prose, own, back))
        elif author is _AGENT:
            later.extend(self._said(prose, own))
        if own or author is _AGENT:
            serving = self._handoffs.is_receiver(message.agent)
            later.extend(self._stage.feed(prose, own, serving=serving))
        return [*own, *later]

    def ended(self) -> Iterator[Observation]:
        """What the end of the log does; the log may go on as if nothing had been asked."""
        yield from copy(self._asks).ended()

    def handed_in(self, message: Message, at: Span) -> list[Observation]:
        """What a call of a message does that hands the work in; after `feed` of the message."""
        return list(self._asks.handed_in(message, at))

    def _heard(
        self, prose: Prose, own: Sequence[Observation], back: TakingBack | None
    ) -> Iterator[Observation]:
        if back is not None and self._answers.turns_down(back.line, self._asks.latest):
            back = None
        if back is not None and not back.is_mistake:
            yield from self._plans.taken_back(prose, back.line)
        yield from self._plans.heard(prose, own)
        yield from self._weighed.heard()
        self._plan_calls.heard()
        self._explaining.heard(prose, own)
        waits = self._answers.waits_for_user
        yield from self._answers.heard(prose, own)
        answers_only = waits or bool(listed_tasks(prose, own))
        if not prose.spoken:
            yield from self._asks.heard(prose, own, back=back, needs_no_ask=answers_only)

    def _judged(self, result: Message) -> Sequence[Observation]:
        """The user's answer to a plan; approved steps are to be done in this turn."""
        verdict = self._plan_calls.answered(result)
        for seen in verdict.approved:
            self._plans.add(seen, _owner(seen), is_next=True)
        self._plans.dropped(verdict.refused)
        return verdict.changes

    def _said(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        self._agents.add(prose.message.agent or "")
        self._weighed.said(prose, own)
        line = closing_line(prose)
        if line is not None:
            yield from self._plans.worked_off(prose, line)
            if self._handoffs.is_receiver(prose.message.agent):
                yield from self._handoffs.worked_off(prose, line)
            else:
                yield from self._asks.worked_off(prose, line)
        elif (carried := carried_line(prose)) is not None and len(self._agents) == 1:
            yield from self._asks.carried(prose, carried)
        if self._speaks_for_all(prose.message.agent):
            yield from self._asks.spoken(prose, own)
        final = final_line(prose)
        if final is not None:
            yield from self._plans.over(prose, final)
        if (over := final or team_end(prose)) is not None:
            yield from self._answers.over(prose, over)
        yield from self._plans.ended(prose, own)
        yield from self._plans.told(prose, own)
        yield from self._plans.said(prose, own)
        steps = self._plan_calls.laid(prose.message, own)
        yield from self._plans.laid(prose, steps)
        yield from steps
        serving = self._handoffs.is_receiver(prose.message.agent)
        yield from self._answers.said(prose, own, serving=serving)

    def _speaks_for_all(self, agent: str | None) -> bool:
        """All others that have spoken work on its behalf."""
        receives = self._handoffs.is_receiver
        others = (one for one in self._agents if one != (agent or ""))
        return not receives(agent) and all(map(receives, others))


def _owner(seen: Observation) -> str:
    return seen.value.owner if isinstance(seen.value, TaskValue) else ""
