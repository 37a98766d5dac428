"""What people say and calls send of the things in records."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from uagent_memory.analyzer.terms import terms_of
from uagent_memory.facts import CommandValue, FactKind
from uagent_memory.generator.compressors.commands import changes_something
from uagent_memory.generator.records.record_names import RecordNames
from uagent_memory.generator.records.record_numbers import ID, NUMBERED, spoken_in
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author, Message
from uagent_memory.nested import strings_in

__all__ = ["RecordSpeech"]

_DIGIT = re.compile(r"\d")


class RecordSpeech:
    """Of one history."""

    def __init__(self, view: GeneratorView) -> None:
        self._view = view
        self._calls = view.calls.by_result
        self.names = RecordNames(view)

    def is_of(self, fields: str, terms: Iterable[str]) -> bool:
        """People speak of a record by its name, or of an id or a figure that it holds."""
        return not self.said.isdisjoint(spoken_in(terms)) or self.names.is_named(fields)

    def arguments(self, message: Message) -> frozenset[str]:
        """What the line of the call above shows already."""
        place = self._calls.get(message.id)
        if place is None:
            return frozenset()
        caller, index = place
        return frozenset(strings_in(caller.tool_calls[index].arguments))

    @cached_property
    def said(self) -> frozenset[str]:
        """Ids and figures that people and agents speak of."""
        speaking = (Author.USER, Author.AGENT)
        said = (s for s in self._view.statements if s.analysis.message.author in speaking)
        spoken = (s.unit.text for s in said if _DIGIT.search(s.unit.text))
        terms = (term for text in spoken for term in spoken_in(terms_of(text)))
        return frozenset(terms) - self._identifying

    @cached_property
    def offered(self) -> frozenset[str]:
        """Those in what the latest user message answers."""
        at = self._view.standing.answered.last
        text = self._view.messages[at].message.text if at >= 0 else ""
        return frozenset(spoken_in(terms_of(text)))

    @cached_property
    def latest(self) -> frozenset[str]:
        """Those that the latest user message names."""
        text = self._view.users[-1].message.text if self._view.users else ""
        return frozenset(filter(NUMBERED.fullmatch, terms_of(text)))

    @cached_property
    def looked_up(self) -> frozenset[str]:
        """The only arguments of calls, which gave what they are keys of."""
        sent = (
            list(strings_in(caller.tool_calls[at].arguments)) for caller, at in self._calls.values()
        )
        return frozenset(values[0] for values in sent if len(values) == 1)

    @cached_property
    def sent(self) -> frozenset[str]:
        """Ids and names in the arguments of all calls: of a catalogue only what was looked up."""
        return frozenset(term for m in self._view.messages for term in m.call_terms)

    @cached_property
    def acted_on(self) -> frozenset[str]:
        """Ids and names in the arguments of calls that change something, such as cancel_order."""
        commands = self._view.analysis.ledger.of(FactKind.COMMAND)
        changing = (
            fact.value.command
            for fact in commands
            if isinstance(fact.value, CommandValue) and changes_something(self._view, fact.value)
        )
        return frozenset(term for command in changing for term in terms_of(command))

    @cached_property
    def _identifying(self) -> frozenset[str]:
        """By what somebody was looked up, as by a postcode: all that came of it is an id."""
        results = {m.message.id: m.message for m in self._view.messages}
        found = (results[answer] for answer in self._calls)
        bare = (message for message in found if ID.fullmatch(message.text.strip()))
        return frozenset(value for message in bare for value in self.arguments(message))
