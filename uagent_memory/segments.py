"""The eight segments, their entries, and the CompressedContext that holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from uagent_memory.entry_kind import EntryKind
from uagent_memory.fact_name import FactName
from uagent_memory.messages import Author, Message, Span, Trust
from uagent_memory.quality_report import (
    Degradation,
    HandoffStatus,
    LossLevel,
    QualityReport,
    RetentionScores,
    Rewrite,
    Survival,
)
from uagent_memory.segment_name import SegmentName
from uagent_memory.telemetry import RewriteCost, Telemetry

if TYPE_CHECKING:
    from uagent_memory.recall import Explanation

__all__ = [
    "CompressedContext",
    "CompressionResult",
    "Degradation",
    "Entry",
    "HandoffStatus",
    "LossLevel",
    "QualityReport",
    "RetentionScores",
    "Rewrite",
    "RewriteCost",
    "Segment",
    "SegmentName",
    "Survival",
    "Telemetry",
]


class Entry(BaseModel):
    """One whole sentence or ledger line of a segment.

    `text` may span lines (a code block); `children` are its sub-lines. Every literal of `text`
    stands in one of `sources`.
    """

    model_config = ConfigDict(frozen=True)

    text: str
    sources: tuple[Span, ...]
    speaker: str = ""
    """Who said it, as a rendering shows it before the text ("Ana: "); "" where one speaks."""
    trust: Trust = Trust.AGENT
    kind: EntryKind = EntryKind.STATEMENT
    fact: str = ""
    """Key of the fact it renders, "" for a statement."""
    facts: tuple[FactName, ...] = ()
    """Every fact it says: its own, each item's of a list, and what its words tell besides."""
    must_keep: bool = False
    cites: tuple[str, ...] = ()
    """Ids of the messages that its reference names, where a hand-off passed its words on: those
    that the hand-off cites for them. () where its sources are cited themselves."""
    children: tuple[Entry, ...] = ()

    @property
    def cited(self) -> frozenset[str]:
        """Ids of the messages that its reference names."""
        return frozenset(self.cites or (span.message_id for span in self.sources))


class Segment(BaseModel):
    model_config = ConfigDict(frozen=True)

    name: SegmentName
    entries: tuple[Entry, ...]
    tokens: int = 0


class CompressedContext(BaseModel):
    """A finished hand-off (the document's CompressionResult): segments, receipt and rendering.

    Equal inputs and settings give equal bytes; `telemetry` is outside equality and every dump.
    """

    model_config = ConfigDict(frozen=True)

    role: str
    """The role whose context was compressed."""
    to: str
    """The receiver; the same role for a self-compaction."""
    status: HandoffStatus
    segments: tuple[Segment, ...]
    markdown: str
    tokens: int
    """Of `markdown`, by the counter of the call."""
    original_length: int
    """Characters of the input."""
    compressed_length: int
    """Characters of the eight segments."""
    actual_ratio: float
    """Tokens kept / tokens in."""
    quality_score: float
    report: QualityReport
    contract: str = ""
    tools: tuple[str, ...] = ()
    telemetry: Telemetry = Field(default_factory=Telemetry, exclude=True, repr=False)
    _originals: tuple[Message, ...] = PrivateAttr(default=())

    def with_originals(self, originals: tuple[Message, ...]) -> CompressedContext:
        """The same hand-off, able to quote a verbatim tail of what it covers."""
        copy = self.model_copy()
        copy._originals = originals  # noqa: SLF001 - our own copy
        return copy

    def __str__(self) -> str:
        return self.markdown

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CompressedContext):
            return NotImplemented
        return self.model_dump() == other.model_dump()

    def __hash__(self) -> int:
        return hash((self.role, self.to, self.markdown))

    def messages(
        self,
        format: Literal["anthropic", "openai"] = "anthropic",  # noqa: A002 - the name the API promises
        tail: int = 0,
    ) -> list[dict[str, Any]]:
        """The hand-off as a provider's message list, as reference data in a user message.

        What was too short to compress is whole: for another role in that message, for the role
        itself as the messages themselves. A role's own system messages come first in OpenAI's
        form, on top of the budget; another role has its own, and never gets the sender's.

        Args:
            format: whose message shape.
            tail: how many of the newest originals follow verbatim, on top of the budget; the cut
                moves to a legal point, so that no call is parted from its result.
        """
        from uagent_memory.formats import render_messages

        if self.status == "unchanged":
            is_own = self.role == self.to and bool(self._originals)
            summary = None if is_own else self.markdown
            originals = self._originals if is_own else ()
            return render_messages(format, originals, summary=summary)
        originals = self._originals if self.role == self.to else _without_system(self._originals)
        return render_messages(format, originals, summary=self.markdown, tail=tail)

    def recall_tool(self, format: Literal["anthropic", "openai"] = "anthropic") -> dict[str, Any]:  # noqa: A002 - as above
        """A tool with which the receiving model can fetch originals."""
        from uagent_memory.recall import recall_tool

        return recall_tool(format)

    def explain(self, target: str) -> Explanation:
        """Where a path, literal or message is kept, or why it was left out."""
        from uagent_memory.recall import explain

        return explain(self, target, self._originals)


CompressionResult = CompressedContext
"""The document's name."""


def _without_system(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """What a prompt says to one role is no order to the next; its rules stand in the hand-off."""
    return tuple(message for message in messages if message.author is not Author.SYSTEM)
