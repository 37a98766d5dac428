"""Figures that an agent withdrew: what it said earlier with one of them no longer holds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from uagent_memory.generator.wording.phrase_index import lists_in
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["withdrawn_figures"]

_AGENT = Author.AGENT

_FIGURE = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)+(?![\w]|[.,]\d)|(?<![\w.,])\d+(?= ?%)")
"""One with decimals or thousands, or a percentage: others stand for too many things."""


def withdrawn_figures(statements: Sequence[Statement]) -> frozenset[Span]:
    """Where an agent stated a figure of which it says later that it holds no longer.

    Args:
        statements: of the whole history, in order.
    """
    by_agents = [s for s in statements if s.analysis.message.author is _AGENT]
    if not any(_withdraws(statement.unit.text) for statement in by_agents):
        return frozenset()
    stated: dict[tuple[str | None, str], list[Statement]] = {}
    withdrawn: set[Span] = set()
    for statement in by_agents:
        message = statement.analysis.message
        keys = [(message.agent, figure) for figure in _FIGURE.findall(statement.unit.text)]
        if keys and _withdraws(statement.unit.text):
            earlier = (one for key in keys[:1] for one in stated.get(key, ()))
            withdrawn.update(
                one.unit.span for one in earlier if one.analysis.index < statement.analysis.index
            )
            continue
        for key in keys:
            stated.setdefault(key, []).append(statement)
    return frozenset(withdrawn)


def _withdraws(text: str) -> bool:
    return "withdrawing" in lists_in(text)
