"""What agents said was not run or not committed yet, and was since."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.observations.tasks.carrying_out import shipped
from uagent_memory.analyzer.observations.tasks.not_yet import not_yet_in
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.facts import is_check
from uagent_memory.generator.standing.cue_sets import CHOSEN
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.messages import Author, Span

__all__ = ["done_since", "last_check"]


def done_since(
    messages: Sequence[MessageAnalysis], statements: Sequence[Statement]
) -> frozenset[Span]:
    """Where agents say so; a sentence that decides something stands all the same.

    Args:
        messages: of the history.
        statements: what was said in it.
    """
    checked, committed = last_check(messages), _last_commit(messages)
    last = max(checked, committed)
    early = (s for s in statements if s.analysis.index < last)
    return frozenset(
        s.unit.span for s in early if _is_agents(s) and _is_done(s, checked, committed)
    )


def last_check(messages: Sequence[MessageAnalysis]) -> int:
    """The last message in which a test, lint or build run is seen; 0 without one."""
    checking = (m.index for m in messages if any(is_check(seen.value) for seen in m.observations))
    return max(checking, default=0)


def _last_commit(messages: Sequence[MessageAnalysis]) -> int:
    return max((m.index for m in messages if any(map(shipped, m.observations))), default=0)


def _is_agents(statement: Statement) -> bool:
    author = statement.analysis.message.author
    return author is Author.AGENT and not statement.unit.cue.meets(CHOSEN)


def _is_done(statement: Statement, checked: int, committed: int) -> bool:
    state, index = not_yet_in(statement.unit.text), statement.analysis.index
    if not (state.run or state.committed):
        return False
    ran = not state.run or index < checked
    return ran and (not state.committed or index < committed)
