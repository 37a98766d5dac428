"""CompressionRatioController: which segments to relax or tighten in the next pass, and by how much.

UAgent document, section 7.2. The document's controller can only expand the whole text; ours names
the failing segments, can tighten others to make room, and never touches the budget. It steers only
where the target is at least `min_compression_ratio`: at a few percent of a long history the
document's levels always say "severe".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from uagent_memory.prioritizer.types import ImportanceMetrics
from uagent_memory.segments import RetentionScores, SegmentName, Survival
from uagent_memory.validator.loss import InformationLossDetector
from uagent_memory.validator.original import UNKNOWN
from uagent_memory.validator.settings import RatioSettings, ValidatorSettings

__all__ = ["AdjustmentReason", "CompressionRatioController", "RatioDecision"]


class AdjustmentReason(StrEnum):
    SEVERE_LOSS = "severe_loss"
    RATIO_DEVIATION = "ratio_deviation"
    IMPORTANT_LOST = "important_lost"


@dataclass(frozen=True, slots=True)
class RatioDecision:
    """What the next pass should change; falsy if nothing."""

    reasons: tuple[AdjustmentReason, ...] = ()
    new_target_ratio: float = 0.0
    factors: Mapping[SegmentName, float] = field(default_factory=dict)
    """Multipliers of segment weights: above 1 relaxes, below 1 tightens."""

    def __bool__(self) -> bool:
        return bool(self.factors)


class CompressionRatioController:
    """Steers the loop of generating and validating."""

    def __init__(
        self,
        settings: RatioSettings | None = None,
        *,
        detector: InformationLossDetector | None = None,
    ) -> None:
        self._settings = settings or ValidatorSettings.load().ratio
        self._detector = detector or InformationLossDetector()

    def steers(self, target_ratio: float) -> bool:
        """Whether the target is in the range in which the document's levels mean something."""
        return target_ratio >= self._settings.min_compression_ratio

    def control_compression_ratio(
        self,
        scores: RetentionScores,
        *,
        by_segment: Mapping[str, Survival],
        current_ratio: float,
        target_ratio: float,
        importance_metrics: ImportanceMetrics = UNKNOWN,
    ) -> RatioDecision:
        """Decide on the next pass.

        Args:
            scores: of the present draft.
            by_segment: what of each segment is kept, by the segment's name.
            current_ratio: tokens kept / tokens in, of the draft.
            target_ratio: the same, as asked for.
            importance_metrics: of the original.
        """
        reasons = self._reasons(current_ratio, target_ratio, importance_metrics, scores)
        if not reasons or not self.steers(target_ratio):
            return RatioDecision(new_target_ratio=target_ratio)
        new_target = self.calculate_new_target_ratio(
            current_ratio, target_ratio, importance_metrics, scores
        )
        segments = {SegmentName(name): survival for name, survival in by_segment.items()}
        factors = self._factors(segments, shrink=new_target < current_ratio)
        return RatioDecision(reasons, new_target, MappingProxyType(factors))

    def assess_adjustment_need(
        self,
        current_ratio: float,
        target_ratio: float,
        importance_metrics: ImportanceMetrics,
        scores: RetentionScores,
    ) -> bool:
        """The document's three conditions, where the controller steers at all."""
        return self.steers(target_ratio) and bool(
            self._reasons(current_ratio, target_ratio, importance_metrics, scores)
        )

    def calculate_new_target_ratio(
        self,
        current_ratio: float,
        target_ratio: float,
        importance_metrics: ImportanceMetrics,
        scores: RetentionScores,
    ) -> float:
        """The document's sum of adjustments, clamped; a step down where a good text is too long."""
        s = self._settings
        adjustment = self._adjustment(importance_metrics, scores)
        ratio = current_ratio + adjustment
        if scores.is_acceptable and current_ratio > target_ratio:
            ratio = max(target_ratio, current_ratio - s.adaptive_adjustment_factor)
        return max(min(ratio, s.max_compression_ratio), s.min_compression_ratio)

    def _adjustment(self, importance: ImportanceMetrics, scores: RetentionScores) -> float:
        s = self._settings
        adjustment = 0.0
        if scores.loss_level == "severe":
            adjustment += s.severe_adjustment
        elif scores.loss_level == "moderate":
            adjustment += s.moderate_adjustment
        if self._is_important(importance):
            adjustment += s.important_adjustment
        if scores.overall_retention < s.low_retention:
            adjustment += s.low_retention_adjustment
        elif scores.overall_retention < s.fair_retention:
            adjustment += s.fair_retention_adjustment
        return adjustment

    def _reasons(
        self,
        current_ratio: float,
        target_ratio: float,
        importance: ImportanceMetrics,
        scores: RetentionScores,
    ) -> tuple[AdjustmentReason, ...]:
        s = self._settings
        lost = self._is_important(importance) and scores.overall_retention < s.important_retention
        conditions = {
            AdjustmentReason.SEVERE_LOSS: scores.loss_level == "severe",
            AdjustmentReason.RATIO_DEVIATION: abs(current_ratio - target_ratio) > s.deviation,
            AdjustmentReason.IMPORTANT_LOST: lost,
        }
        return tuple(reason for reason, holds in conditions.items() if holds)

    def _is_important(self, importance: ImportanceMetrics) -> bool:
        return importance.overall_importance > self._detector.high_importance

    def _factors(
        self, by_segment: Mapping[SegmentName, Survival], *, shrink: bool
    ) -> dict[SegmentName, float]:
        """Failing segments are relaxed by their excess loss; where one is, or the text is too long,
        those with loss to spare are tightened in proportion."""
        s = self._settings
        excess = self._detector.excess_losses(by_segment)
        make_room = shrink or any(value > 0 for value in excess.values())
        factors = {}
        for name, value in excess.items():
            if value > 0:
                factors[name] = 1.0 + min(s.adaptive_adjustment_factor + value, s.largest_step)
            elif value < 0 and make_room and by_segment[name].kept:
                factors[name] = 1.0 + max(s.adaptive_adjustment_factor * value, -s.largest_step)
        return factors
