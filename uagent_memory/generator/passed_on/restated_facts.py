"""Where a hand-off of ours states facts, which the segments then state again in their own words."""

from __future__ import annotations

from uagent_memory.analyzer.observations.handed_on.passed_on import user_entries
from uagent_memory.analyzer.stretches import Stretches
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.facts import FactKind
from uagent_memory.generator.passed_on.passed_on_notes import note_stretches
from uagent_memory.messages import Span

__all__ = ["RestatedFacts"]

_RESTATED = frozenset(
    (
        FactKind.REQUEST,
        FactKind.CONSTRAINT,
        FactKind.TASK,
        FactKind.FILE,
        FactKind.QUESTION,
        FactKind.ERROR,
        FactKind.TEST,
        FactKind.COMMAND,
        FactKind.HANDOFF,
    )
)


class RestatedFacts:
    """The stretches of one hand-off that need not be quoted as statements besides."""

    def __init__(self, analysis: MessageAnalysis) -> None:
        seen = analysis.observations
        self._stretches = Stretches(
            (
                *(s.span[2:] for s in seen if s.kind in _RESTATED and s.span.part == "text"),
                *user_entries(analysis.message.text),
                *note_stretches(analysis),
            )
        )

    def __contains__(self, span: Span) -> bool:
        """Whether a stretch of the text overlaps one of them."""
        return self._stretches.overlap(span.start, span.end)
