"""Retrieval results: what bears on a question, times and sources exact (docs/retrieval.md)."""

from __future__ import annotations

from uagent_memory.condensers.retrieval.compressor import SummaryCompressor
from uagent_memory.condensers.retrieval.quality import RetrievalQuality
from uagent_memory.condensers.retrieval.ranking import EmbeddingModel
from uagent_memory.condensers.retrieval.settings import RetrievalConfig
from uagent_memory.condensers.retrieval.subtitles import read_subtitle_file, read_subtitles

__all__ = [
    "EmbeddingModel",
    "RetrievalConfig",
    "RetrievalQuality",
    "SummaryCompressor",
    "read_subtitle_file",
    "read_subtitles",
]
