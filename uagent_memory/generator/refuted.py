"""Refuted guesses: what an agent supposed and found to be otherwise later."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from uagent_memory.analyzer.terms import content_words
from uagent_memory.analyzer.types import Cue
from uagent_memory.generator.phrasing import is_guess, is_refuting
from uagent_memory.generator.settings import Refuted
from uagent_memory.generator.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["refuted_guesses"]

_WEIGHED = Cue.DECISION | Cue.REJECTED
"""What was decided, for or against, is no guess."""


class _Guess(NamedTuple):
    span: Span
    speaker: str | None
    words: frozenset[str]


def refuted_guesses(statements: Iterable[Statement], settings: Refuted) -> frozenset[Span]:
    """Where the guesses stand that the same agent took back, in one pass over what was said.

    A sentence that takes something back means the guesses that share its words; without any, the
    one right before it in its message.

    Args:
        statements: of the whole history, in order.
        settings: how many guesses are looked at, and how many words are enough.
    """
    guesses: deque[_Guess] = deque(maxlen=settings.looked_at)
    refuted: set[Span] = set()
    before: _Guess | None = None
    for statement in statements:
        message, text = statement.analysis.message, statement.unit.text
        if message.author is not Author.AGENT:
            continue
        span = statement.unit.span
        refutes = is_refuting(text)
        guesses_itself = is_guess(text) and not statement.unit.cue.meets(_WEIGHED)
        words = frozenset(content_words(text)) if refutes or guesses_itself else frozenset()
        if refutes:
            meant = [
                guess
                for guess in guesses
                if guess.speaker == message.agent and len(guess.words & words) >= settings.shared
            ]
            if not meant and before is not None and before.span.message_id == span.message_id:
                meant = [before]
            refuted.update(guess.span for guess in meant)
        before = _Guess(span, message.agent, words) if guesses_itself else None
        if before is not None:
            guesses.append(before)
    return frozenset(refuted)
