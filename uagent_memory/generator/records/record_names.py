"""Whether people speak of a record by its name: "the grills" of a Grill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from uagent_memory.analyzer.terms import content_words
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.generator.evidence.json_pieces import plain_fields
from uagent_memory.generator.records.word_forms import with_forms
from uagent_memory.generator.view import GeneratorView
from uagent_memory.holding import holds_any
from uagent_memory.messages import Author

__all__ = ["RecordNames"]


class RecordNames:
    """Of one history."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view
        self._naming = tuple(f'"{key}"' for key in view.settings.records.naming)

    def is_named(self, fields: str) -> bool:
        """Users speak of it by a word of its name, or an agent in a sentence by all of it."""
        names = list(self._names(fields))
        if any(not self._users_words.isdisjoint(name) for name in names):
            return True
        return any(name and self._is_told(name) for name in names)

    def has_name(self, fields: str) -> bool:
        """One of its fields says what it is called."""
        return any(self._names(fields))

    def is_asked(self, fields: str) -> bool:
        """The latest user message calls it by all of its name."""
        return any(name and name <= self._latest for name in self._names(fields))

    def _names(self, fields: str) -> Iterator[frozenset[str]]:
        if not holds_any(fields, self._naming):
            return
        for field, value in plain_fields(fields):
            if field.startswith(self._naming):
                yield frozenset(content_words(value))

    @cached_property
    def _users_words(self) -> frozenset[str]:
        said = (word for m in self._view.users for word in content_words(m.message.text))
        return with_forms(said) - self._view.settings.policies.general

    @cached_property
    def _latest(self) -> frozenset[str]:
        return with_forms(self._view.latest_words)

    def _is_told(self, name: frozenset[str]) -> bool:
        return bool(frozenset.intersection(*(self._told.get(w, frozenset()) for w in name)))

    @cached_property
    def _told(self) -> Mapping[str, frozenset[int]]:
        """By word, the sentences of agents that hold it; a list names all that there is."""
        found: dict[str, set[int]] = {}
        for number, statement in enumerate(self._view.statements):
            by_agent = statement.analysis.message.author is Author.AGENT
            if by_agent and statement.unit.kind is UnitKind.SENTENCE:
                for word in with_forms(content_words(statement.unit.text)):
                    found.setdefault(word, set()).add(number)
        return {word: frozenset(numbers) for word, numbers in found.items()}
