"""The eight segments, their entries, and the CompressedContext with its QualityReport."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from uagent_memory.entry_kind import EntryKind
from uagent_memory.fact_name import FactName
from uagent_memory.messages import Message, Span, Trust

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


class SegmentName(StrEnum):
    """The eight segments, in order."""

    PRIMARY_REQUEST = "Primary Request and Intent"
    CONCEPTS = "Key Technical Concepts"
    FILES = "Files and Code Sections"
    ERRORS = "Errors and fixes"
    PROBLEM_SOLVING = "Problem Solving"
    USER_MESSAGES = "All user messages"
    PENDING_TASKS = "Pending Tasks"
    CURRENT_WORK = "Current Work"


HandoffStatus: TypeAlias = Literal["accepted", "budget_too_small", "unchanged"]
"""`unchanged`: too short to compress; the context holds the input whole."""

LossLevel: TypeAlias = Literal["minimal", "acceptable", "moderate", "severe"]


class Entry(BaseModel):
    """One whole sentence or ledger line of a segment.

    `text` may span lines (a code block); `children` are its sub-lines. Every literal of `text`
    stands in one of `sources`.
    """

    model_config = ConfigDict(frozen=True)

    text: str
    sources: tuple[Span, ...]
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


class RetentionScores(BaseModel):
    """The document's five scores (section 7.1) and what follows from them; all 0..1."""

    model_config = ConfigDict(frozen=True)

    length_ratio: float
    keyword_retention: float
    technical_retention: float
    numerical_retention: float
    structural_integrity: float
    semantic_coherence: float
    overall_retention: float
    loss_level: LossLevel
    is_acceptable: bool


class Survival(BaseModel):
    """Facts of one kind (or entries of one segment): in the text, only by recall, or gone.

    `lost` is 0 unless originals could not be stored.
    """

    model_config = ConfigDict(frozen=True)

    kept: int = 0
    recoverable: int = 0
    lost: int = 0


class Degradation(BaseModel):
    """A must-keep item that the budget forced into a shorter form."""

    model_config = ConfigDict(frozen=True)

    kind: str
    key: str
    form: Literal["head_and_tail", "path_and_state", "key_part", "reference", "left_out"]
    sources: tuple[Span, ...]


class Rewrite(BaseModel):
    """What became of one segment on the model path."""

    model_config = ConfigDict(frozen=True)

    segment: SegmentName
    choice: Literal["draft", "model", "model_repaired"]
    """Whose text stands: the deterministic draft's, the model's, or the model's with lines put
    back that it had left out."""
    reason: str
    faults: tuple[str, ...] = ()
    """What the audit found in the model's last text that was not used as it was."""
    tokens_before: int = 0
    tokens_after: int = 0


class QualityReport(BaseModel):
    """Whether the hand-off may be used, and what it leaves out."""

    model_config = ConfigDict(frozen=True)

    status: HandoffStatus
    budget: int
    tokens: int
    original_tokens: int
    minimum_budget: int
    """The least budget at which this same call is `accepted`."""
    passes: int
    scores: RetentionScores
    readability: float
    offending: tuple[str, ...] = ()
    """Entries the readability checker objects to, each as `segment: text`."""
    quality_score: float
    """overall_retention x readability."""
    by_kind: Mapping[str, Survival] = Field(default_factory=dict)
    by_segment: Mapping[str, Survival] = Field(default_factory=dict)
    lost: tuple[str, ...] = ()
    """What was left out, most important first: `kind: key (m12)`; recall brings it back."""
    degraded: tuple[Degradation, ...] = ()
    warnings: tuple[str, ...] = ()
    coverage: Mapping[str, str] = Field(default_factory=dict)
    """message id -> "kept" (quoted or whole), "covered" (by this record) or "earlier"."""
    rewrites: tuple[Rewrite, ...] = ()
    """The model path, segment by segment; empty where it is off."""
    masked: Mapping[str, int] = Field(default_factory=dict)
    """Different secrets of the input by kind, which stand-ins such as `[SECRET:token:1]` replace
    everywhere in the result; `recall` returns originals as they were."""


class RewriteCost(BaseModel):
    """What the model path spent on one segment."""

    model_config = ConfigDict(frozen=True)

    segment: SegmentName
    calls: int = 0
    input_tokens: int = 0
    """Neither read from nor written to a cache."""
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    cost: float | None = None
    """US dollars; None where no prices are known."""
    seconds: float = 0.0


class Telemetry(BaseModel):
    """What a call took and cost; outside equality and outside every rendering.

    Zero: not measured.
    """

    model_config = ConfigDict(frozen=True)

    seconds: float = 0.0
    """Of the whole call."""
    stages: Mapping[str, float] = Field(default_factory=dict)
    """Seconds by stage: count, mask, analyze, prioritize, propose, generate, validate, render; and
    rewrite, the model path with its own checks."""
    passes: int = 0
    """How often the generator filled the budget."""
    messages_read: int = 0
    """Messages analysed in this call."""
    messages_cached: int = 0
    """Messages known from an earlier call."""
    rewrites: tuple[RewriteCost, ...] = ()
    """What the model path took, by segment."""


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
        itself as the messages themselves.

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
        return render_messages(format, self._originals, summary=self.markdown, tail=tail)

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
