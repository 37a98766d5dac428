"""Retrieval results cut to a length without a model: whole segments, the most relevant first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from uagent_memory.condensers.retrieval.layout import by_file, escaped, hierarchical, overview
from uagent_memory.condensers.retrieval.limit import Limit
from uagent_memory.condensers.retrieval.ranking import EmbeddingModel, ranked
from uagent_memory.condensers.retrieval.segments import RetrievalFile
from uagent_memory.condensers.retrieval.selection import Fits, Layout, fitted
from uagent_memory.condensers.retrieval.settings import Wording
from uagent_memory.condensers.retrieval.strategy import strategy_for
from uagent_memory.condensers.retrieval.words import Segmenter

__all__ = ["RuleSelection"]


@dataclass(frozen=True, slots=True)
class RuleSelection:
    """Holds what ranks and words a result."""

    wording: Wording
    segmenter: Segmenter | None
    embedding: EmbeddingModel | None = None

    def content(self, files: Sequence[RetrievalFile]) -> str:
        """All of it, with its tags."""
        return "\n\n".join(hierarchical(file, self.wording) for file in files)

    def result(self, question: str, files: Sequence[RetrievalFile], limit: Limit) -> str:
        """What fits: with tags, else without any, else the names of the files."""

        def titled(chosen: Sequence[RetrievalFile]) -> str:
            return by_file(chosen, self.wording)

        layout: Layout = titled if len(files) > 1 else self.content
        text = self.selected(question, files, layout, limit.fits)
        if not text:
            text = self.selected(question, files, _bare, limit.fits)
        return text or self.overview(files, limit)

    def selected(
        self, question: str, files: Sequence[RetrievalFile], layout: Layout, fits: Fits
    ) -> str:
        """The most relevant segments that fit, in the order in which they stand."""
        segments = [segment for file in files for segment in file.segments]
        order = ranked(
            question,
            files,
            strategy_for(question, segments),
            segmenter=self.segmenter,
            embedding=self.embedding,
        )
        return fitted(files, order, layout, fits)

    def overview(self, files: Sequence[RetrievalFile], limit: Limit) -> str:
        """Which files there are, and that no more can be said."""
        text = f"{overview(files, self.wording)}\n{self.wording.failed}"
        return limit.cut(text) or limit.clipped(text)


def _bare(files: Sequence[RetrievalFile]) -> str:
    """No tags: for lengths that have no room for any."""
    return "\n".join(f"{escaped(s.text)}{s.time}" for file in files for s in file.segments)
