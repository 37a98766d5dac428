"""A stand-in for the engine, and hand-offs as it would make them."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

from uagent_memory.inputs import Inputs
from uagent_memory.messages import Span
from uagent_memory.segments import (
    CompressedContext,
    Degradation,
    Entry,
    HandoffStatus,
    QualityReport,
    RetentionScores,
    Segment,
    SegmentName,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uagent_memory.messages import Message

__all__ = ["StandInCompressor", "handoff", "report"]

SCORES = RetentionScores(
    length_ratio=0.5,
    keyword_retention=1.0,
    technical_retention=1.0,
    numerical_retention=1.0,
    structural_integrity=1.0,
    semantic_coherence=1.0,
    overall_retention=1.0,
    loss_level="minimal",
    is_acceptable=True,
)


def report(
    *,
    status: HandoffStatus = "accepted",
    coverage: dict[str, str] | None = None,
    lost: tuple[str, ...] = (),
    degraded: tuple[Degradation, ...] = (),
) -> QualityReport:
    return QualityReport(
        status=status,
        budget=100,
        tokens=10,
        original_tokens=200,
        minimum_budget=10,
        passes=1,
        scores=SCORES,
        readability=1.0,
        quality_score=1.0,
        coverage=coverage or {},
        lost=lost,
        degraded=degraded,
    )


def handoff(
    markdown: str = "summary",
    *,
    role: str = "coder",
    to: str | None = None,
    segments: tuple[Segment, ...] = (),
    made: QualityReport | None = None,
) -> CompressedContext:
    made = made or report()
    return CompressedContext(
        role=role,
        to=to or role,
        status=made.status,
        segments=segments,
        markdown=markdown,
        tokens=10,
        original_length=1000,
        compressed_length=len(markdown),
        actual_ratio=0.05,
        quality_score=1.0,
        report=made,
    )


class StandInCompressor:
    """Quotes the first words of every message; keeps what it was called with."""

    def __init__(
        self, *, status: HandoffStatus = "accepted", error: Exception | None = None
    ) -> None:
        self.status = status
        self.error = error
        self.seen: list[tuple[str, ...]] = []
        self.started = Event()
        self.gate = Event()
        self.gate.set()

    def __call__(self, messages: Sequence[Message], inputs: Inputs) -> CompressedContext:
        self.seen.append(tuple(message.id for message in messages))
        self.started.set()
        self.gate.wait(timeout=30)
        if self.error is not None:
            raise self.error
        first, last = messages[0], messages[-1]
        entry = Entry(text=first.text[:20], sources=(Span(first.id, "text", 0, 20),))
        return handoff(
            f"{len(messages)} messages {first.id} to {last.id} for {inputs.to or inputs.role}",
            role=inputs.role,
            to=inputs.to,
            segments=(Segment(name=SegmentName.CURRENT_WORK, entries=(entry,)),),
            made=report(
                status=self.status, coverage={message.id: "covered" for message in messages}
            ),
        ).with_originals(tuple(messages))
