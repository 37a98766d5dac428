"""Quoted evidence: lines of tool output and call arguments that hold what is needed next."""

from __future__ import annotations

import heapq
import re
from bisect import bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from uagent_memory.analyzer.observations.exchange import call_family
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.code_lines import is_closing, is_import
from uagent_memory.generator.evidence_line import EvidenceLine
from uagent_memory.generator.json_pieces import json_piece, looks_like_json
from uagent_memory.generator.library_frames import is_of_library
from uagent_memory.generator.phrasing import is_acknowledgement
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.quote_headings import (
    Heading,
    calls_by_id,
    heading_of,
    lines_of_commands,
    passed_checks,
)
from uagent_memory.generator.records import Records
from uagent_memory.generator.settings import Limits
from uagent_memory.generator.statements import PROSE_KINDS
from uagent_memory.generator.view import GeneratorView
from uagent_memory.messages import Author, Message, Span
from uagent_memory.segments import SegmentName

__all__ = ["EvidenceQuoter"]

LISTING_PREFIX = re.compile(r"[ \t]*\d{1,7}(?:→|\t|:|-)")
FIELD = re.compile(r"[,;{}\[\]，；。]\s*|\s+")
TASK_FAMILIES = frozenset(("todo", "task_create", "task_update", "approve"))


class EvidenceQuoter:
    """Proposes lines for the terms most likely to be needed, under the call that printed them."""

    def __init__(self, view: GeneratorView, pool: CandidatePool) -> None:
        """Comes after the compressors: what they say already is not shown again."""
        self._view = view
        self._pool = pool
        self._calls = calls_by_id(view)
        self._told = lines_of_commands(view, pool)
        self._passed = passed_checks(view)
        self._records = Records(view)

    def propose(self) -> None:
        view, limits = self._view, self._view.settings.limits
        top = heapq.nsmallest(limits.quote_terms, view.need, key=lambda t: (-view.need[t], t))
        places = self._places(dict.fromkeys(top), limits.quotes_per_term)
        for index in sorted(places):
            self._propose_message(view.messages[index], places[index])

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

    def _propose_message(self, analysis: MessageAnalysis, terms: list[str]) -> None:
        found = sorted(_lines(self._view, analysis, terms, self._records), key=lambda n: n.span)
        usable = [line for line in found if _is_usable(self._view, line)]
        for part, lines in groupby(usable, key=lambda line: line.span.part):
            heading = heading_of(self._view, analysis, self._calls, part=part)
            self._propose_part(analysis, list(lines), heading)

    def _propose_part(
        self, analysis: MessageAnalysis, lines: Sequence[EvidenceLine], heading: Heading
    ) -> None:
        view, index = self._view, analysis.index
        if heading.of in self._passed:
            return
        factor = view.settings.worth.quote * view.boost(index)
        mere = view.settings.factor.import_line
        segment, parent = self._under(heading, index, factor)
        told = self._told.get(heading.of)
        above = told.text if told is not None else heading.text
        for line in lines:
            if line.text in above or _is_change(self._pool, line):
                continue
            self._pool.propose(
                segment,
                line.text,
                (line.span,),
                order=(2, index, line.span.start),
                kind=EntryKind.RECORD if line.own else EntryKind.QUOTE,
                value=line.own * view.boost(index),
                targets=view.targets(
                    line.text, factor=factor * (mere if is_import(line.text) else 1.0)
                ),
                parent=parent,
                joins=f"quote:{analysis.message.id}:{line.span.part}",
                style="list" if line.own else "code",
            )

    def _under(self, heading: Heading, index: int, factor: float) -> tuple[SegmentName, int | None]:
        """The line that says what printed them: the command's own where there is one."""
        told = self._told.get(heading.of)
        if told is not None:
            return told.segment, told.id
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
        return heading.segment, parent


def _is_usable(view: GeneratorView, line: EvidenceLine) -> bool:
    limits = view.settings.limits
    is_long = len(line.text) > limits.quote_characters
    if is_long or is_closing(line.text) or is_acknowledgement(line.text):
        return False
    is_sentence = len(line.text.split()) >= limits.quote_words or not line.text.isascii()
    return line.own > 0 or is_sentence


def _is_change(pool: CandidatePool, line: EvidenceLine) -> bool:
    """The file ledger has it, as a line that this message puts into a file."""
    known = pool.find(f"+ {line.text}")
    return known is not None and known.sources[0].message_id == line.span.message_id


def _lines(
    view: GeneratorView, analysis: MessageAnalysis, terms: list[str], records: Records
) -> Iterator[EvidenceLine]:
    """The lines that hold a term, each once, listing prefixes left out.

    Prose is left to the statements: of what people and agents wrote only code, printed output,
    tables and the like are quoted here, and nothing that a call of the same message sends again.
    """
    message = analysis.message
    prose = () if message.author is Author.TOOL else _prose(analysis)
    sent = [call.text for call in message.tool_calls]
    limits = view.settings.limits
    for part, text in message.parts():
        if (message.id, part) in view.edit_calls or _is_of_tasks(message, part):
            continue
        if part == "text" and records.holds(message):
            yield from records.lines(message)
            continue
        spoken = prose if part == "text" else ()
        for span in _found(Span(message.id, part, 0, len(text)), text, terms, spoken, limits):
            words = text[span.start : span.end]
            is_new = part != "text" or not any(words in other for other in sent)
            if is_new and not is_of_library(text, span.start):
                yield EvidenceLine(span, words)


def _found(
    whole: Span, text: str, terms: Sequence[str], prose: Sequence[Span], limits: Limits
) -> Iterator[Span]:
    """The piece around the first place of each term that is not in prose; none twice."""
    said = 0 if whole.part == "text" else len(text.partition("\n")[0]) + 1
    shown: list[Span] = []
    for term in terms:
        at = text.find(term, said)
        for _ in range(limits.term_places):
            if at < 0 or not _holds(prose, at):
                break
            at = text.find(term, at + 1)
        else:
            continue
        if at < 0 or _holds(shown, at):
            continue
        piece = _piece(text, at, most=limits.piece_characters)
        if piece is not None:
            span = whole._replace(start=piece[0], end=piece[1])
            insort(shown, span)
            yield span


def _is_of_tasks(message: Message, part: str) -> bool:
    """A list of tasks or a plan, which the ledger's tasks tell."""
    where, _, number = part.partition(":")
    return where == "call" and call_family(message, int(number)) in TASK_FAMILIES


def _piece(text: str, at: int, *, most: int) -> tuple[int, int] | None:
    """The line at a place, or of a very long one the fields around it, without its margins."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    if end - start > most:
        piece = None
        if looks_like_json(text, start, end):
            piece = json_piece(text, start, end, at=at, most=most)
        start, end = piece or _window(text, start, end, at=at, most=most)
    else:
        prefix = LISTING_PREFIX.match(text, start, end)
        start = prefix.end() if prefix else start
    line = text[start:end]
    start += len(line) - len(line.lstrip())
    end -= len(line) - len(line.rstrip())
    return (start, end) if start < end else None


def _window(text: str, start: int, end: int, *, at: int, most: int) -> tuple[int, int]:
    """Whole fields around `at`: the window ends at commas, brackets or blanks of a long line."""
    low, high = max(start, at - most // 3), min(end, at + most // 2)
    before = [found.end() for found in FIELD.finditer(text, low, at)]
    after = [found.start() for found in FIELD.finditer(text, at, high)]
    left = start if low == start else before[0] if before else at
    right = end if high == end else after[-1] if after else high
    return left, max(right, min(at + 1, end))


def _quotable_terms(analysis: MessageAnalysis) -> Mapping[str, int]:
    """Terms of a message that could be quoted; edits are quoted by the file ledger."""
    author = analysis.message.author
    if author is Author.TOOL:
        return analysis.terms
    if author is Author.AGENT and any(unit.kind not in PROSE_KINDS for unit in analysis.units):
        return analysis.terms
    return analysis.call_terms


def _prose(analysis: MessageAnalysis) -> tuple[Span, ...]:
    """Stretches of the text that statements speak for, in order."""
    return tuple(
        unit.span
        for unit in analysis.units
        if unit.span.part == "text" and unit.kind in PROSE_KINDS
    )


def _holds(spans: Sequence[Span], at: int) -> bool:
    place = bisect_right(spans, at, key=lambda span: span.start) - 1
    return place >= 0 and at < spans[place].end
