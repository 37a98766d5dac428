"""What agents tell users whom they serve by tools, and what they offered before these chose."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.generator.limits import Limits
from uagent_memory.generator.records.service_words import is_choosing, is_refusing, lets_choose
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["ServedUsers"]


class ServedUsers:
    """Of one history; nothing where agents speak on the way from call to call."""

    def __init__(
        self,
        messages: Sequence[MessageAnalysis],
        statements: Sequence[Statement],
        answers: Collection[int],
        *,
        pending: int,
        limits: Limits,
    ) -> None:
        """Take what is known of the whole history.

        Args:
            messages: all of it.
            statements: what is said in it.
            answers: messages in which an agent speaks last before a user does, or before the end.
            pending: the one that the latest user message answers; it may still be chosen from.
            limits: from which on it is a service.
        """
        self._messages = messages
        self._statements = statements
        self._answers = answers
        self._pending = pending
        self._limits = limits

    def tells(self, statement: Statement) -> bool:
        """An agent answers somebody whom it serves; what it offered before a choice is over."""
        index = statement.analysis.index
        if not self._serves or index not in self._answers:
            return False
        return is_refusing(statement.unit.text) or index not in self._chosen_from

    def decides(self, answer: MessageAnalysis) -> bool:
        """A user says what is wanted of what an agent asked about."""
        return self._serves and is_choosing(answer.message.text)

    @cached_property
    def options(self) -> frozenset[Span]:
        """What comes after "You can choose:", or stands below it, where a user has chosen."""
        found: set[Span] = set()
        choosing = -1
        for statement in self._statements:
            index, unit = statement.analysis.index, statement.unit
            if index not in self._chosen_from:
                continue
            if index == choosing or lets_choose(unit.lead):
                found.add(unit.span)
            if lets_choose(unit.text):
                choosing = index
        return frozenset(found)

    @cached_property
    def _serves(self) -> bool:
        agents = [m for m in self._messages if m.message.author is Author.AGENT]
        speaking = sum(1 for m in agents if m.message.text.strip())
        least = max(self._limits.served_turns, self._limits.served_share * speaking)
        return len(self._answers) >= least and any(m.message.tool_calls for m in agents)

    @cached_property
    def _chosen_from(self) -> frozenset[int]:
        return frozenset(_chosen_from(self._messages)) - {self._pending}


def _chosen_from(messages: Sequence[MessageAnalysis]) -> Iterator[int]:
    """Messages in which an agent asks what a user wants, who has said it since: not just "yes"."""
    asking = -1
    for analysis in messages:
        message = analysis.message
        if message.author is Author.USER:
            if asking >= 0 and is_choosing(message.text):
                yield asking
            asking = -1
        elif message.author is Author.AGENT and message.text.strip():
            asking = analysis.index if any(mark in message.text for mark in "?？") else -1
