"""What people and agents say, sentence by sentence, and which of it closes a turn's work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from uagent_memory.analyzer.joined import JoinedTexts
from uagent_memory.analyzer.observations.handed_on.passed_on import is_own_handoff
from uagent_memory.analyzer.shapes import is_report
from uagent_memory.analyzer.types import MessageAnalysis, Unit, UnitKind
from uagent_memory.generator.evidence.library_frames import (
    LIBRARY_SIGNS,
    is_of_library,
    may_name_library,
)
from uagent_memory.generator.evidence.program_lines import (
    PROGRAM_SIGNS,
    is_of_program,
    may_be_of_program,
)
from uagent_memory.generator.passed_on.restated_facts import RestatedFacts
from uagent_memory.generator.wording.frame_lines import frame_lines
from uagent_memory.generator.wording.phrasing import is_continuing
from uagent_memory.messages import Author, Span
from uagent_memory.prioritizer.types import Prioritization

__all__ = ["PROSE_KINDS", "Statement", "closing_reports", "statements_of"]

_HARNESS, _TOOL, _USER, _AGENT = Author.HARNESS, Author.TOOL, Author.USER, Author.AGENT

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
    new = tuple.__new__
    joined = JoinedTexts([analysis.message.text for analysis in messages])
    printed = joined.holding((*LIBRARY_SIGNS, *PROGRAM_SIGNS))
    for analysis in messages:
        message = analysis.message
        if message.author is _HARNESS:
            continue
        if message.author is _TOOL and not is_report(message):
            continue
        prose = _prose(analysis)
        if prose and analysis.index in printed:
            prose = _without_printed(message.text, prose)
        of_units = scores.units[analysis.index]
        last = -1 if message.tool_calls or not prose else prose[-1][0]
        for i, unit in prose:
            yield new(Statement, (unit, analysis, i, i == last, of_units[i].total))


def _prose(analysis: MessageAnalysis) -> list[tuple[int, Unit]]:
    """What a message says in prose, each unit with its position."""
    message = analysis.message
    prose = [
        (i, unit)
        for i, unit in enumerate(analysis.units)
        if (unit.kind in PROSE_KINDS or _leads_in_call(analysis, unit)) and unit.span.part == "text"
    ]
    if prose and message.author is not _USER:
        left_out = _frame(analysis)
        prose = [(i, unit) for i, unit in prose if unit.span not in left_out]
    return prose


def _without_printed(text: str, prose: Iterable[tuple[int, Unit]]) -> list[tuple[int, Unit]]:
    """The units of a text without what installed packages and programs printed into it."""
    if may_name_library(text):
        prose = [(i, unit) for i, unit in prose if not is_of_library(text, unit.span.start)]
    if may_be_of_program(text):
        prose = [(i, unit) for i, unit in prose if not is_of_program(text, unit.span.start)]
    return list(prose)


def _leads_in_call(analysis: MessageAnalysis, unit: Unit) -> bool:
    """What reads like a heading is the end of what an agent says before it calls a tool."""
    message = analysis.message
    if unit.kind is not UnitKind.HEADING or not message.tool_calls:
        return False
    ends = not message.text[unit.span.end :].strip()
    return ends and unit.text.endswith((":", "："))


def _frame(analysis: MessageAnalysis) -> AbstractSet[Span]:
    """What holds a message together, or what a program put into it."""
    message = analysis.message
    if message.author is Author.SUMMARY:
        told = RestatedFacts(analysis) if is_own_handoff(message) else ()
        units = analysis.units
        return {unit.span for unit in units if unit.span in told or is_continuing(unit.text)}
    return frame_lines(message, analysis.units)


def closing_reports(messages: Sequence[MessageAnalysis]) -> frozenset[int]:
    """Messages in which an agent spoke last before a user did, or before the end."""
    found, spoken = set(), None
    for analysis in messages:
        message = analysis.message
        if message.author is _AGENT and message.text.strip():
            spoken = analysis.index
        elif message.author is _USER and spoken is not None:
            found.add(spoken)
            spoken = None
    return frozenset(found if spoken is None else {*found, spoken})
