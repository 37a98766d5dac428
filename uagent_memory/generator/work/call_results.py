"""Which call a result answers, and what a call was answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.generator.work.echoes import Echoes
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Message, Span
from uagent_memory.pairing import pair_calls

__all__ = ["CallPart", "CallResults", "calls_of", "earlier_runs"]

CallPart: TypeAlias = tuple[str, str]
"""A call: the id of its message, and its part."""


class CallResults:
    """Of one history; some programs give every turn's call the same id."""

    def __init__(self, messages: Sequence[MessageAnalysis]) -> None:
        bare = [analysis.message for analysis in messages]
        pairing = pair_calls(bare)
        self.by_result: Mapping[str, tuple[Message, int]] = {
            bare[index].id: (bare[at.message], at.call) for index, at in pairing.answers.items()
        }
        """Id of each message that answers a call -> the message that makes it, its number there."""
        self.echoes = Echoes(bare)
        self.unanswered = [(bare[at.message], at.call) for at in pairing.unanswered]
        """The calls that no message answers: their messages, their numbers there."""
        self._results = [message for message in bare if message.author is Author.TOOL]

    @cached_property
    def by_call(self) -> Mapping[CallPart, Message]:
        """What tools answered, by the call."""
        answers = ((m, self.by_result[m.id]) for m in self._results if m.id in self.by_result)
        return {(caller.id, f"call:{at}"): message for message, (caller, at) in answers}


def calls_of(fact: Fact) -> list[Span]:
    """Where calls say what a fact tells, in order."""
    return [seen.span for seen in fact.history if seen.span.part.startswith("call:")]


def earlier_runs(commands: Sequence[Fact]) -> Mapping[CallPart, CallPart]:
    """The calls of which every command was run again, each with a later call of one of them.

    Args:
        commands: all of the history.
    """
    earlier: dict[CallPart, CallPart] = {}
    newest: set[CallPart] = set()
    for fact in commands:
        runs = [span[:2] for span in calls_of(fact)]
        if runs:
            newest.add(runs[-1])
            earlier.update(dict.fromkeys(runs[:-1], runs[-1]))
    return {call: later for call, later in earlier.items() if call not in newest}
