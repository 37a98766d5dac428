"""Quoted evidence: lines of tool output and call arguments that hold what is needed next."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.facts import FactKind
from uagent_memory.generator.compressors.base import quoted
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import RECENT, GeneratorView
from uagent_memory.messages import Author, Message, Span
from uagent_memory.segments import SegmentName

__all__ = ["EvidenceQuoter"]

LISTING_PREFIX = re.compile(r"[ \t]*\d{1,7}(?:→|\t|:|-)")

@dataclass(frozen=True, slots=True)
class _Line:
    span: Span
    text: str


class EvidenceQuoter:
    """Proposes lines for the terms most likely to be needed, under the call that printed them."""

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        limits = view.settings.limits
        top = heapq.nsmallest(limits.quote_terms, view.need, key=lambda t: (-view.need[t], t))
        places = self._places(view, dict.fromkeys(top), limits.quotes_per_term)
        calls = _calls_by_id(view)
        for index in sorted(places):
            self._propose_message(view, pool, view.messages[index], places[index], calls)

    def _places(
        self, view: GeneratorView, top: Mapping[str, None], most: int
    ) -> dict[int, list[str]]:
        """Message index -> the top terms to quote from it; the latest messages of each term."""
        left = dict.fromkeys(top, most)
        places: dict[int, list[str]] = {}
        for analysis in reversed(view.messages):
            author = analysis.message.author
            from_output = author is Author.TOOL
            terms = analysis.terms if from_output else _argument_terms(view, analysis)
            for term in terms:
                if left.get(term):
                    left[term] -= 1
                    places.setdefault(analysis.index, []).append(term)
        return places

    def _propose_message(
        self,
        view: GeneratorView,
        pool: CandidatePool,
        analysis: MessageAnalysis,
        terms: list[str],
        calls: Mapping[str, tuple[Message, int]],
    ) -> None:
        lines = sorted(_lines(analysis.message, terms), key=lambda line: line.span)
        usable = [line for line in lines if self._is_usable(view, line)]
        if not usable:
            return
        index = analysis.index
        segment, head, sources = _heading(view, analysis, calls)
        factor = view.settings.worth.quote * view.boost(index)
        parent = pool.propose(
            segment,
            head,
            sources,
            order=(2, index),
            kind="note",
            targets=view.targets(head, words=False, factor=factor),
        )
        if parent is None:
            parent = pool.find(segment, head)
        for line in usable:
            pool.propose(
                segment,
                line.text,
                (line.span,),
                order=(2, index, line.span.start),
                kind="quote",
                targets=view.targets(line.text, factor=factor),
                parent=parent,
                joins=f"quote:{analysis.message.id}",
                style="code",
            )

    def _is_usable(self, view: GeneratorView, line: _Line) -> bool:
        limits = view.settings.limits
        if len(line.text) > limits.quote_characters:
            return False
        return len(line.text.split()) >= limits.quote_words or not line.text.isascii()


def _lines(message: Message, terms: list[str]) -> Iterator[_Line]:
    """The lines that hold a term, each once, listing prefixes left out."""
    seen: set[tuple[str, int]] = set()
    for part, text in message.parts():
        if part == "text" and message.author is not Author.TOOL:
            continue
        first_line_end = -1 if part == "text" else text.find("\n")
        for term in terms:
            at = text.find(term)
            if at < 0:
                continue
            start = text.rfind("\n", 0, at) + 1
            if (part, start) in seen or (part != "text" and start <= first_line_end):
                continue
            seen.add((part, start))
            end = text.find("\n", at)
            line = text[start : len(text) if end < 0 else end]
            prefix = LISTING_PREFIX.match(line)
            skip = prefix.end() if prefix else 0
            skip += len(line[skip:]) - len(line[skip:].lstrip())
            body = line[skip:].rstrip()
            if body:
                begin = start + skip
                yield _Line(Span(message.id, part, begin, begin + len(body)), body)


def _argument_terms(view: GeneratorView, analysis: MessageAnalysis) -> Mapping[str, int]:
    """Terms of a message's calls, but for edits: the file ledger quotes those."""
    edited = any(
        seen.kind is FactKind.FILE and seen.span.part.startswith("call:")
        for seen in analysis.observations
    )
    return {} if edited else analysis.call_terms


def _calls_by_id(view: GeneratorView) -> dict[str, tuple[Message, int]]:
    return {
        call.id: (analysis.message, index)
        for analysis in view.messages
        for index, call in enumerate(analysis.message.tool_calls)
    }


def _heading(
    view: GeneratorView, analysis: MessageAnalysis, calls: Mapping[str, tuple[Message, int]]
) -> tuple[SegmentName, str, tuple[Span, ...]]:
    """Where the lines go and which call they come from."""
    message = analysis.message
    recent = view.recency(analysis.index) > RECENT
    segment = SegmentName.CURRENT_WORK if recent else SegmentName.FILES
    place = (message, 0) if message.tool_calls else calls.get(message.tool_call_id or "")
    if place is None:
        name = message.tool_name or message.agent or "tool"
        return segment, f"Output of {name}:", (Span(message.id, "text", 0, 0),)
    caller, index = place
    call = caller.tool_calls[index]
    source = Span(caller.id, f"call:{index}", 0, len(call.text))
    shown = call.argument("file_path", "path", "command", "pattern", "query").strip()
    shown = shown.split("\n", 1)[0][: view.settings.limits.command_characters // 2]
    head = f"{call.name} {quoted(shown)}" if shown else call.name
    return segment, f"{head}:", (source,)
