"""Whose matters a service looks up: the id that most results of its tools name."""

from __future__ import annotations

from functools import cached_property

from uagent_memory.facts import CommandValue
from uagent_memory.generator.evidence.json_pieces import is_short_json
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.work.call_results import calls_of
from uagent_memory.ledger import Fact
from uagent_memory.nested import strings_in

__all__ = ["Owners"]

_LEAST = 2
"""Other results that name it."""


class Owners:
    """Of one history."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view

    def are_looked_up(self, fact: Fact) -> bool:
        """A call got what is known of the one that half of all other results name."""
        value = fact.value
        spans = calls_of(fact)
        if not isinstance(value, CommandValue) or value.program != value.tool or not spans:
            return False
        message = self._view.message_of(spans[-1])
        answer = self._view.calls.by_call.get(spans[-1][:2])
        if message is None or answer is None or answer.id not in self._results:
            return False
        sent = list(strings_in(message.call_at(spans[-1].part).arguments))
        return len(sent) == 1 and self._is_named_elsewhere(sent[0], answer.id)

    def _is_named_elsewhere(self, name: str, answer: str) -> bool:
        others = [terms for result, terms in self._results.items() if result != answer]
        naming = sum(name in terms for terms in others)
        return naming >= _LEAST and 2 * naming >= len(others)

    @cached_property
    def _results(self) -> dict[str, frozenset[str]]:
        """The terms of results in JSON, by message."""
        longest = self._view.settings.records.longest
        return {
            m.message.id: frozenset(m.terms)
            for m in self._view.messages
            if is_short_json(m.message, longest)
        }
