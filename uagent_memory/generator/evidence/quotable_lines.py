"""The lines of one message that could be quoted, each around a term that is likely to be needed."""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from uagent_memory.analyzer.observations.failures.crashes import crash_of
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.analyzer.observations.tools.call_families import call_family
from uagent_memory.analyzer.shapes import is_report, report_end
from uagent_memory.analyzer.types import MessageAnalysis, UnitKind
from uagent_memory.generator.evidence.evidence_line import EvidenceLine
from uagent_memory.generator.evidence.gone_lines import is_diff
from uagent_memory.generator.evidence.json_pieces import json_piece, looks_like_json
from uagent_memory.generator.evidence.library_frames import is_of_library
from uagent_memory.generator.limits import Limits
from uagent_memory.generator.records.records import Records
from uagent_memory.generator.view import GeneratorView
from uagent_memory.generator.wording.statements import PROSE_KINDS
from uagent_memory.messages import Author, Message, Span

__all__ = ["quotable_lines"]

LISTING_PREFIX = re.compile(r"[ \t]*\d{1,7}(?:→|\t|[:-](?!\d))")
_SPOKEN = PROSE_KINDS | {UnitKind.HEADING}
"""What statements tell; a heading only ever with what stands under it."""
FIELD = re.compile(r"[,;{}\[\]，；。]\s*|\s+")
SENTENCE = re.compile(
    r"(?<=[\w)\]\"”’][.!?])(?:\[\d{1,3}\])*[\"”’)]?\s+(?=[A-Z\"“(\d])|(?<=[。！？])[”」』]?"
)
"""Between two sentences of a long printed line, behind the marks of its footnotes."""


def quotable_lines(
    view: GeneratorView,
    analysis: MessageAnalysis,
    terms: list[str],
    records: Records,
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
        reported = part == "text" and is_report(message)
        told = text[: report_end(text)] if reported else text
        spoken = prose if part == "text" else ()
        for span in _found(Span(message.id, part, 0, len(told)), told, terms, spoken, limits):
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
        places = islice(_places_of(term, text, said), limits.term_places)
        free = (at for at in places if not _holds(prose, at)) if prose else places
        at = _place_of_new(text, free) if added else next(free, -1)
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


def _place_of_new(text: str, places: Iterator[int]) -> int:
    """The first place in a line that a diff puts in; or else the first; -1 of none."""
    first = next(places, -1)
    new = (at for at in chain((first,), places) if _begins_line(text, at, "+"))
    return first if first < 0 else next(new, first)


def _begins_line(text: str, at: int, mark: str) -> bool:
    return text.startswith(mark, text.rfind("\n", 0, at) + 1)


def _is_of_tasks(message: Message, part: str) -> bool:
    """A list of tasks or a plan, which the ledger's tasks tell."""
    where, _, number = part.partition(":")
    return where == "call" and call_family(message, int(number)) in strings(
        "tools", "plans", "families"
    )


def _piece(text: str, at: int, *, most: int) -> tuple[int, int] | None:
    """The line at a place, or of a very long one the fields around it, without its margins."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    if end - start > most:
        piece = None
        if looks_like_json(text, start, end):
            piece = json_piece(text, start, end, at=at, most=most)
        piece = piece or _sentence(text, start, end, at=at, most=most)
        start, end = piece or _window(text, start, end, at=at, most=most)
    else:
        prefix = LISTING_PREFIX.match(text, start, end)
        start = prefix.end() if prefix else start
    line = text[start:end]
    start += len(line) - len(line.lstrip())
    end -= len(line) - len(line.rstrip())
    return (start, end) if start < end else None


def _sentence(text: str, start: int, end: int, *, at: int, most: int) -> tuple[int, int] | None:
    """The whole sentence around `at`; None if it is longer than `most`, or ends nowhere near."""
    low, high = max(start, at - most), min(end, at + most)
    ends = [found.span() for found in SENTENCE.finditer(text, low, high)]
    first = max((last for _, last in ends if last <= at), default=start if low == start else None)
    stop = min((begun for begun, _ in ends if begun > at), default=end if high == end else None)
    if first is None or stop is None or stop - first > most:
        return None
    return first, stop


def _window(text: str, start: int, end: int, *, at: int, most: int) -> tuple[int, int]:
    """Whole fields around `at`: the window ends at commas, brackets or blanks of a long line."""
    low, high = max(start, at - most // 3), min(end, at + most // 2)
    before = [found.end() for found in FIELD.finditer(text, low, at)]
    after = [found.start() for found in FIELD.finditer(text, at, high)]
    left = start if low == start else before[0] if before else at
    right = end if high == end else after[-1] if after else high
    return left, max(right, min(at + 1, end))


def _prose(analysis: MessageAnalysis) -> tuple[Span, ...]:
    """Stretches of the text that statements or an error speak for, in order."""
    spoken = [
        unit.span for unit in analysis.units if unit.span.part == "text" and unit.kind in _SPOKEN
    ]
    crash = crash_of(analysis.message)
    if crash is None:
        return tuple(spoken)
    printed = Span(analysis.message.id, "text", crash.start, len(analysis.message.text))
    return (*(span for span in spoken if span.end <= crash.start), printed)


def _holds(spans: Sequence[Span], at: int) -> bool:
    place = bisect_right(spans, at, key=lambda span: span.start) - 1
    return place >= 0 and at < spans[place].end
