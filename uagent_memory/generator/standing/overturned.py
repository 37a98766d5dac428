"""Verdicts that nothing is wrong, which the same agent overturned later."""

from __future__ import annotations

from collections.abc import Iterable

from uagent_memory.generator.wording.phrase_index import lists_in
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["overturned_verdicts"]


def overturned_verdicts(statements: Iterable[Statement]) -> frozenset[Span]:
    """Where an agent says that it is no bug, before it says of a later look that it is one.

    Args:
        statements: of the whole history, in order.
    """
    cleared: dict[str | None, list[Statement]] = {}
    found: set[Span] = set()
    for statement in statements:
        message = statement.analysis.message
        if message.author is not Author.AGENT:
            continue
        lists = lists_in(statement.unit.text)
        earlier = cleared.get(message.agent, [])
        if "clearing" in lists:
            cleared.setdefault(message.agent, []).append(statement)
        elif earlier and "blaming" in lists:
            index = statement.analysis.index
            found.update(one.unit.span for one in earlier if one.analysis.index < index)
    return frozenset(found)
