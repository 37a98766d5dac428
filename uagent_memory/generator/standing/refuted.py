"""Refuted guesses: what an agent supposed and found to be otherwise later."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from uagent_memory.analyzer.terms import content_words
from uagent_memory.generator.standing.cue_sets import CHOSEN
from uagent_memory.generator.statement_settings import Refuted
from uagent_memory.generator.wording.phrasing import (
    is_finding_it,
    is_guess,
    is_observing,
    is_refuting,
)
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["refuted_guesses"]

_USER, _AGENT = Author.USER, Author.AGENT


class _Guess(NamedTuple):
    span: Span
    speaker: str | None
    words: frozenset[str]
    at: int
    of_cause: bool
    """It supposes why, rather than what was seen."""


def refuted_guesses(statements: Iterable[Statement], settings: Refuted) -> frozenset[Span]:
    """Where the guesses stand that the same agent took back, in one pass over what was said.

    A sentence that takes something back means the guesses that share its words; without any, the
    one right before it in its message. One that says that the cause is found ends the search: it
    means all guesses at one since a user spoke last.

    Args:
        statements: of the whole history, in order.
        settings: how many guesses are looked at, and how many words are enough.
    """
    search = _Search(settings)
    for statement in statements:
        author = statement.analysis.message.author
        if author is _USER:
            search.asked(statement.analysis.index)
        elif author is _AGENT:
            search.said(statement)
    return frozenset(search.refuted)


class _Search:
    """The guesses of a history so far, and which of them were taken back."""

    def __init__(self, settings: Refuted) -> None:
        self.refuted: set[Span] = set()
        self._shared = settings.shared
        self._guesses: deque[_Guess] = deque(maxlen=settings.looked_at)
        self._before: _Guess | None = None
        """The guess right before, if the sentence before was one."""
        self._asked = -1

    def asked(self, index: int) -> None:
        """A user spoke: what is found from now on answers that."""
        self._asked = index

    def said(self, statement: Statement) -> None:
        """An agent's sentence: it may take guesses back, or be one."""
        text = statement.unit.text
        finds = is_finding_it(text)
        refutes = finds or is_refuting(text)
        guesses = is_guess(text) and not statement.unit.cue.meets(CHOSEN)
        words = frozenset(content_words(text)) if refutes or guesses else frozenset()
        if refutes:
            meant = self._meant(statement, words, finds=finds)
            self.refuted.update(guess.span for guess in meant)
        self._before = None
        if guesses and not finds:
            analysis, of_cause = statement.analysis, not is_observing(text)
            speaker = analysis.message.agent
            self._before = _Guess(statement.unit.span, speaker, words, analysis.index, of_cause)
            self._guesses.append(self._before)

    def _meant(
        self, statement: Statement, words: frozenset[str], *, finds: bool
    ) -> Sequence[_Guess]:
        speaker, before = statement.analysis.message.agent, self._before
        own = [guess for guess in self._guesses if guess.speaker == speaker]
        meant = [
            guess
            for guess in own
            if len(guess.words & words) >= self._shared or (finds and self._is_of_search(guess))
        ]
        if not meant and before and before.span.message_id == statement.unit.span.message_id:
            return [before]
        return meant

    def _is_of_search(self, guess: _Guess) -> bool:
        return guess.of_cause and guess.at > self._asked
