"""Calls that reach beyond files and shells: sub-agents, questions, plan approvals, web pages."""

from __future__ import annotations

from collections.abc import Iterator

from uagent_memory.analyzer.observations.conversation.prose import key_of
from uagent_memory.analyzer.observations.failures.lines import first_lines
from uagent_memory.analyzer.observations.files.files import argument, edit_ending
from uagent_memory.analyzer.observations.shell.outcomes import Ending, mentions
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tools.calls import Exchange, Leaf
from uagent_memory.facts import (
    Change,
    FactKind,
    HandoffValue,
    MentionValue,
    QuestionValue,
    TextSpan,
)
from uagent_memory.ledger import Observation
from uagent_memory.messages import Span

__all__ = ["observe_approval", "observe_delegation", "observe_fetch", "observe_question"]

_HEAD = 300


def observe_delegation(exchange: Exchange) -> Iterator[Observation]:
    """A sub-agent was started, and reported back or was refused."""
    errand, receiver = argument(exchange, "errand"), argument(exchange, "receiver")
    if errand is None:
        return
    what = exchange.said(errand.start, min(errand.end, errand.start + _HEAD))
    named = receiver.text if receiver is not None and receiver is not errand else ""
    sender = exchange.agent
    value = HandoffValue(sender=sender, receiver=named, what=what.text)
    key = f"{sender}>{named}: {key_of(what.text)}"
    yield exchange.observe(FactKind.HANDOFF, key, value, Change.STARTED, at=what.span)
    outcome = exchange.outcome
    if outcome.ending in (Ending.REFUSED, Ending.FAILED):
        at = exchange.heard(0, min(len(exchange.result), _HEAD)).span
        yield exchange.observe(FactKind.HANDOFF, key, value, Change.REJECTED, at=at)
    elif (told := _told(exchange)) is not None:
        value = HandoffValue(sender=sender, receiver=named, what=told.text)
        yield exchange.observe(FactKind.HANDOFF, key, value, Change.DONE, at=told.span)


def _told(exchange: Exchange) -> TextSpan | None:
    """The most telling line of a report: one marked as its result, else the first that speaks."""
    words = table("tools")["handoff"]
    lines = [
        exchange.heard(line.start, min(line.end, line.start + words["longest"]))
        for line in first_lines(exchange.result, 0, len(exchange.result), words["looked_at"])
    ]
    results = [line for line in lines if any(word in line.text for word in words["results"])]
    speaking = [
        line
        for line in lines
        if len(line.text) >= words["shortest"] and not line.text.startswith(tuple(words["fillers"]))
    ]
    return next(iter((*results, *speaking, *lines)), None)


def observe_question(exchange: Exchange) -> Iterator[Observation]:
    """Questions put to the user by a tool, and an answer that is the whole result."""
    names = table("tools")["argument"]["question"]
    rows = [row["question"] for row in exchange.records() if "question" in row]
    leaf = exchange.leaf(*names)
    questions: list[Leaf] = rows or ([leaf] if leaf is not None else [])
    ending = exchange.outcome.ending
    for question in questions:
        quote = exchange.quoted(question)
        key, value = key_of(question.text), QuestionValue(text=question.text)
        yield exchange.observe(FactKind.QUESTION, key, value, Change.ASKED, at=quote.span)
        if ending in (Ending.REFUSED, Ending.FAILED):
            at = _whole(exchange)
            yield exchange.observe(FactKind.QUESTION, key, value, Change.CANCELLED, at=at)
        elif answer := _answer(exchange, question.text, single=len(questions) == 1):
            value = QuestionValue(text=question.text, answer=answer)
            yield exchange.observe(FactKind.QUESTION, key, value, Change.ANSWERED, at=answer.span)


def _answer(exchange: Exchange, question: str, *, single: bool) -> TextSpan | None:
    """`"question"="answer"`, or the whole result where one question was asked."""
    text = exchange.result
    for mark in table("tools")["questions"]["answer"]:
        at = text.find(question + mark)
        if at >= 0:
            start = at + len(question) + len(mark)
            end = text.find('"', start)
            return exchange.heard(start, len(text) if end < 0 else end)
    lines = first_lines(text, 0, len(text), 1)
    if single and lines and question not in text:
        return exchange.heard(lines[0].start, min(lines[0].end, lines[0].start + _HEAD))
    return None


def _whole(exchange: Exchange) -> Span:
    return exchange.heard(0, min(len(exchange.result), _HEAD)).span


def observe_approval(exchange: Exchange) -> Iterator[Observation]:
    """A plan laid before the user: a question that an approval answers and a refusal ends."""
    plan = argument(exchange, "plan")
    if plan is None:
        return
    whole = exchange.asked.part(exchange.part)
    lines = first_lines(whole, plan.start, plan.end, 1)
    if not lines:
        return
    quote = exchange.said(lines[0].start, min(lines[0].end, lines[0].start + _HEAD))
    key, value = key_of(quote.text), QuestionValue(text=quote.text)
    yield exchange.observe(FactKind.QUESTION, key, value, Change.ASKED, at=quote.span)
    ending = exchange.outcome.ending
    if ending in (Ending.REFUSED, Ending.FAILED):
        yield exchange.observe(FactKind.QUESTION, key, value, Change.CANCELLED, at=_whole(exchange))
    elif mentions(exchange.result[:_HEAD], "approved"):
        first = first_lines(exchange.result, 0, len(exchange.result), 1)[0]
        answer = exchange.heard(first.start, min(first.end, first.start + _HEAD))
        value = QuestionValue(text=quote.text, answer=answer)
        yield exchange.observe(FactKind.QUESTION, key, value, Change.ANSWERED, at=answer.span)


def observe_fetch(exchange: Exchange) -> Iterator[Observation]:
    """A web page that was read."""
    url = argument(exchange, "url")
    if url is not None and "://" in url.text and edit_ending(exchange) is Ending.DONE:
        quote = exchange.quoted(url)
        value = MentionValue(literal=url.text)
        yield exchange.observe(FactKind.URL, url.text, value, Change.READ, at=quote.span)
