"""Ranks segments by their relevance to a question."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from uagent_memory.condensers.retrieval.bm25 import Bm25
from uagent_memory.condensers.retrieval.segments import RetrievalFile, Segment
from uagent_memory.condensers.retrieval.settings import retrieval_settings
from uagent_memory.condensers.retrieval.strategy import Strategy
from uagent_memory.condensers.retrieval.words import Segmenter, words_of
from uagent_memory.given import check_kind

__all__ = ["EmbeddingModel", "Place", "checked", "ranked"]


@runtime_checkable
class EmbeddingModel(Protocol):
    """A local model that a caller may plug in; no vector need have length 1."""

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """A vector for each text, in order."""
        ...


def checked(embedding: EmbeddingModel | None) -> EmbeddingModel | None:
    """None, or whatever embeds texts.

    Raises:
        ConfigError: anything else.
    """
    check_kind("embedding", embedding, EmbeddingModel, advice="an object with `embed(texts)`")
    return embedding


@dataclass(frozen=True, slots=True)
class Place:
    """A segment by where it stands."""

    file: int
    segment: int


def ranked(
    question: str,
    files: Sequence[RetrievalFile],
    strategy: Strategy,
    *,
    segmenter: Segmenter | None,
    embedding: EmbeddingModel | None,
) -> list[Place]:
    """All segments that say something new, the most relevant first; ties in order.

    The best of each file comes before the rest where the question spreads over all of them.
    """
    places = [Place(f, s) for f, file in enumerate(files) for s in range(len(file.segments))]
    segments = [files[place.file].segments[place.segment] for place in places]
    words = [words_of(segment.text, segmenter) for segment in segments]
    scores = _scores(question, segments, words, strategy, segmenter=segmenter, embedding=embedding)
    if strategy.keeps_neighbours:
        scores = _with_neighbours(places, scores)
    order = sorted(range(len(places)), key=lambda index: (-scores[index], index))
    if strategy.spreads or len(files) > 1:
        order = _first_of_each(order, places, scores)
    return [places[index] for index in _fresh(order, places, segments, words)]


def _scores(
    question: str,
    segments: Sequence[Segment],
    words: Sequence[Sequence[str]],
    strategy: Strategy,
    *,
    segmenter: Segmenter | None,
    embedding: EmbeddingModel | None,
) -> list[float]:
    settings = retrieval_settings().ranking
    index = Bm25(words)
    found = _scaled(index.scores(words_of(question, segmenter)))
    if embedding is not None:
        near = _scaled(_cosines(question, segments, embedding))
        share = settings.embedding
        found = [(1 - share) * a + share * b for a, b in zip(found, near, strict=True)]
    central = _scaled([_centrality(own, index) for own in words])
    share = 1.0 if strategy.question == "summary" else settings.central
    return [
        one + share * middle + settings.kind * strategy.fits(segment) * min(1.0, 4 * one + 0.1)
        for one, middle, segment in zip(found, central, segments, strict=True)
    ]


def _centrality(words: Sequence[str], index: Bm25) -> float:
    """How much a segment says of what the others speak of too."""
    shared = [index.weight(word) for word in dict.fromkeys(words) if index.is_shared(word)]
    return sum(shared) / math.sqrt(len(words)) if words else 0.0


def _scaled(scores: Sequence[float]) -> list[float]:
    most = max(scores, default=0.0)
    return [score / most if most > 0 else 0.0 for score in scores]


def _cosines(question: str, segments: Sequence[Segment], embedding: EmbeddingModel) -> list[float]:
    asked, *told = embedding.embed([question, *(segment.text for segment in segments)])
    return [max(_cosine(asked, vector), 0.0) for vector in told]


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    size = math.sqrt(sum(x * x for x in one)) * math.sqrt(sum(y * y for y in other))
    return sum(x * y for x, y in zip(one, other, strict=True)) / size if size else 0.0


def _with_neighbours(places: Sequence[Place], scores: Sequence[float]) -> list[float]:
    """What is said next to something relevant gets half of its score."""
    grown = list(scores)
    for index in range(1, len(places)):
        if places[index].file == places[index - 1].file:
            grown[index] = max(grown[index], scores[index - 1] / 2)
    return grown


def _first_of_each(
    order: Sequence[int], places: Sequence[Place], scores: Sequence[float]
) -> list[int]:
    best: dict[int, int] = {}
    for index in order:
        if scores[index] > 0:
            best.setdefault(places[index].file, index)
    first = list(best.values())
    taken = set(first)
    return [*first, *(index for index in order if index not in taken)]


def _fresh(
    order: Sequence[int],
    places: Sequence[Place],
    segments: Sequence[Segment],
    words: Sequence[Sequence[str]],
) -> list[int]:
    """Without what its file has told: repeats, and segments of nearly no new words."""
    share = retrieval_settings().ranking.covered
    texts: set[tuple[int, str]] = set()
    told: dict[int, set[str]] = {}
    fresh = []
    for index in order:
        own, file = set(words[index]), places[index].file
        known = told.setdefault(file, set())
        text = (file, segments[index].text)
        if text in texts or (own and len(own & known) >= share * len(own)):
            continue
        texts.add(text)
        known |= own
        fresh.append(index)
    return fresh
