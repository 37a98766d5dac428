"""Where an agent's statement belongs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from uagent_memory.analyzer.observations.handed_on.passed_on import is_own_handoff
from uagent_memory.analyzer.types import Cue
from uagent_memory.generator.wording.phrasing import is_telling
from uagent_memory.generator.wording.statements import Statement
from uagent_memory.segments import SegmentName

__all__ = ["routed", "segment_of"]

_PROBLEM = (
    Cue.DECISION | Cue.OUTCOME | Cue.FINDING | Cue.CAUSE | Cue.REJECTED | Cue.CONCLUSION | Cue.ERROR
)
_PASSED_ON: Mapping[str, SegmentName] = {
    SegmentName.CONCEPTS: SegmentName.CONCEPTS,
    SegmentName.PROBLEM_SOLVING: SegmentName.PROBLEM_SOLVING,
    SegmentName.CURRENT_WORK: SegmentName.PROBLEM_SOLVING,
}
"""Where the lines of an earlier hand-off belong; its other segments are read as facts."""


def routed(
    statements: Sequence[Statement],
    is_recent: Callable[[int], bool],
    is_besides: Callable[[Statement], bool],
) -> Iterator[tuple[Statement, SegmentName | None]]:
    """Where each of the agents' statements belongs, if anywhere.

    What merely stands beside something that was found or decided belongs to that, but for
    thoughts of a message that says something besides.
    """
    found = [(s, segment_of(s, recent=is_recent(s.analysis.index))) for s in statements]
    solving = {s.analysis.index for s, segment in found if segment is SegmentName.PROBLEM_SOLVING}
    for statement, segment in found:
        beside = segment is SegmentName.CONCEPTS and statement.analysis.index in solving
        explains = statement.unit.cue.meets(Cue.DEFINITION) or is_besides(statement)
        if beside and not explains and not _is_own(statement):
            yield statement, SegmentName.PROBLEM_SOLVING
        else:
            yield statement, segment


def _is_own(statement: Statement) -> bool:
    return is_own_handoff(statement.analysis.message)


def segment_of(statement: Statement, *, recent: bool) -> SegmentName | None:
    """Where an agent's statement belongs by itself, if anywhere."""
    if _is_own(statement):
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
