"""What a question asks for and what kind of content answers it (the document's last plan)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.condensers.retrieval.segments import Segment
from uagent_memory.condensers.retrieval.settings import retrieval_settings

__all__ = ["ContentKind", "QuestionKind", "Strategy", "strategy_for"]

QuestionKind: TypeAlias = Literal["time", "count", "compare", "list", "summary", "fact"]
ContentKind: TypeAlias = Literal["dialogue", "data", "narration"]
SPEAKER = re.compile(r"^[\w .'’-]{1,30}[:：]\s*\S")
DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Strategy:
    question: QuestionKind
    content: ContentKind

    def fits(self, segment: Segment) -> float:
        """How far a segment is of the kind that the question looks for, 0..1."""
        if self.question == "count":
            return float(DIGIT.search(segment.text) is not None)
        if self.question == "time":
            return float(bool(segment.time))
        return 0.0

    @property
    def spreads(self) -> bool:
        """Whether the answer lies all over the content rather than in one place."""
        return self.question in ("summary", "compare", "list")

    @property
    def keeps_neighbours(self) -> bool:
        """In talk an answer stands behind its question."""
        return self.content == "dialogue"


def strategy_for(question: str, segments: Sequence[Segment]) -> Strategy:
    """By the words of the question and the shape of the content."""
    found = _kinds().count(question)
    kinds: tuple[QuestionKind, ...] = ("time", "count", "compare", "list", "summary")
    kind: QuestionKind = next((name for name in kinds if name in found), "fact")
    return Strategy(kind, _content(segments))


def _content(segments: Sequence[Segment]) -> ContentKind:
    limits = retrieval_settings().contents
    least = max(len(segments), 1)
    if sum(SPEAKER.match(s.text) is not None for s in segments) / least >= limits.speaker_share:
        return "dialogue"
    if sum(DIGIT.search(s.text) is not None for s in segments) / least >= limits.number_share:
        return "data"
    return "narration"


@cache
def _kinds() -> Lexicon:
    return Lexicon(retrieval_settings().questions)
