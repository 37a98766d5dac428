"""Quoted evidence: lines of tool output and call arguments that hold what is needed next."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from itertools import groupby

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.entry_kind import EntryKind
from uagent_memory.facts import FactKind
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.compressors.base import one_line
from uagent_memory.generator.evidence.code_lines import is_import
from uagent_memory.generator.evidence.evidence_line import EvidenceLine
from uagent_memory.generator.evidence.gone_lines import is_diff
from uagent_memory.generator.evidence.pages import Pages
from uagent_memory.generator.evidence.quote_headings import (
    Heading,
    heading_of,
    lines_of_commands,
    lines_of_errors,
    lines_of_files,
    looks_at_files,
    passed_checks,
)
from uagent_memory.generator.evidence.usable_lines import UsableLines
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.records.told_fields import tells_fields
from uagent_memory.generator.selection.likely import likely
from uagent_memory.generator.standing.last_spoken import last_sent
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.statements import PROSE_KINDS
from uagent_memory.generator.work.call_results import earlier_runs
from uagent_memory.generator.work.edit_calls import Missed
from uagent_memory.generator.work.team_turns import is_team
from uagent_memory.messages import Author, Span
from uagent_memory.segments import SegmentName

__all__ = ["EvidenceQuoter"]

_TOOL, _AGENT = Author.TOOL, Author.AGENT
_REFUSED: Missed = "call_refused"


class EvidenceQuoter:
    """Proposes lines for the terms most likely to be needed, under the call that printed them."""

    def __init__(self, view: GeneratorView, pool: CandidatePool) -> None:
        """Comes after the compressors: what they say already is not shown again."""
        self._view = view
        self._pool = pool
        self._told = lines_of_commands(view, pool)
        self._files = lines_of_files(view, pool)
        self._looks = looks_at_files(view)
        self._headed: dict[tuple[SegmentName, str], int] = {}
        """Headings of looks at one file: what later looks show of it stands below the first."""
        self._passed = passed_checks(view)
        self._earlier = earlier_runs(view.analysis.ledger.of(FactKind.COMMAND))
        self._errors = lines_of_errors(pool)
        self._pages = Pages(view)
        self._usable = UsableLines(view, self._pages)
        self._last_sent = last_sent(view.messages)
        self._is_team = is_team(view.messages)
        self._is_told_by_agents = self._is_team and not any(
            m.message.author is _TOOL for m in view.messages
        )

    def propose(self) -> None:
        view, limits = self._view, self._view.settings.limits
        top = heapq.nsmallest(limits.quote_terms, view.need, key=lambda t: (-view.need[t], t))
        places = self._places(dict.fromkeys(top), limits.quotes_per_term)
        found = [
            (view.messages[index], self._usable.lines(view.messages[index], places[index]))
            for index in sorted(places)
        ]
        newest = {
            one_line(line.text): analysis.index
            for analysis, lines in found
            for line in lines
            if self._is_written(analysis, line)
        }
        records = self._likely_records(found)
        for analysis, lines in found:
            new = [
                line
                for line in lines
                if (not line.own or line.span in records)
                and (
                    not self._is_written(analysis, line)
                    or newest[one_line(line.text)] == analysis.index
                )
            ]
            self._propose_message(analysis, new)

    def _likely_records(
        self, found: Sequence[tuple[MessageAnalysis, Sequence[EvidenceLine]]]
    ) -> frozenset[Span]:
        """Where the records stand that may be told."""
        boost, limits = self._view.boost, self._view.settings.limits
        records = [(line, boost(at.index)) for at, lines in found for line in lines if line.own]
        likeliest = likely(
            records,
            text=lambda record: record[0].text,
            worth=lambda record: record[0].own * record[1],
            tokens=limits.record_rooms * self._view.room,
            limits=limits,
        )
        return frozenset(line.span for line, _ in likeliest)

    def _places(self, top: Mapping[str, None], most: int) -> dict[int, list[str]]:
        """Message index -> the top terms to quote from it; the latest messages of each term."""
        left = dict.fromkeys(top, most)
        places: dict[int, list[str]] = {}
        for analysis in reversed(self._view.messages):
            terms = _quotable_terms(analysis)
            for term in terms:
                if left.get(term):
                    left[term] -= 1
                    places.setdefault(analysis.index, []).append(term)
        return places

    def _propose_message(self, analysis: MessageAnalysis, usable: Sequence[EvidenceLine]) -> None:
        for part, lines in groupby(usable, key=lambda line: line.span.part):
            heading = heading_of(self._view, analysis, part=part)
            shown = list(lines)
            if part == "text" and (later := self._earlier.get(heading.of)):
                label = self._view.labels("earlier_run")
                heading = heading._replace(text=f"{heading.text.rstrip(':')}{label}:")
                newest = self._view.calls.by_call.get(later)
                printed = newest.text if newest is not None else ""
                shown = [line for line in shown if line.text not in printed]
            self._propose_part(analysis, shown, heading)

    def _propose_part(
        self, analysis: MessageAnalysis, lines: Sequence[EvidenceLine], heading: Heading
    ) -> None:
        view, index = self._view, analysis.index
        if heading.of in self._passed:
            return
        file = self._file_above(heading)
        read = view.settings.factor.read_again if file is not None else 1.0
        team = view.settings.factor.team_quote if self._is_told_by_agents else 1.0
        factor = view.settings.worth.quote * view.boost(index) * read * team
        of_diff = any(is_diff(analysis.message.part(line.span.part)) for line in lines[:1])
        segment, parent = self._under(heading, file, index, factor)
        told = self._line_of(heading)
        above = one_line(told.text if told is not None else heading.text)
        stopped = view.settings.own.unread_result * self._is_stopped(heading, index)
        factors = self._pages.factors(analysis.message, lines)
        for line, of_page in zip(lines, factors, strict=True):
            stands = one_line(analysis.message.quote(line.span))
            told_above = one_line(line.text) in above or stands in above or self._is_error(line)
            told_above = told_above or (line.own > 0 and tells_fields(above, stands))
            written = self._is_written(analysis, line)
            if not of_page or told_above or _is_change(self._pool, line, written=written):
                continue
            self._pool.propose(
                segment,
                line.text,
                (line.span,),
                order=(2, index, line.span.start),
                kind=EntryKind.RECORD if line.own else EntryKind.QUOTE,
                value=line.own * view.boost(index) + stopped,
                targets=view.targets(
                    line.text,
                    factor=factor
                    * of_page
                    * line.telling
                    * self._line_factor(line.text, of_diff=of_diff),
                ),
                parent=parent,
                joins=f"quote:{analysis.message.id}:{line.span.part}",
                style="list" if line.own else "code",
            )

    def _is_stopped(self, heading: Heading, index: int) -> bool:
        """The call was refused, and no agent has gone on since: that is where things stand."""
        return index > self._last_sent and self._view.edit_calls.missed(heading.of) == _REFUSED

    def _is_written(self, analysis: MessageAnalysis, line: EvidenceLine) -> bool:
        """One of a team wrote it as text: written again, it stands where it was written last."""
        by_agent = analysis.message.author is _AGENT
        return self._is_team and by_agent and line.span.part == "text"

    def _is_error(self, line: EvidenceLine) -> bool:
        """The error's own line shows it, or one beside that."""
        told = self._errors.get(line.span.message_id, ())
        return any(line.text in text for text in told)

    def _line_factor(self, line: str, *, of_diff: bool) -> float:
        """What a diff puts in is the newest state of a file; what it takes out is none."""
        settings = self._view.settings
        mere = settings.factor.import_line if is_import(line) else 1.0
        if not of_diff or line[:1] not in "+-":
            return mere
        return mere * (settings.worth.hunk if line[0] == "+" else settings.factor.removed_line)

    def _line_of(self, heading: Heading) -> Candidate | None:
        """The line of the command that printed it; that tells of the newest run."""
        return None if heading.of in self._earlier else self._told.get(heading.of)

    def _file_above(self, heading: Heading) -> Candidate | None:
        """The entry of the changed file that these lines were read from."""
        file = self._files.get(heading.of) if heading.of not in self._told else None
        return file if file is not None and file.segment is heading.segment else None

    def _under(
        self, heading: Heading, file: Candidate | None, index: int, factor: float
    ) -> tuple[SegmentName, int | None]:
        """The line that says what printed them: the command's or the file's where there is one."""
        told = self._line_of(heading) or file
        if told is not None:
            return told.segment, told.id
        look = (heading.segment, self._looks.get(heading.of, ""))
        if look in self._headed:
            return heading.segment, self._headed[look]
        parent = self._pool.propose(
            heading.segment,
            heading.text,
            heading.sources,
            order=(2, index),
            kind=EntryKind.NOTE,
            alone=False,
            targets=self._view.targets(heading.text, words=False, factor=factor),
        )
        if parent is None and (known := self._pool.find(heading.text)) is not None:
            return known.segment, known.id
        if parent is not None and look[1]:
            self._headed[look] = parent
        return heading.segment, parent


def _is_change(pool: CandidatePool, line: EvidenceLine, *, written: bool) -> bool:
    """The file ledger has it, as a line put into a file that this message shows as such.

    What an agent wrote down as text need not be told beside the file, whoever put it there.
    """
    is_added = line.text.startswith("+")
    known = pool.find(f"+ {line.text[is_added:].strip()}")
    if known is None:
        return False
    return is_added or written or known.sources[0].message_id == line.span.message_id


def _quotable_terms(analysis: MessageAnalysis) -> Mapping[str, int]:
    """Terms of a message that could be quoted; edits are quoted by the file ledger."""
    author = analysis.message.author
    if author is _TOOL:
        return analysis.terms
    if author is _AGENT and any(unit.kind not in PROSE_KINDS for unit in analysis.units):
        return analysis.terms
    return analysis.call_terms
