"""Everything that people and agents say: message by message, and what one does to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.answers import AnswerBook, EchoBook
from uagent_memory.analyzer.observations.conversation.asks import AskBook
from uagent_memory.analyzer.observations.conversation.closing import (
    carried_line,
    closing_line,
    final_line,
    team_end,
)
from uagent_memory.analyzer.observations.conversation.constraints import leads_with_rule
from uagent_memory.analyzer.observations.conversation.explaining import ExplainingBook
from uagent_memory.analyzer.observations.conversation.farewells import farewell
from uagent_memory.analyzer.observations.conversation.lifting import LiftBook
from uagent_memory.analyzer.observations.conversation.prose import Prose
from uagent_memory.analyzer.observations.conversation.refusals import (
    FailureBook,
    as_typed,
    observe_result,
)
from uagent_memory.analyzer.observations.conversation.repeated import (
    first_alike,
    observed_again,
    said_again,
)
from uagent_memory.analyzer.observations.conversation.stage import StageBook
from uagent_memory.analyzer.observations.conversation.taking_back import (
    TakingBack,
    takes_back,
    without_taken_back,
)
from uagent_memory.analyzer.observations.conversation.weighed import WeighedBook
from uagent_memory.analyzer.observations.handed_on.handoffs import HandoffBook
from uagent_memory.analyzer.observations.observers import OBSERVERS
from uagent_memory.analyzer.observations.tasks.plan_calls import PlanCallBook
from uagent_memory.analyzer.observations.tasks.plans import PlanBook
from uagent_memory.analyzer.observations.tasks.text_tasks import listed_tasks, overlap
from uagent_memory.analyzer.types import Unit
from uagent_memory.facts import FactKind, TaskValue
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, Span

__all__ = ["ConversationObserver", "Reading", "read_message", "read_messages"]

_REQUEST, _CONSTRAINT = FactKind.REQUEST, FactKind.CONSTRAINT
_AGENT, _USER, _SUMMARY = Author.AGENT, Author.USER, Author.SUMMARY

_ASKED = frozenset((FactKind.REQUEST, FactKind.TASK))
SILENT = frozenset((Author.HARNESS, Author.TOOL))


class Reading(NamedTuple):
    """What one message says by itself; may be kept for as long as the message is the same."""

    prose: Prose
    observations: tuple[Observation, ...]
    back: TakingBack | None = None
    """How a user's message takes the latest asks back."""


def read_message(message: Message, units: Sequence[Unit]) -> Reading:
    """Reads a message without what stands around it. Pure.

    Args:
        message: any message; of tool results and slash commands the user's own words are read.
        units: its units, as `split_units` gives them.
    """
    (reading,) = read_messages((message,), (units,))
    return reading


def read_messages(
    messages: Sequence[Message], units: Sequence[Sequence[Unit]], *, in_talk: bool = True
) -> list[Reading]:
    """`read_message` of each, observer by observer, which is much faster than one by one."""
    typed = list(map(as_typed, messages))
    first = first_alike(typed)
    own = [number for number, alike in enumerate(first) if alike == number]
    read = _read([typed[number] for number in own], [units[number] for number in own], in_talk)
    known = dict(zip(own, read, strict=True))
    return [
        known[alike]
        if alike == number
        else _again(known[alike], typed[number], units[number], in_talk=in_talk)
        for number, alike in enumerate(first)
    ]


def _again(reading: Reading, message: Message, units: Sequence[Unit], *, in_talk: bool) -> Reading:
    """The reading of a message that says the same once more."""
    if reading.back is not None:
        return _read([message], [units], in_talk)[0]
    prose = said_again(reading.prose, message, units, in_talk=in_talk)
    return Reading(prose, tuple([observed_again(seen, message) for seen in reading.observations]))


def _read(
    typed: Sequence[Message], units: Sequence[Sequence[Unit]], in_talk: bool
) -> list[Reading]:
    texts = Prose.all(
        typed,
        [
            () if message.author in SILENT else own
            for message, own in zip(typed, units, strict=True)
        ],
        in_talk=in_talk,
    )
    found: list[list[Observation]] = [
        list(observe_result(prose.message)) if prose.message.author in SILENT else []
        for prose in texts
    ]
    written = [
        (prose, seen, signs)
        for prose, seen in zip(texts, found, strict=True)
        if prose.lines and ((signs := prose.signs if prose.spoken else None) is None or signs)
    ]
    for observer in OBSERVERS:
        wanted, observe = observer.wanted, observer.observe
        for prose, seen, signs in written:
            if signs is None or not wanted.isdisjoint(signs):
                seen.extend(observe(prose))
    return [
        _reading(prose, seen) if prose.lines else Reading(prose, tuple(seen))
        for prose, seen in zip(texts, found, strict=True)
    ]


def _reading(prose: Prose, found: Sequence[Observation]) -> Reading:
    """What one sentence says is one observation, of the kind that says it best."""
    back = takes_back(prose)
    if not found:
        return tuple.__new__(Reading, (prose, (), back))
    if farewell(prose) is not None:
        found = [seen for seen in found if seen.kind not in _ASKED]
    rest = list(_without_listed(prose, without_taken_back(back, found)))
    return Reading(prose, tuple(_without_bare_rules(prose, rest)), back)


def _without_bare_rules(prose: Prose, found: Sequence[Observation]) -> Iterable[Observation]:
    """A sentence that is a rule and nothing else is no request or task besides."""
    rules = {seen.span for seen in found if seen.kind is _CONSTRAINT}
    if not rules:
        return found
    bare = {line.span for line in prose.lines if line.span in rules and leads_with_rule(line)}
    return (seen for seen in found if seen.kind not in _ASKED or seen.span not in bare)


def _without_listed(prose: Prose, found: Sequence[Observation]) -> Iterator[Observation]:
    """Of a user's list of tasks a part is no request besides; what leads in all of it is."""
    by_user = prose.message.author is _USER
    listed = [seen.span for seen in listed_tasks(prose, found)] if by_user else []
    for seen in found:
        if seen.kind is _REQUEST and listed:
            shared = [span for span in listed if overlap(span, seen.span)]
            if shared and (len(shared) < len(listed) or seen.span in listed):
                continue
        yield seen


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
        """What the end of the log does; after its last message."""
        yield from self._asks.ended()

    def handed_in(self, message: Message, at: Span) -> list[Observation]:
        """What a call of a message does that hands the work in; after `feed` of the message."""
        return list(self._asks.handed_in(message, at))

    def _heard(
        self, prose: Prose, own: Sequence[Observation], back: TakingBack | None
    ) -> Iterator[Observation]:
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
