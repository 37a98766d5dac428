"""What people and agents say, sentence by sentence, and which of it closes a turn's work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from uagent_memory.analyzer.observations.passed_on import is_own_handoff
from uagent_memory.analyzer.shapes import is_report, report_end
from uagent_memory.analyzer.types import MessageAnalysis, Unit, UnitKind
from uagent_memory.generator.frame_lines import frame_lines
from uagent_memory.generator.library_frames import is_of_library, may_name_library
from uagent_memory.generator.phrasing import is_continuing
from uagent_memory.generator.restated_facts import RestatedFacts
from uagent_memory.messages import Author
from uagent_memory.prioritizer.types import Prioritization

__all__ = ["PROSE_KINDS", "Statement", "closing_reports", "statements_of"]

PROSE_KINDS = frozenset((UnitKind.SENTENCE, UnitKind.LIST_ITEM, UnitKind.TABLE_ROW, UnitKind.FIELD))


class Statement(NamedTuple):
    """A prose unit somebody wrote, with its place in the session."""

    unit: Unit
    analysis: MessageAnalysis
    position: int
    """Of the unit in its message."""
    last_of_turn: bool
    score: float


def statements_of(
    messages: Sequence[MessageAnalysis], scores: Prioritization
) -> Iterator[Statement]:
    """Every prose unit of people and agents, in order."""
    for analysis in messages:
        message = analysis.message
        if message.author is Author.HARNESS:
            continue
        reported = is_report(message)
        if message.author is Author.TOOL and not reported:
            continue
        end = report_end(message.text) if reported else len(message.text)
        of_units = scores.units[analysis.index]
        framed = message.author is Author.SUMMARY
        told = RestatedFacts(analysis) if is_own_handoff(message) else ()
        framing = frame_lines(message, analysis.units)
        quotes_library = may_name_library(message.text)
        prose = [
            (i, unit)
            for i, unit in enumerate(analysis.units)
            if unit.kind in PROSE_KINDS and unit.span.part == "text" and unit.span not in told
            if not (framing and unit.span in framing)
            if unit.span.start < end
            if not (framed and is_continuing(unit.text))
            if not (quotes_library and is_of_library(message.text, unit.span.start))
        ]
        for rank, (i, unit) in enumerate(prose):
            yield Statement(
                unit=unit,
                analysis=analysis,
                position=i,
                last_of_turn=rank == len(prose) - 1 and not message.tool_calls,
                score=of_units[i].total,
            )


def closing_reports(messages: Sequence[MessageAnalysis]) -> frozenset[int]:
    """Messages in which an agent spoke last before a user did, or before the end."""
    found, spoken = set(), None
    for analysis in messages:
        message = analysis.message
        if message.author is Author.AGENT and message.text.strip():
            spoken = analysis.index
        elif message.author is Author.USER and spoken is not None:
            found.add(spoken)
            spoken = None
    return frozenset(found if spoken is None else {*found, spoken})
