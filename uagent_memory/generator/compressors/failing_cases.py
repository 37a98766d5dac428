"""The cases of one parametrised test: what failed alike in one run is one line."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from uagent_memory.facts import TestValue
from uagent_memory.generator.compressors.base import one_line, value_as
from uagent_memory.generator.compressors.failing_test import sides_of
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span

__all__ = ["FailingTest", "failing_tests"]

_PARAMETERS = "["
"""Behind a test's name, where it begins to tell its case."""


class FailingTest(NamedTuple):
    fact: Fact
    cases: tuple[Fact, ...] = ()
    """Further ones of the same test."""

    @property
    def shown(self) -> list[Span]:
        """Where these failed."""
        return [case.last.span for case in self.cases]


def failing_tests(facts: Iterable[Fact]) -> list[FailingTest]:
    """Tests that fail, in order of their first case."""
    found: dict[Hashable, list[Fact]] = {}
    for fact in facts:
        found.setdefault(_test_of(fact), []).append(fact)
    return [FailingTest(first, tuple(others)) for first, *others in found.values()]


def _test_of(fact: Fact) -> Hashable:
    """What cases share that ended alike: the name before the parameters, the run, what came."""
    value = value_as(fact, TestValue)
    name, _, parameters = value.name.partition(_PARAMETERS)
    if not parameters:
        return fact.key
    told = tuple(one_line(side.text) for side in sides_of(value))
    return name, told, fact.status, fact.last.span.message_id
