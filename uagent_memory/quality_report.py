"""The QualityReport: whether a hand-off may be used, what it leaves out, and how it was judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from uagent_memory.messages import Span
from uagent_memory.segment_name import SegmentName

__all__ = [
    "Degradation",
    "HandoffStatus",
    "LossLevel",
    "QualityReport",
    "RetentionScores",
    "Rewrite",
    "Survival",
]

HandoffStatus: TypeAlias = Literal["accepted", "budget_too_small", "unchanged"]
"""`unchanged`: too short to compress; the context holds the input whole."""

LossLevel: TypeAlias = Literal["minimal", "acceptable", "moderate", "severe"]


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
    """The least budget at which this same call is `accepted`; of an input that came back whole, the
    least at which it does."""
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
