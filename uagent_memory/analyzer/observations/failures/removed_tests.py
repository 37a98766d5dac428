"""Tests that were taken out of the code: they do not fail any more, and they do not pass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from uagent_memory.facts import Change, FactKind, SymbolValue, TestValue
from uagent_memory.ledger import Observation

__all__ = ["removed_tests"]

_GONE = frozenset((Change.REMOVED, Change.DELETED))


def removed_tests(seen: Iterable[Observation]) -> Iterator[Observation]:
    """What passed last and is found nowhere any more: its result holds of nothing.

    Args:
        seen: all observations of a log, in order.
    """
    tests: dict[str, Observation] = {}
    symbols = defaultdict[str, dict[str, Observation]](dict)
    for one in seen:
        if one.kind is FactKind.TEST:
            tests[one.key] = one
        elif one.kind is FactKind.SYMBOL and isinstance(one.value, SymbolValue):
            symbols[one.value.name][one.key] = one
    for test in tests.values() if symbols else ():
        if test.change is Change.PASSED and (gone := _removal(test, symbols)) is not None:
            yield max(test, gone, key=lambda one: one.order)._replace(
                kind=test.kind, key=test.key, value=test.value, change=Change.SUPERSEDED
            )


def _removal(test: Observation, symbols: dict[str, dict[str, Observation]]) -> Observation | None:
    """Where the last function of its name was taken away; a later run passed without it."""
    function = test.value.function if isinstance(test.value, TestValue) else ""
    places = symbols.get(function, {})
    if not places or any(one.change not in _GONE for one in places.values()):
        return None
    return max(places.values(), key=lambda one: one.order)
