"""Which call a result answers, and what a call was answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Message, Span
from uagent_memory.pairing import pair_calls

__all__ = ["CallPart", "calls_by_result", "calls_of", "results_by_call"]

CallPart: TypeAlias = tuple[str, str]
"""A call: the id of its message, and its part."""


def calls_by_result(messages: Sequence[MessageAnalysis]) -> dict[str, tuple[Message, int]]:
    """Id of each message that answers a call -> the message that makes it, and its number there.

    Some programs give every turn's call the same id: a result answers the newest before it.
    """
    bare = [analysis.message for analysis in messages]
    answers = pair_calls(bare).answers
    return {bare[index].id: (bare[at.message], at.call) for index, at in answers.items()}


def calls_of(fact: Fact) -> list[Span]:
    """Where calls say what a fact tells, in order."""
    return [seen.span for seen in fact.history if seen.span.part.startswith("call:")]


def results_by_call(messages: Sequence[MessageAnalysis]) -> Mapping[CallPart, Message]:
    """What tools answered, by the call."""
    calls = calls_by_result(messages)
    by_tools = (m.message for m in messages if m.message.author is Author.TOOL)
    answers = [message for message in by_tools if message.id in calls]
    places = ((message, *calls[message.id]) for message in answers)
    return {(caller.id, f"call:{index}"): message for message, caller, index in places}
