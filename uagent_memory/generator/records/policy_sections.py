"""Rules that a prompt sets for one operation each: which heading limits a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from uagent_memory.analyzer.shapes import marker_length
from uagent_memory.analyzer.terms import content_words
from uagent_memory.analyzer.types import Unit
from uagent_memory.generator.records.asked_words import asked_stems, stems_of
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact
from uagent_memory.messages import Author, Span

__all__ = ["PolicySections"]


class PolicySections:
    """The headings of system prompts that name operations, such as "Return an order".

    Headings that begin with different words and share others are such ones, and those that begin
    alike ("Modify payment" beside "Modify items").
    """

    def __init__(self, view: GeneratorView, rules: Sequence[Fact]) -> None:
        self._view = view
        self._headings = {fact.key: self._above(fact) for fact in rules}

    def heading(self, fact: Fact) -> Unit | None:
        """The heading of the only operation that a rule is for; None of all other rules."""
        above = self._headings.get(fact.key, ())
        return above[0] if len(above) == 1 and _name(above[0]) in self._operations else None

    def is_foreign(self, fact: Fact) -> bool:
        """It is for operations that nobody asks for, where another one is asked for."""
        above = {_name(unit) for unit in self._headings.get(fact.key, ())}
        named = {name for name in self._operations if self._operations[name] in self._asked}
        return bool(named and above) and above <= self._operations.keys() - named

    @cached_property
    def _asked(self) -> AbstractSet[str]:
        return asked_stems(self._view)

    @cached_property
    def _operations(self) -> Mapping[str, str]:
        """Names of operations with the stems that they begin with."""
        names = {_name(unit) for above in self._headings.values() for unit in above}
        stems = {name: self._stems(name) for name in names}
        holding = Counter(stem for found in stems.values() for stem in set(found))
        return {
            name: found[0]
            for name, found in stems.items()
            if found and any(holding[stem] > 1 for stem in found)
        }

    def _stems(self, name: str) -> Sequence[str]:
        settings = self._view.settings.policies
        return [stem for word in content_words(name) for stem in stems_of((word,), settings)]

    def _above(self, fact: Fact) -> Sequence[Unit]:
        """The rules' own units, one for each heading that it stands under."""
        places = (seen.span for seen in fact.history if seen.author is Author.SYSTEM)
        units = (self._unit(span) for span in places)
        found = {_name(unit): unit for unit in units if unit is not None}
        return tuple(found.values())

    def _unit(self, span: Span) -> Unit | None:
        analysis = self._view.by_id.get(span.message_id)
        units = analysis.units if analysis is not None else ()
        return next((u for u in units if u.span.start <= span.start < u.span.end), None)


def _name(unit: Unit) -> str:
    lead = unit.lead.lstrip("#").strip(":： *")
    return lead[marker_length(lead) :]
