"""What the validator hands back to the loop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from uagent_memory.segments import QualityReport, SegmentName

__all__ = ["Verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A report, and how the segments' weights should change for a better draft.

    `steer` is empty when the draft may stand: weight factors of the failing segments otherwise.
    """

    report: QualityReport
    steer: Mapping[SegmentName, float]
