"""The quality of compressed retrieval results: times, numbers, the question's words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from uagent_memory.condensers.retrieval.layout import overview, without_tags
from uagent_memory.condensers.retrieval.segments import RetrievalFile, shown_time
from uagent_memory.condensers.retrieval.settings import retrieval_settings
from uagent_memory.condensers.retrieval.words import Segmenter, words_of
from uagent_memory.messages import Author, Message, Role, Span
from uagent_memory.segments import Entry
from uagent_memory.validator.trace import LiteralTracer

__all__ = ["RetrievalQuality", "quality_of"]

TIME = re.compile(
    r"(?<!\\)\[\s*([\d:.,]+)\s*(?:s|秒)?\s*[-–—~～至到]\s*([\d:.,]+)\s*(?:s|秒)?\s*\]"
)
ONE_TIME = re.compile(r"(?<!\\)\[\s*(\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d+)?|\d+\.\d+)\s*\]")


@dataclass(frozen=True, slots=True)
class RetrievalQuality:
    """Shares 0..1."""

    question_coverage: float
    """Of the question's words that stand in the content, those that stand in the result."""
    time_share: float
    """Of the result's paragraphs, those with a time; 1 where the content has none."""
    reduction: float
    """Of the characters removed."""
    invented: tuple[str, ...]
    """Times and literals that the content does not hold."""

    @property
    def is_usable(self) -> bool:
        return not self.invented


def quality_of(
    text: str,
    content: str,
    files: Sequence[RetrievalFile],
    question: str,
    *,
    segmenter: Segmenter | None = None,
) -> RetrievalQuality:
    """Judge a result against the content it was made from."""
    lines = [line for line in text.split("\n") if line.strip()]
    timed = any(segment.time for file in files for segment in file.segments)
    held = set(words_of(content, segmenter)) & set(words_of(question, segmenter))
    kept = held & set(words_of(text, segmenter))
    shares = [TIME.search(line) is not None for line in lines if len(line) > SHORT_LINE]
    return RetrievalQuality(
        question_coverage=len(kept) / len(held) if held else 1.0,
        time_share=sum(shares) / len(shares) if timed and shares else 1.0,
        reduction=1 - len(text) / len(content) if content else 0.0,
        invented=(
            *_invented_times(text, files),
            *_invented_literals(text, content, (question, *_counts(files))),
        ),
    )


SHORT_LINE = 40
"""Characters up to which a line is a heading."""


def _invented_times(text: str, files: Sequence[RetrievalFile]) -> list[str]:
    """Bracketed times that are not, sign by sign, the times of a segment or of a run of them."""
    starts = {shown_time(s.start) for file in files for s in file.segments if s.start is not None}
    ends = {shown_time(s.end) for file in files for s in file.segments if s.end is not None}
    wrong = [
        match.group()
        for match in TIME.finditer(text)
        if match[1] not in starts or match[2] not in ends or float(match[1]) > float(match[2])
    ]
    known = starts | ends
    return [*wrong, *(m.group() for m in ONE_TIME.finditer(text) if m[1] not in known)]


def _counts(files: Sequence[RetrievalFile]) -> list[str]:
    """What an overview says of the files: names and numbers of segments."""
    return [overview(files, wording) for wording in retrieval_settings().wording.values()]


def _invented_literals(text: str, content: str, known: Sequence[str]) -> list[str]:
    source = Message(id="m1", seq=0, role=Role.TOOL, author=Author.TOOL, text=content)
    tracer = LiteralTracer.of_messages({"m1": source}, extra=known)
    bare = ONE_TIME.sub(" ", TIME.sub(" ", without_tags(text)))
    span = Span("m1", "text", 0, len(content))
    return [
        literal
        for line in bare.split("\n")
        if line.strip()
        for literal in tracer.untraceable(Entry(text=line, sources=(span,)))
    ]
