"""Where an agent's statement belongs."""

from __future__ import annotations

from collections.abc import Mapping

from uagent_memory.analyzer.observations.handed_on.passed_on import is_own_handoff
from uagent_memory.analyzer.types import Cue
from uagent_memory.generator.wording.phrasing import is_telling
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.segments import SegmentName

__all__ = ["segment_of"]

_PROBLEM = (
    Cue.DECISION | Cue.OUTCOME | Cue.FINDING | Cue.CAUSE | Cue.REJECTED | Cue.CONCLUSION | Cue.ERROR
)
_PASSED_ON: Mapping[str, SegmentName] = {
    SegmentName.CONCEPTS: SegmentName.CONCEPTS,
    SegmentName.PROBLEM_SOLVING: SegmentName.PROBLEM_SOLVING,
    SegmentName.CURRENT_WORK: SegmentName.PROBLEM_SOLVING,
}
"""Where the lines of an earlier hand-off belong; its other segments are read as facts."""


def segment_of(statement: Statement, *, recent: bool) -> SegmentName | None:
    """Where an agent's statement belongs, if anywhere."""
    if is_own_handoff(statement.analysis.message):
        return _PASSED_ON.get(statement.unit.lead)
    cue = statement.unit.cue
    if cue.meets(_PROBLEM):
        return SegmentName.PROBLEM_SOLVING
    if cue.meets(Cue.DEFINITION):
        return SegmentName.CONCEPTS
    if recent:
        return SegmentName.CURRENT_WORK
    told = bool(cue) or is_telling(statement.unit.text)
    return SegmentName.PROBLEM_SOLVING if told else SegmentName.CONCEPTS
