"""What one measurement gives, before anything is averaged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from benchmarks.quality.measure import Recall

__all__ = [
    "CostRow",
    "Failure",
    "Judge",
    "ProbeRow",
    "RecallRow",
    "Rows",
    "StructureRow",
    "SurvivalRow",
]

Judge: TypeAlias = Literal["ledger", "labels"]


@dataclass(frozen=True, slots=True)
class RecallRow:
    """A text at a cut. `budget` is None at a recorded compaction: the summary's own size."""

    compressor: str
    source: str
    session: str
    budget: int | None
    recall: Recall


@dataclass(frozen=True, slots=True)
class ProbeRow:
    """A text against one set of questions. `budget` is None for the set's own size."""

    compressor: str
    source: str
    key: str
    budget: int | None
    answered: int
    asked: int
    missed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SurvivalRow:
    """Facts of one kind in one session; `claimed` and `right` where claims can be judged."""

    compressor: str
    source: str
    session: str
    judge: Judge
    kind: str
    kept: int
    all: int
    right: int = 0
    claimed: int = 0


@dataclass(frozen=True, slots=True)
class StructureRow:
    """One check of one hand-off: how many faults, in how many things looked at."""

    compressor: str
    session: str
    check: str
    faults: int
    looked_at: int
    example: str = ""


@dataclass(frozen=True, slots=True)
class CostRow:
    """The first call on a history, and counting its tokens once."""

    compressor: str
    tokens: int
    seconds: float
    counting_seconds: float


@dataclass(frozen=True, slots=True)
class Failure:
    """A compressor that gave no text; its figures count as an empty text's."""

    compressor: str
    session: str
    error: str


@dataclass(slots=True)
class Rows:
    """Everything measured on some sessions."""

    recall: list[RecallRow] = field(default_factory=list)
    probes: list[ProbeRow] = field(default_factory=list)
    survival: list[SurvivalRow] = field(default_factory=list)
    structure: list[StructureRow] = field(default_factory=list)
    cost: list[CostRow] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def extend(self, other: Rows) -> None:
        self.recall += other.recall
        self.probes += other.probes
        self.survival += other.survival
        self.structure += other.structure
        self.cost += other.cost
        self.failures += other.failures
