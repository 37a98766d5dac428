"""Segment 2: what was said that explains."""

from __future__ import annotations

from typing import ClassVar

from uagent_memory.generator.compressors.agents_words import propose_statements
from uagent_memory.generator.compressors.base import Compressor
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.generator.view import GeneratorView
from uagent_memory.segments import SegmentName

__all__ = ["ConceptsCompressor"]


class ConceptsCompressor(Compressor):
    """Terms that matter, each in the sentence that explains it here."""

    segment: ClassVar[SegmentName] = SegmentName.CONCEPTS

    def propose(self, view: GeneratorView, pool: CandidatePool) -> None:
        propose_statements(view, pool, self.segment)
