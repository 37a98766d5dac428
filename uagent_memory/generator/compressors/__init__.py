"""One compressor per segment, in the order of the segments that may claim a text first."""

from __future__ import annotations

from uagent_memory.generator.compressors.base import Compressor
from uagent_memory.generator.compressors.concepts import ConceptsCompressor
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor
from uagent_memory.generator.compressors.errors import ErrorsCompressor
from uagent_memory.generator.compressors.files import FilesCompressor
from uagent_memory.generator.compressors.named_items import NamedItems
from uagent_memory.generator.compressors.passed_on_words import PassedOnWords
from uagent_memory.generator.compressors.pending_tasks import PendingTasksCompressor
from uagent_memory.generator.compressors.primary_request import PrimaryRequestCompressor
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor
from uagent_memory.generator.compressors.user_messages import (
    LatestUserMessage,
    UserMessagesCompressor,
)

__all__ = ["COMPRESSORS", "Compressor"]

COMPRESSORS: tuple[Compressor, ...] = (
    LatestUserMessage(),
    NamedItems(),
    PrimaryRequestCompressor(),
    PassedOnWords(),
    UserMessagesCompressor(),
    PendingTasksCompressor(),
    ErrorsCompressor(),
    FilesCompressor(),
    ProblemSolvingCompressor(),
    ConceptsCompressor(),
    CurrentWorkCompressor(),
)
"""A text that two segments could say is said by the earlier of these."""
