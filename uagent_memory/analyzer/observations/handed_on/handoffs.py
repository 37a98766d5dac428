"""Work passed between agents and roles: recorded hand-offs, prompts to sub-agents, team talk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from uagent_memory.analyzer.observations.conversation.people import main_lines
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, follow_up
from uagent_memory.analyzer.observations.conversation.text_marks import HANDS_OVER
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.facts import Change, FactKind, HandoffValue
from uagent_memory.holding import holds_any
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, MessageKind, Span

__all__ = ["HandoffBook", "observe_handoffs"]

_HANDOFF = FactKind.HANDOFF
_PARENT = Author.PARENT


def observe_handoffs(prose: Prose) -> Iterator[Observation]:
    """What the message itself passes on, and the hand-overs that its sentences announce."""
    message = prose.message
    passed = message.to is not None or message.author is _PARENT
    if passed or message.kind is MessageKind.HANDOFF:
        earlier = message.author is Author.SUMMARY
        lines = prose.lines[:1] if earlier else main_lines(prose) or prose.lines[:1]
        if lines:
            yield _handoff(prose, lines[0], message.to or "")
    elif message.author in (Author.USER, Author.AGENT) and HANDS_OVER in prose.marks:
        yield from _announced(prose)


def _handoff_key(sender: str, receiver: str) -> str:
    return f"{sender}>{receiver}"


def _handoff(prose: Prose, line: Line, receiver: str, *, says_more: bool = True) -> Observation:
    sender = prose.message.agent or ""
    what = line.text if says_more else ""
    value = HandoffValue(sender=sender, receiver=receiver, what=what)
    key = _handoff_key(sender, receiver)
    return prose.seen(_HANDOFF, value, Change.STATED, line.span, key=key)


def _announced(prose: Prose) -> Iterator[Observation]:
    """ "@tester please ...", "hand over to the reviewer", 交给测试."""
    for line in prose.lines:
        match = _address().search(line.text) if _may_announce(line.text.casefold()) else None
        if match is not None:
            receiver = next(group for group in match.groups() if group)
            rest = line.text[match.end() :]
            says_more = any(map(str.isalnum, (*rest, *line.text[: match.start()])))
            yield _handoff(prose, line, receiver.removeprefix("@"), says_more=says_more)


def _may_announce(text: str) -> bool:
    return holds_any(text, table("stages")["address_marks"])


@cache
def _address() -> re.Pattern[str]:
    return either(table("stages")["addresses"], re.IGNORECASE)


_ORDERS = frozenset((FactKind.REQUEST, FactKind.CONSTRAINT))


class _Report(NamedTuple):
    by: Message
    line: Line


class HandoffBook:
    """Who was given work and has not reported back."""

    def __init__(self) -> None:
        self._open: dict[str, Observation] = {}
        self._orders: dict[str, Sequence[Observation]] = {}
        self._reports: dict[str, _Report] = {}
        self._receivers: set[str] = set()
        self._errands: dict[str, frozenset[str]] = {}
        self._called: dict[str, str] = {}

    def is_receiver(self, agent: str | None) -> bool:
        """It works on another agent's behalf."""
        return agent in self._receivers

    def feed(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        speaker = prose.message.agent or ""
        self._remember(prose.message)
        if self._reports:
            yield from self._closed(speaker)
        for seen in own:
            if seen.kind is _HANDOFF and isinstance(seen.value, HandoffValue):
                yield from self._handed_back(prose, seen.value, seen.span)
                yield from self._passed_on(prose, seen.value, seen.span)
                orders = [one for one in own if one.kind in _ORDERS and one.author is _PARENT]
                self._opened(seen, seen.value.receiver, orders)
        if speaker in self._open and prose.message.author is Author.AGENT:
            self._reports.pop(speaker, None)
            if prose.lines and not prose.acts:
                self._reports[speaker] = _Report(prose.message, prose.lines[0])

    def _remember(self, message: Message) -> None:
        """The calls with which work is given away, and the prompt that one of them became."""
        for call in message.tool_calls:
            values = call.arguments.values() if isinstance(call.arguments, Mapping) else ()
            texts = (value.strip() for value in values if isinstance(value, str))
            least = table("stages")["shortest_errand"]
            self._errands[call.id] = frozenset(text for text in texts if len(text) >= least)
        if message.author is _PARENT and message.to:
            text = message.text.strip()
            called = (key for key, texts in self._errands.items() if text in texts)
            if (call_id := next(called, None)) is not None:
                self._called[call_id] = message.to

    def worked_off(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """A receiver ends its turn by saying that its work is done."""
        receiver = prose.message.agent or ""
        if receiver in self._open:
            yield from self._ended_all(receiver, prose.message, line.span)

    def _handed_back(self, prose: Prose, value: HandoffValue, at: Span) -> Iterator[Observation]:
        """A teammate who passes work to whom it had its own from has reported; asking is none."""
        order = self._open.get(value.sender)
        if order is None or prose.message.author is not _PARENT:
            return
        sender = order.value.sender if isinstance(order.value, HandoffValue) else ""
        if sender == value.receiver != "" and not any(line.asks for line in prose.lines):
            yield from self._ended_all(value.sender, prose.message, at)

    def _passed_on(self, prose: Prose, value: HandoffValue, at: Span) -> Iterator[Observation]:
        """Who hands the work over has done what it was given; a mere call on somebody is less."""
        said = prose.message.author is Author.AGENT and "@" not in prose.message.quote(at)
        if said and value.sender in self._open and value.sender != value.receiver:
            yield from self._ended_all(value.sender, prose.message, at)

    def _ended_all(self, receiver: str, by: Message, at: Span) -> Iterator[Observation]:
        for order in (self._open[receiver], *self._orders[receiver]):
            yield _ended(order, by, at)
        del self._open[receiver]
        self._reports.pop(receiver, None)

    def returned(self, message: Message) -> Iterator[Observation]:
        """The result of the call that gave the work away: the receiver is done."""
        if message.tool_call_id is None:
            return
        self._errands.pop(message.tool_call_id, None)
        receiver = self._called.pop(message.tool_call_id, None)
        if receiver is None or receiver not in self._open or message.is_error:
            return
        most = table("stages")["longest_report"]
        span = Span(message.id, "text", 0, min(len(message.text), most))
        yield from self._ended_all(receiver, message, span)

    def _opened(self, seen: Observation, receiver: str, orders: Sequence[Observation]) -> None:
        self._open[receiver] = seen
        self._orders[receiver] = orders
        self._reports.pop(receiver, None)
        if seen.author is not Author.USER:
            self._receivers.add(receiver)

    def _closed(self, speaker: str) -> Iterator[Observation]:
        """The sender speaks after the receiver's last words: those were the report."""
        for receiver, report in list(self._reports.items()):
            seen = self._open[receiver]
            value = seen.value
            if isinstance(value, HandoffValue) and value.sender == speaker != receiver:
                for order in (seen, *self._orders[receiver]):
                    yield _ended(order, report.by, report.line.span)
                del self._open[receiver], self._reports[receiver]


def _ended(order: Observation, by: Message, span: Span) -> Observation:
    """An order that was carried out; the rules of its brief end with it, as the sender's word."""
    if order.kind is not FactKind.CONSTRAINT:
        return follow_up(order, Change.DONE, by, span)
    return follow_up(order, Change.LIFTED, by, span)._replace(trust=order.trust)
