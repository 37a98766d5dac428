"""What the analyzer hands on: units with cues, a class, a density and observations per message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntFlag, StrEnum
from typing import Literal, NamedTuple, TypeAlias

from uagent_memory.ledger import Ledger, Observation
from uagent_memory.messages import Message, Span

__all__ = [
    "Actionability",
    "ContentClassification",
    "ContentType",
    "ContextAnalysis",
    "Cue",
    "MessageAnalysis",
    "TechnicalLevel",
    "Unit",
    "UnitKind",
]


class UnitKind(StrEnum):
    """The smallest things kept or dropped."""

    SENTENCE = "sentence"
    HEADING = "heading"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    CODE = "code"  # a fenced or indented block
    COMMAND = "command"  # a shell line in text, or a call's command; `result` names its output
    TRACEBACK = "traceback"
    LOG = "log"  # a run of log lines or other printed output
    JSON = "json"
    FIELD = "field"  # a sentence in a field of JSON that an agent writes: "reason": "..."
    DIFF = "diff"


class Cue(IntFlag):
    """Cue classes of a prose unit; several may hold. 0: none."""

    NONE = 0
    DECISION = 1  # "we will use", "let's go with", 决定
    OUTCOME = 2  # "all 12 tests pass", "done", 已完成
    FINDING = 4  # "it turns out", "the problem is", 发现
    CAUSE = 8  # "because", "the reason", 因为
    PLAN = 16  # "next I will", 接下来
    DEMAND = 32  # "must", "please", "don't", 必须, 不要
    REJECTED = 64  # "instead of", "rather than", "won't work", 不采用
    QUESTION = 128
    ERROR = 256
    DEFINITION = 512  # "X is a ...", "X means", X 是
    OPEN = 1024  # "still to do", "not yet", 尚未
    CONCLUSION = 2048  # "in summary", "so", 总之, 结论

    def meets(self, classes: Cue) -> bool:
        """Whether one of the classes holds; faster than `&`, which makes a new flag."""
        return self._value_ & classes._value_ != 0


class Unit(NamedTuple):
    """A stretch of one message part. `text` is exactly the text at `span`."""

    kind: UnitKind
    span: Span
    text: str
    cue: Cue
    lead: str = ""
    """The heading or list lead-in it stands under, exactly as written; "" if none."""
    lead_span: Span | None = None
    result: Span | None = None
    """For a command: its output."""


ContentType: TypeAlias = Literal[
    "technical_specification",
    "code_implementation",
    "error_information",
    "user_interaction",
    "workflow_status",
    "documentation",
    "general",
]
TechnicalLevel: TypeAlias = Literal["basic", "intermediate", "advanced"]
Actionability: TypeAlias = Literal["actionable", "informational", "historical"]


class ContentClassification(NamedTuple):
    """Result of the ContentClassifier (UAgent document, section 4.1)."""

    content_type: ContentType
    confidence: float
    keywords: tuple[str, ...]
    technical_level: TechnicalLevel
    actionability: Actionability


@dataclass(frozen=True, slots=True)
class MessageAnalysis:
    """Everything known of one message by itself."""

    message: Message
    index: int
    """Position in the analysed list."""
    turn: int
    """Number of agent turns before it; 0 for what stands before the first reply."""
    classification: ContentClassification
    density: float
    """Information density, 0..1."""
    relevance: float
    """To the receiving role, 0..1."""
    units: tuple[Unit, ...]
    observations: tuple[Observation, ...]
    terms: Mapping[str, int]
    """Atoms (paths, identifiers, numbers ...) of all parts with their counts."""
    call_terms: Mapping[str, int]
    """Those of them that stand in tool-call arguments."""


@dataclass(frozen=True, slots=True)
class ContextAnalysis:
    """The analyzer's result for one role's context."""

    messages: tuple[MessageAnalysis, ...]
    ledger: Ledger
    cached: int = field(default=0, compare=False)
    """How many of the messages an earlier call had read."""
