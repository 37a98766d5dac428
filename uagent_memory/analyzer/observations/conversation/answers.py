"""Answers: to the questions of agents and users, and to what an agent proposed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from uagent_memory.analyzer.lexicon import HAN
from uagent_memory.analyzer.observations.conversation.phrases import find
from uagent_memory.analyzer.observations.conversation.prose import Line, Prose, follow_up, key_of
from uagent_memory.analyzer.observations.conversation.questions import answers_before_courtesy
from uagent_memory.analyzer.observations.conversation.thoughts import is_thought, thoughts_in
from uagent_memory.analyzer.observations.conversation.ties import (
    content_words,
    opening_words,
    speaks_of,
)
from uagent_memory.analyzer.observations.tables import either, table
from uagent_memory.analyzer.stretches import Stretches
from uagent_memory.analyzer.types import Cue
from uagent_memory.facts import Change, DecisionValue, FactKind, QuestionValue, TextSpan
from uagent_memory.holding import holds_any
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author

__all__ = ["AnswerBook", "EchoBook"]

_QUESTION, _TASK, _DECISION = FactKind.QUESTION, FactKind.TASK, FactKind.DECISION
_USER, _AGENT = Author.USER, Author.AGENT
_CLAUSE = re.compile(r"[,;，；](?!\W*$)")


class EchoBook:
    """What users ask: an agent that repeats it word for word asks nothing of its own."""

    def __init__(self) -> None:
        self._asked: set[str] = set()

    def without(self, prose: Prose, own: Sequence[Observation]) -> Sequence[Observation]:
        """What a message says by itself, less the users' questions in an agent's mouth."""
        author = prose.message.author
        if author is _USER:
            for line in prose.lines:
                if line.asks:
                    self._asked.add(key_of(line.text))
        elif author is _AGENT and self._asked:
            return [
                seen for seen in own if seen.kind is not _QUESTION or seen.key not in self._asked
            ]
        return own


class _Asked(NamedTuple):
    agent: str
    seen: Observation


class AnswerBook:
    """Questions that wait, and proposals that a "yes" would approve."""

    def __init__(self) -> None:
        self._by_agents: list[_Asked] = []
        self._by_users: list[Observation] = []
        self._proposed: list[Observation] = []
        self._offered: list[Observation] = []
        self._approved: list[Observation] = []
        self._told = False
        """An agent told something while it worked, since a user spoke."""

    @property
    def waits_for_user(self) -> bool:
        return bool(self._by_agents)

    def turns_down(self, line: Line, asked: Iterable[str]) -> bool:
        """A user's "leave it" is about what an agent just offered, and not about what was asked."""
        down = _turning_down().match(line.text)
        offers = [_CLAUSE.split(_text(seen).rstrip())[-1] for _, seen in self._by_agents]
        if down is None or not offers:
            return False
        offering, asks = table("requests")["offering"], list(asked)
        subjects = content_words(" ".join(asks))
        return not any(down["act"] and down["act"] in ask for ask in asks) and all(
            holds_any(offer.casefold(), offering) and subjects.isdisjoint(content_words(offer))
            for offer in offers
        )

    def heard(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        """A user's message: it answers what agents asked, and may agree or refuse."""
        if prose.lines:
            first = prose.lines[0]
            if self._by_agents:
                yield from _answered([seen for _, seen in self._by_agents], prose, first.quoted)
                self._by_agents = []
            if self._proposed:
                yield from self._judged(prose, first)
            if self._offered or self._approved:
                yield from self._taken_up(prose, first)
            if prose.spoken and self._by_users:
                yield from _answered(self._by_users, prose, first.quoted)
            else:
                yield from self._moved_on(prose, first)
            self._proposed = []
        self._by_users.extend(_questions(own))
        del self._by_users[: -table("questions")["waiting"]]

    def _moved_on(self, prose: Prose, first: Line) -> Iterator[Observation]:
        """A user who has read what agents wrote since and goes on waits for no answer any more."""
        if self._told:
            for seen in self._by_users:
                yield follow_up(seen, Change.SUPERSEDED, prose.message, first.span)
            self._by_users = []
        self._told = False

    def _judged(self, prose: Prose, first: Line) -> Iterator[Observation]:
        """A "yes" confirms what was proposed, a "no" refuses it, "use X instead" replaces it."""
        change = _verdict(first)
        for seen in self._proposed if change is not None else ():
            yield follow_up(seen, change or Change.STATED, prose.message, first.span)
        if change is None and len(self._proposed) == 1:
            (seen,) = self._proposed
            for number, line in enumerate(prose.lines):
                if any(_takes(before, seen) for before in prose.lines[:number]):
                    return
                if line.opened_by("requests.change"):
                    yield follow_up(seen, Change.SUPERSEDED, prose.message, line.span)

    def _taken_up(self, prose: Prose, first: Line) -> Iterator[Observation]:
        """Work that an agent offered: to do, turned down, or passed over for something else."""
        approval = next((line for line in prose.lines if line.opened_by("tasks.approval")), None)
        change = _verdict(first)
        if change is Change.ASKED or (change is None and approval is not None):
            self._approved, change = self._offered, Change.ANSWERED
        for seen in self._offered:
            yield follow_up(seen, change or Change.SUPERSEDED, prose.message, first.span)
        self._offered = []

    def said(
        self, prose: Prose, own: Sequence[Observation], *, serving: bool
    ) -> Iterator[Observation]:
        """An agent's message: the end of its turn answers the user, and what it offered is done.

        Args:
            prose: the message.
            own: what it says by itself.
            serving: the speaker works on another agent's behalf, and answers only to it.
        """
        yield from self._gone_on(prose, own)
        if prose.acts:
            self._told = self._told or _telling(prose.lines) is not None
            yield from self._on_the_way(prose)
            return
        asked = _questions(own)
        if prose.lines:
            yield from self._among_agents(prose, asked)
            for seen in self._approved:
                yield follow_up(seen, Change.DONE, prose.message, prose.lines[0].span)
            self._approved = []
        if prose.lines and not serving:
            for seen in self._offered:
                yield follow_up(seen, Change.SUPERSEDED, prose.message, prose.lines[0].span)
            self._offered = [
                seen for seen in own if seen.kind is _TASK and seen.change is Change.WAITING
            ]
        answer = _telling(prose.lines)
        if answer is not None:
            yield from _answered(self._by_users, prose, answer.quoted)
        newer = [_Asked(prose.message.agent or "", seen) for seen in asked]
        self._by_agents = [*self._by_agents, *newer][-table("questions")["waiting"] :]
        decided = [seen for seen in own if seen.kind is _DECISION]
        inner = thoughts_in(prose.message.text) if decided else Stretches(())
        aloud = [seen for seen in decided if not inner.overlap(seen.span.start, seen.span.end)]
        self._proposed = aloud or decided

    def _gone_on(self, prose: Prose, own: Sequence[Observation]) -> Iterator[Observation]:
        """Who asked whether to go on, and then acts or gives orders, waits for no word on it."""
        if not (prose.acts or any(seen.kind is FactKind.HANDOFF for seen in own)):
            return
        agent = prose.message.agent or ""
        for one in tuple(self._by_agents):
            if one.agent == agent and prose.lines and _asks_to_go_on(one.seen):
                yield follow_up(one.seen, Change.SUPERSEDED, prose.message, prose.lines[0].span)
                self._by_agents.remove(one)

    def _on_the_way(self, prose: Prose) -> Iterator[Observation]:
        """A "yes" or "no" to what the user asked last, with which an agent goes on to act."""
        first = next((line for line in prose.lines if not is_thought(line.unit)), None)
        if first is None or not self._by_users or _verdict(first) is None:
            return
        if not _bare_word(first):
            yield from _answered(self._by_users[-1:], prose, first.quoted)
            self._by_users = self._by_users[:-1]

    def _among_agents(self, prose: Prose, asked: Sequence[Observation]) -> Iterator[Observation]:
        """What one agent asked another one answers, or somebody asks in other words again."""
        if not self._by_agents:
            return
        words = opening_words(prose.message.text)
        telling = _telling(prose.lines)
        agrees = _verdict(prose.lines[0]) is not None
        keys = {seen.key for seen in asked}
        for one in tuple(self._by_agents):
            about = _words(one.seen)
            if one.seen.key not in keys and any(speaks_of(_words(new), about) for new in asked):
                yield follow_up(one.seen, Change.SUPERSEDED, prose.message, asked[0].span)
            elif telling is not None and one.agent != prose.message.agent:
                if not (agrees or speaks_of(words, about)):
                    continue
                yield from _answered([one.seen], prose, telling.quoted)
            else:
                continue
            self._by_agents.remove(one)

    def over(self, prose: Prose, line: Line) -> Iterator[Observation]:
        """The team's work has ended: nobody waits for an answer any more."""
        for _, seen in self._by_agents:
            yield follow_up(seen, Change.SUPERSEDED, prose.message, line.span)
        self._by_agents = []


def _asks_to_go_on(seen: Observation) -> bool:
    text = seen.value.text if isinstance(seen.value, QuestionValue) else ""
    return any(match.category == "questions.go_on" for match in find(text, "questions"))


def _questions(own: Sequence[Observation]) -> list[Observation]:
    return [s for s in own if s.kind is _QUESTION and s.change is Change.ASKED]


def _answered(waiting: list[Observation], prose: Prose, answer: TextSpan) -> Iterator[Observation]:
    for seen in waiting:
        if isinstance(seen.value, QuestionValue):
            value = QuestionValue(text=seen.value.text, answer=answer)
            yield follow_up(seen, Change.ANSWERED, prose.message, answer.span, value=value)
    waiting.clear()


def _words(asked: Observation) -> frozenset[str]:
    return content_words(_text(asked))


def _text(asked: Observation) -> str:
    return asked.value.text if isinstance(asked.value, QuestionValue) else ""


def _telling(lines: Sequence[Line]) -> Line | None:
    return next((line for line in lines if _tells(line)), None)


def _tells(line: Line) -> bool:
    """It is no question, lead-in, plan or thought."""
    plan = line.unit.cue.meets(Cue.PLAN) and line.opened_by("statements.step") is not None
    leads_in = line.text.endswith((":", "："))
    asks = line.asks and not answers_before_courtesy(line.text)
    return not (asks or leads_in or plan or is_thought(line.unit) or _bare_word(line))


def _takes(line: Line, proposed: Observation) -> bool:
    """It takes what was proposed, by a word of it: what is changed after it is something else."""
    if not isinstance(proposed.value, DecisionValue) or not _taking().search(line.text):
        return False
    return not content_words(line.text).isdisjoint(content_words(proposed.value.text))


@cache
def _taking() -> re.Pattern[str]:
    return either(table("requests")["taking_patterns"])


@cache
def _turning_down() -> re.Pattern[str]:
    return either(table("requests")["turning_down"], re.IGNORECASE)


def _bare_word(line: Line) -> bool:
    """Too short to tell anything: "Sure."."""
    name = "shortest_chinese_answer" if HAN.search(line.text) else "shortest_answer"
    least: int = table("questions")[name]
    return len(line.text) < least


def _verdict(line: Line) -> Change | None:
    """Agreement or refusal with which a message begins."""
    if line.asks:
        return None
    if line.begins_with("requests.yes"):
        return Change.ASKED
    return Change.REJECTED if line.begins_with("requests.no") else None
