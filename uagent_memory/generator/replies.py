"""Which messages of agents answer a user."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uagent_memory.analyzer.types import MessageAnalysis
from uagent_memory.messages import Author

__all__ = ["answering", "replying"]

_USER = Author.USER


def replying(messages: Sequence[MessageAnalysis]) -> frozenset[int]:
    """Messages in which an agent speaks next after a user."""
    return frozenset(reply.index for _, reply in _replies(messages))


def answering(messages: Sequence[MessageAnalysis]) -> frozenset[int]:
    """Those that come after a question."""
    return frozenset(
        reply.index
        for heard, reply in _replies(messages)
        if "?" in heard.message.text or "？" in heard.message.text
    )


def _replies(
    messages: Sequence[MessageAnalysis],
) -> Iterator[tuple[MessageAnalysis, MessageAnalysis]]:
    """A user's message, and what an agent says next."""
    heard = None
    for analysis in messages:
        author = analysis.message.author
        if author is _USER:
            heard = analysis
        elif heard is not None and author is Author.AGENT and analysis.message.text.strip():
            yield heard, analysis
            heard = None
