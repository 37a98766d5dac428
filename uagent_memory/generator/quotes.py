"""Quoted evidence: lines of tool output and call arguments that hold what is needed next."""

from __future__ import annotations

import heapq
import re
from bisect import bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice

from uagent_memory.analyzer.observations.exchange import call_family
from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.code_lines import is_closing, is_import, is_prose
from uagent_memory.generator.evidence_line import EvidenceLine
from uagent_memory.generator.gone_lines import GoneLines, is_diff
from uagent_memory.generator.json_pieces import json_piece, looks_like_json
from uagent_memory.generator.library_frames import is_of_library
from uagent_memory.generator.phrasing import is_acknowledgement
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.quote_headings import (
    Heading,
    calls_by_id,
    heading_of,
    lines_of_commands,
    lines_of_errors,
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
        self._errors = lines_of_errors(pool)
        self._records = Records(view)
        self._printed: set[str] = set()
        places = {m.message.id: m.index for m in view.messages}
        self._gone = GoneLines(view.analysis.ledger, places)

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
        usable = [
            line
            for line in found
            if _is_usable(self._view, line) and not self._gone.is_gone(line.text, at=analysis.index)
        ]
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
        of_diff = any(is_diff(analysis.message.part(line.span.part)) for line in lines[:1])
        segment, parent = self._under(heading, index, factor)
        told = self._told.get(heading.of)
        above = told.text if told is not None else heading.text
        for line in self._without_pages(analysis.message, lines):
            if line.text in above or _is_change(self._pool, line) or self._is_error(line):
                continue
            self._pool.propose(
                segment,
                line.text,
                (line.span,),
                order=(2, index, line.span.start),
                kind=EntryKind.RECORD if line.own else EntryKind.QUOTE,
                value=line.own * view.boost(index),
                targets=view.targets(
                    line.text, factor=factor * self._line_factor(line.text, of_diff=of_diff)
                ),
                parent=parent,
                joins=f"quote:{analysis.message.id}:{line.span.part}",
                style="list" if line.own else "code",
            )

    def _without_pages(
        self, message: Message, lines: Sequence[EvidenceLine]
    ) -> Sequence[EvidenceLine]:
        """Of the running text that tools print the lines with most that is needed, each once."""
        limits = self._view.settings.limits
        if message.author is not Author.TOOL:
            return lines
        pages = [line for line in lines if not line.own and is_prose(line.text)]
        new = [line for line in pages if line.text not in self._printed]
        need = {line.span: sum(self._view.targets(line.text).values()) for line in new}
        best = sorted(new, key=lambda line: (-need[line.span], line.span))[: limits.page_lines]
        self._printed.update(line.text for line in best)
        left_out = {line.span for line in pages} - {line.span for line in best}
        return [line for line in lines if line.span not in left_out]

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
    message = view.message_of(line.span)
    is_shown = line.span.part == "text" and message is not None and message.author is Author.AGENT
    if is_shown and is_import(line.text):
        return False
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
    added = is_diff(text)
    for term in terms:
        places = list(islice(_places_of(term, text, said), limits.term_places))
        free = [at for at in places if not _holds(prose, at)]
        new = [at for at in free if _begins_line(text, at, "+")] if added else []
        at = next(iter((*new, *free)), -1)
        if at < 0 or _holds(shown, at):
            continue
        piece = _piece(text, at, most=limits.piece_characters)
        if piece is not None:
            span = whole._replace(start=piece[0], end=piece[1])
            insort(shown, span)
            yield span


def _places_of(term: str, text: str, start: int) -> Iterator[int]:
    at = text.find(term, start)
    while at >= 0:
        yield at
        at = text.find(term, at + 1)


def _begins_line(text: str, at: int, mark: str) -> bool:
    return text.startswith(mark, text.rfind("\n", 0, at) + 1)


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
