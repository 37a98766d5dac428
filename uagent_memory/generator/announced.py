"""What agents announce and do in the same breath: the call and its result tell of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from uagent_memory.analyzer.types import Cue, MessageAnalysis
from uagent_memory.generator.phrasing import is_intention
from uagent_memory.generator.statements import Statement
from uagent_memory.messages import Span

__all__ = ["LEARNT", "announced_and_done"]

LEARNT = Cue.FINDING | Cue.CAUSE | Cue.DEFINITION | Cue.DECISION | Cue.OUTCOME | Cue.REJECTED
"""What a sentence says that is known from then on."""
_TOLD = LEARNT & ~Cue.FINDING
"""What an announcement tells beside itself: "I see, let me" tells nothing."""


def announced_and_done(
    messages: Sequence[MessageAnalysis], statements: Iterable[Statement]
) -> frozenset[Span]:
    """Where agents only announce what their message then does, all of whose calls have a result."""
    ids = (analysis.message.tool_call_id for analysis in messages)
    answered = frozenset(filter(None, ids))
    done = {
        analysis.index
        for analysis in messages
        if (calls := analysis.message.tool_calls) and all(call.id in answered for call in calls)
    }
    return frozenset(
        statement.unit.span
        for statement in statements
        if statement.analysis.index in done
        and not statement.unit.cue.meets(_TOLD)
        and is_intention(statement.unit.text)
    )
