"""Which call a result answers, and what a call was answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Message, Span

__all__ = ["CallPart", "calls_by_id", "calls_of", "results_by_call"]

CallPart: TypeAlias = tuple[str, str]
"""A call: the id of its message, and its part."""


def calls_by_id(messages: Sequence[MessageAnalysis]) -> dict[str, tuple[Message, int]]:
    """Id of each call -> the message that makes it, and its number there."""
    return {
        call.id: (analysis.message, index)
        for analysis in messages
        for index, call in enumerate(analysis.message.tool_calls)
    }


def calls_of(fact: Fact) -> list[Span]:
    """Where calls say what a fact tells, in order."""
    return [seen.span for seen in fact.history if seen.span.part.startswith("call:")]


def results_by_call(messages: Sequence[MessageAnalysis]) -> Mapping[CallPart, Message]:
    """What tools answered, by the call."""
    calls = calls_by_id(messages)
    found: dict[CallPart, Message] = {}
    for analysis in messages:
        message = analysis.message
        if message.author is Author.TOOL and message.tool_call_id in calls:
            caller, index = calls[message.tool_call_id]
            found[caller.id, f"call:{index}"] = message
    return found
