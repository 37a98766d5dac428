"""The newest ask: said where it is short, else where it stands, and whether it is done."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.observations.tasks.line_form import is_question
from uagent_memory.analyzer.ownership import asks_or_states
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import Change, FactKind, RequestValue, Status, TaskValue
from uagent_memory.generator.compressors.base import (
    is_talk_turn,
    newest_ask,
    one_line,
    value_as,
)
from uagent_memory.generator.compressors.passed_on_words import is_said_whole
from uagent_memory.generator.compressors.request_words import is_said_as_rule
from uagent_memory.generator.compressors.user_messages import own_words
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.records.offers import is_offer
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Span
from uagent_memory.segments import SegmentName

__all__ = [
    "is_answered",
    "is_merely_over",
    "is_short_ask",
    "is_shown_whole",
    "newest_done",
    "propose_newest_ask",
]


def propose_newest_ask(
    view: GeneratorView, pool: CandidatePool, segment: SegmentName, done: Fact | None
) -> None:
    """One line, unless the ask's own line is here.

    Args:
        view: of the history.
        pool: takes the line.
        segment: where it stands.
        done: the newest ask, where it is done.
    """
    newest, own = newest_ask(view), view.settings.own
    pointed: Fact | None = None
    if newest is not None and is_said_as_rule(view, newest):
        return
    if newest is not None and is_shown_whole(view, newest):
        short = _short_message(view, newest)
        if short is not None and _agrees(view, short):
            return
        at, value = short or newest.last.span, own.pointer
        text = _said(view, short) if short is not None else view.labels("newest_ask")
    elif done is not None and not is_short_ask(view, done):
        at, value, pointed = done.first.span, own.newest_done, done
        text = view.labels("newest_ask_answered" if is_answered(done) else "newest_ask_done")
    else:
        return
    pool.propose(
        segment,
        text,
        (at, *(pointed.sources if pointed is not None else ())),
        order=(-1, 0),
        kind=EntryKind.NOTE,
        fact=pointed.name if pointed is not None else None,
        value=value,
    )


def newest_done(view: GeneratorView, requests: Sequence[Fact]) -> Fact | None:
    """What the latest user message asks, if it is done and no ask stands; of a talk nothing."""
    asked = max(requests, key=lambda fact: view.index_of(fact.first.span), default=None)
    if asked is None or asked.status is not Status.DONE or newest_ask(view) is not None:
        return None
    if not view.users:
        return None
    at = view.index_of(asked.first.span)
    return None if is_talk_turn(view, at) or at != view.users[-1].index else asked


def is_merely_over(fact: Fact) -> bool:
    """The talk ended with it; of work, nobody said that it was done."""
    ended = next((seen for seen in reversed(fact.history) if not asks_or_states(seen)), None)
    over = fact.status is Status.DONE and ended is not None and ended.change is Change.ANSWERED
    return over and not (is_answered(fact) or is_question(value_as(fact, RequestValue).text))


def is_answered(fact: Fact) -> bool:
    """It only wanted to know, and an agent told it."""
    ended = next((seen for seen in reversed(fact.history) if not asks_or_states(seen)), None)
    if ended is None or fact.status is not Status.DONE:
        return False
    return ended.change is Change.ANSWERED and ended.author in (Author.AGENT, Author.SUMMARY)


def is_short_ask(view: GeneratorView, fact: Fact) -> bool:
    """Its words cost no more than to say where they stand."""
    return _is_short(view, fact.first.span)


def _short_message(view: GeneratorView, fact: Fact) -> Span | None:
    """Where all that is said beside a short ask is short as well."""
    message = view.message_of(fact.last.span)
    if message is None or message.author is not Author.USER:
        return None
    start, end = own_words(message.text)
    span = Span(message.id, "text", start, end)
    return span if _is_short(view, span) else None


def _is_short(view: GeneratorView, span: Span) -> bool:
    return span.end - span.start <= view.settings.limits.short_ask


def _agrees(view: GeneratorView, message: Span) -> bool:
    """A short word by which what was offered goes ahead; the line of that says both."""
    return any(
        task.status is Status.PENDING and task.last.span.message_id == message.message_id
        for task in view.analysis.ledger.of(FactKind.TASK)
        if isinstance(task.value, TaskValue) and is_offer(task.value.text)
    )


def _said(view: GeneratorView, span: Span) -> str:
    return view.labels("newest_ask_said", text=one_line(view.quote(span)))


def is_shown_whole(view: GeneratorView, fact: Fact) -> bool:
    """It stands in a message that segment 6 may show whole: the latest, or a short one.

    The first message is the exception: what it asks is the goal. Another agent's task and what a
    user says within a tool's result are no messages of that segment.
    """
    if is_said_whole(view, fact.last.span):
        return True
    message = view.message_of(fact.last.span)
    if message is None or message.author is not Author.USER or len(view.users) <= 1:
        return False
    if message.id == view.users[-1].message.id:
        return True
    is_first = message.id == view.users[0].message.id
    return not is_first and len(message.text.strip()) <= view.settings.limits.short_message
