"""What agents tell users whom they serve by tools, and what they offered before these chose."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.facts import CommandValue, FactKind
from uagent_memory.generator.records.service_words import is_choosing, is_refusing, lets_choose
from uagent_memory.generator.settings import GeneratorSettings
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.generator.work.told_acts import ToldActs
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
        settings: GeneratorSettings,
    ) -> None:
        """Take what is known of the whole history.

        Args:
            messages: all of it.
            statements: what is said in it.
            answers: messages in which an agent speaks last before a user does, or before the end.
            pending: the one that the latest user message answers; it may still be chosen from.
            settings: from what on it is a service, and by which tools something is changed.
        """
        self._messages = messages
        self._statements = statements
        self._answers = answers
        self._pending = pending
        self._limits = settings.limits
        self.acts = ToldActs(messages, settings.shipping)

    def tells(self, statement: Statement) -> bool:
        """An agent answers somebody whom it serves; what it offered before a choice is over."""
        return self.tells_in(statement.analysis.index, statement.unit.text)

    def tells_in(self, index: int, text: str) -> bool:
        """The same of what stands in a message."""
        if not self.is_given or index not in self._answers:
            return False
        if index in self.acts.reports or index not in self._chosen_from:
            return True
        return is_refusing(text)

    def acts_in(self, statement: Statement) -> Collection[str]:
        """What an agent tells somebody in it of what it changed."""
        return self.acts.told_by(statement) if self.is_given else ()

    def acts_of(self, key: str) -> Collection[str]:
        """What the line of a call tells of what it changed, by the key of its fact."""
        return self.acts.told_by_line(key) if self.is_given else ()

    def decides(self, answer: MessageAnalysis) -> bool:
        """A user says what is wanted of what an agent asked about."""
        return self.is_given and is_choosing(answer.message.text)

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
    def is_given(self) -> bool:
        """An agent with tools serves somebody."""
        agents = [m for m in self._messages if m.message.author is Author.AGENT]
        calling = sum(1 for m in agents if m.message.tool_calls)
        if not calling or len(self._answers) < self._limits.served_turns:
            return False
        speaking = sum(1 for m in agents if m.message.text.strip())
        if len(self._answers) >= self._limits.served_share * speaking:
            return True
        few = calling <= self._limits.served_calls * len(self._answers)
        return few and not any(map(_works_on_files, self._messages))

    @cached_property
    def _chosen_from(self) -> frozenset[int]:
        return frozenset(_chosen_from(self._messages, self.acts.reports)) - {self._pending}


def _works_on_files(analysis: MessageAnalysis) -> bool:
    """Calls run programs, or look at files or change them."""
    called = (seen for seen in analysis.observations if seen.span.part.startswith("call:"))
    return any(
        seen.kind is FactKind.FILE
        or (isinstance(seen.value, CommandValue) and seen.value.program != seen.value.tool)
        for seen in called
    )


def _chosen_from(messages: Sequence[MessageAnalysis], reports: Collection[int]) -> Iterator[int]:
    """Messages in which an agent asks what a user wants, who has said it since.

    Of those to which a user just says "yes" the ones that were carried out at once, as `reports`
    tell.
    """
    asking = agreed = -1
    for analysis in messages:
        message = analysis.message
        if message.author is Author.USER:
            chosen = asking >= 0 and is_choosing(message.text)
            if chosen:
                yield asking
            asking, agreed = -1, -1 if chosen else asking
        elif message.author is Author.AGENT and message.text.strip():
            if agreed >= 0 and analysis.index in reports:
                yield agreed
            asking = analysis.index if any(mark in message.text for mark in "?？") else -1
