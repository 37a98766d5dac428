"""Results that a later change printed again: only the new state is told."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from uagent_memory.facts import CommandValue, FactKind
from uagent_memory.generator.compressors.commands import changes_something
from uagent_memory.generator.evidence.json_pieces import is_short_json
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.work.call_results import calls_of
from uagent_memory.messages import Message
from uagent_memory.nested import strings_in

__all__ = ["Reprinted"]

_KEY = re.compile(r'"([^"]{1,60})"\s*:')


class _Print(NamedTuple):
    at: int
    """Index of the answer."""
    of: frozenset[str]
    """What its call named."""
    keys: frozenset[str]


class Reprinted:
    """Of one history."""

    def __init__(self, view: GeneratorView) -> None:
        self._settings = view.settings.records
        self._by_id = view.by_id
        self._prints = list(self._printed(view))

    def holds(self, answer: Message, asked: Collection[str]) -> bool:
        """A later change of what the call named printed nearly all of its fields.

        Args:
            answer: the result.
            asked: the values of the call that got it.
        """
        if not self._prints:
            return False
        at, keys = self._by_id[answer.id].index, frozenset(_KEY.findall(answer.text))
        least = self._settings.reprinted * len(keys)
        return any(
            at < later.at and not later.of.isdisjoint(asked) and len(keys & later.keys) >= least
            for later in self._prints
        )

    def _printed(self, view: GeneratorView) -> Iterator[_Print]:
        for fact in view.analysis.ledger.of(FactKind.COMMAND):
            value = fact.value
            if not isinstance(value, CommandValue) or not changes_something(view, value):
                continue
            for span in calls_of(fact):
                answer = view.calls.by_call.get((span.message_id, span.part))
                asked = view.message_of(span)
                if asked and answer and is_short_json(answer, self._settings.longest):
                    call = asked.call_at(span.part)
                    keys = frozenset(_KEY.findall(answer.text))
                    index = self._by_id[answer.id].index
                    yield _Print(index, frozenset(strings_in(call.arguments)), keys)
