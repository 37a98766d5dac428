"""Verdicts of tests and builds that a later one, or a later run, takes the place of."""

from __future__ import annotations

from collections.abc import Container, Sequence

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.facts import is_check
from uagent_memory.generator.emptiness import is_verdict
from uagent_memory.generator.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["old_verdicts"]

_AGENT = Author.AGENT


def old_verdicts(
    messages: Sequence[MessageAnalysis], statements: Sequence[Statement], retellings: Container[str]
) -> frozenset[Span]:
    """All that agents gave but the last, and that one, too, where something was run since.

    Args:
        messages: of the history.
        statements: what was said in it.
        retellings: ids of summaries of what the same log holds.
    """
    verdicts = [
        s
        for s in statements
        if (s.analysis.message.author is _AGENT and is_verdict(s.unit.text))
        or (s.analysis.message.id in retellings and _tells_verdict(s))
    ]
    checked = max(
        (m.index for m in messages if any(is_check(seen.value) for seen in m.observations)),
        default=0,
    )
    standing = [s for s in verdicts[-1:] if s.analysis.index >= checked]
    return frozenset(s.unit.span for s in verdicts if s not in standing)


def _tells_verdict(statement: Statement) -> bool:
    return is_verdict(statement.unit.text) or is_verdict(statement.unit.lead)
