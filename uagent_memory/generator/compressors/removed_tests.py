"""Tests that were taken out of the code: they do not fail any more, and they do not pass."""

from __future__ import annotations

import re
from collections import defaultdict

from uagent_memory.facts import FactKind, Status, SymbolValue, TestValue
from uagent_memory.generator.compressors.base import value_as
from uagent_memory.generator.view import GeneratorView
from uagent_memory.ledger import Fact

__all__ = ["RemovedTests"]

_NAME = re.compile(r"(\w+)(?:\[[^\n]*\]|/[^\n]*| \([^\n]*\))?\s*$")
"""The function at the end of a test's name, before its case and the class in brackets."""


class RemovedTests:
    """Of one history, by the names of the functions that a change took away everywhere."""

    def __init__(self, view: GeneratorView) -> None:
        states = defaultdict[str, set[Status]](set)
        for fact in view.analysis.ledger.of(FactKind.SYMBOL):
            states[value_as(fact, SymbolValue).name].add(fact.status)
        self._gone = {name for name, seen in states.items() if seen == {Status.DELETED}}

    def hold(self, test: Fact) -> bool:
        """Whether it is one of them."""
        found = _NAME.search(value_as(test, TestValue).name) if self._gone else None
        return found is not None and found[1] in self._gone
