"""A person's words inside another's message: a refused call, a questionnaire, a slash command."""

from __future__ import annotations

from collections.abc import Iterator

from uagent_memory.analyzer.observations.constraints import observe_constraints
from uagent_memory.analyzer.observations.people import observe_requests, request
from uagent_memory.analyzer.observations.prose import Prose, key_of
from uagent_memory.analyzer.sentences import sentence_spans
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.authorship import (
    command_arguments,
    user_words_in_result,
    words_of_user,
)
from uagent_memory.facts import Change, FactKind, QuestionValue, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Author, Message, Span

__all__ = ["as_typed", "observe_result"]

PAIR = '"="'


def as_typed(message: Message) -> Message:
    """The message as the user's where a program wraps what the user typed after a command."""
    if message.author is Author.HARNESS and command_arguments(message.text) is not None:
        return _as_user(message)
    return message


def observe_result(message: Message) -> Iterator[Observation]:
    """What the user says in the result of a call; nothing for other messages."""
    if message.author is not Author.TOOL:
        return
    refusal = user_words_in_result(message.text)
    for start, end in words_of_user(message):
        tell = _refused if (start, end) == refusal else _answered
        yield from tell(_as_user(message), start, end)


def _as_user(message: Message) -> Message:
    return message.model_copy(update={"author": Author.USER, "agent": None})


def _refused(message: Message, start: int, end: int) -> Iterator[Observation]:
    """Rules and asks of the refusal; at least one ask, for why else was it written."""
    units = [
        Unit(UnitKind.SENTENCE, span, message.quote(span), Cue.NONE)
        for a, b in sentence_spans(message.text, start, end)
        if message.quote(span := Span(message.id, "text", a, b)).strip()
    ]
    prose = Prose(message, units)
    asked = list(observe_requests(prose))
    if not asked and prose.lines:
        asked = [request(prose, prose.lines[0].quoted)]
    yield from asked
    yield from observe_constraints(prose)


def _answered(message: Message, start: int, end: int) -> Iterator[Observation]:
    """The answer to the question that stands before it: `"question"="answer"`."""
    text = message.text
    close = text.rfind(PAIR, 0, start)
    open_ = text.rfind('"', 0, close) if close > 0 else -1
    question = text[open_ + 1 : close].strip() if open_ >= 0 else ""
    if question:
        span = Span(message.id, "text", start, end)
        yield Observation(
            kind=FactKind.QUESTION,
            key=key_of(question),
            value=QuestionValue(text=question, answer=TextSpan(text[start:end], span)),
            change=Change.ANSWERED,
            span=Span(message.id, "text", open_ + 1, end),
            seq=message.seq,
            author=message.author,
            trust=message.trust,
        )
