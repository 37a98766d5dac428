"""Sub-agents that a call started: the prompt that each received is the call's own words again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from uagent_memory.analyzer.observations.tables import table
from uagent_memory.facts import FactKind, HandoffValue
from uagent_memory.generator.compressors.base import is_talk_turn, value_as
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, ToolCall

__all__ = ["StartedAgents"]


class StartedAgents:
    """Which hand-overs of one history are a call and the prompt that it became."""

    def __init__(self, view: GeneratorView) -> None:
        facts = view.analysis.ledger.of(FactKind.HANDOFF)
        prompts: dict[str, list[Fact]] = {}
        for fact, text in _prompts(view, facts):
            prompts.setdefault(text, []).append(fact)
        self._agents: dict[str, str] = {}
        self._repeated: set[str] = set()
        self._floors = {fact.key for fact in facts if _passes_floor(view, fact)}
        for fact, texts in _calls(view, facts):
            became = next((prompts[text] for text in texts if prompts.get(text)), None)
            if became is not None:
                prompt = became.pop(0)
                self._agents[fact.key] = value_as(prompt, HandoffValue).receiver
                self._repeated.add(prompt.key)

    def name(self, fact: Fact) -> str:
        """Who received the work: the agent's own name where a prompt to it is known."""
        return self._agents.get(fact.key) or value_as(fact, HandoffValue).receiver

    def need_no_line(self, fact: Fact) -> bool:
        """Whether a call's line tells of the same hand-over, or people only pass the floor."""
        return fact.key in self._repeated or fact.key in self._floors


def _passes_floor(view: GeneratorView, fact: Fact) -> bool:
    """In a talk somebody gives the word to another: no work goes from one to the other."""
    return view.is_talk and is_talk_turn(view, view.index_of(fact.last.span))


def _prompts(view: GeneratorView, facts: Iterable[Fact]) -> Iterator[tuple[Fact, str]]:
    """The messages that a parent agent wrote to a sub-agent."""
    for fact in facts:
        said = fact.first
        message = view.messages[view.index_of(said.span)].message
        if said.span.part == "text" and message.author is Author.PARENT:
            yield fact, message.text.strip()


def _calls(view: GeneratorView, facts: Iterable[Fact]) -> Iterator[tuple[Fact, Sequence[str]]]:
    """The calls that gave work away, with the texts that can have been a prompt."""
    for fact in facts:
        span = fact.first.span
        if span.part.startswith("call:"):
            yield fact, _texts(view.messages[view.index_of(span)].message.call_at(span.part))


def _texts(call: ToolCall) -> Sequence[str]:
    values = call.arguments.values() if isinstance(call.arguments, Mapping) else ()
    texts = (value.strip() for value in values if isinstance(value, str))
    return [text for text in texts if len(text) >= table("stages")["shortest_errand"]]
