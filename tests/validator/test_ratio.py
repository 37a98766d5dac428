from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.prioritizer.types import ImportanceMetrics
from uagent_memory.segments import LossLevel, RetentionScores, SegmentName, Survival
from uagent_memory.validator.ratio import (
    AdjustmentReason,
    CompressionRatioController,
    RatioDecision,
)

PLAIN = ImportanceMetrics(0.5, 0.5, 0.5, 0.5, 0.5)
HIGH = ImportanceMetrics(0.9, 0.9, 0.9, 0.9, 0.9)


def scores(retention: float, level: LossLevel) -> RetentionScores:
    return RetentionScores(
        length_ratio=0.5,
        keyword_retention=retention,
        technical_retention=retention,
        numerical_retention=retention,
        structural_integrity=retention,
        semantic_coherence=retention,
        overall_retention=retention,
        loss_level=level,
        is_acceptable=level in ("minimal", "acceptable"),
    )


GOOD, BAD = scores(0.9, "minimal"), scores(0.2, "severe")
MIXED = {
    SegmentName.ERRORS.value: Survival(kept=1, recoverable=9),
    SegmentName.FILES.value: Survival(kept=9, recoverable=1),
    SegmentName.CONCEPTS.value: Survival(),
}


@pytest.mark.parametrize(
    ("current", "target", "importance", "loss", "needed"),
    [
        (0.6, 0.6, PLAIN, GOOD, False),
        (0.6, 0.6, PLAIN, BAD, True),
        (0.3, 0.6, PLAIN, GOOD, True),
        (0.45, 0.6, PLAIN, GOOD, False),
        (0.6, 0.6, HIGH, scores(0.65, "acceptable"), True),
        (0.6, 0.6, PLAIN, scores(0.65, "acceptable"), False),
        (0.03, 0.03, PLAIN, BAD, False),
    ],
)
def test_need_follows_the_document(
    current: float,
    target: float,
    importance: ImportanceMetrics,
    loss: RetentionScores,
    *,
    needed: bool,
) -> None:
    """Severe loss, deviation above 0.2 or important content lost; never below the least target."""
    controller = CompressionRatioController()
    assert controller.assess_adjustment_need(current, target, importance, loss) is needed


@pytest.mark.parametrize(
    ("current", "importance", "loss", "expected"),
    [
        (0.3, PLAIN, BAD, 0.8),
        (0.3, PLAIN, scores(0.45, "moderate"), 0.65),
        (0.4, HIGH, scores(0.65, "acceptable"), 0.6),
        (0.7, HIGH, BAD, 0.9),
        (0.1, PLAIN, GOOD, 0.3),
    ],
)
def test_new_target_adds_up_the_documents_adjustments(
    current: float, importance: ImportanceMetrics, loss: RetentionScores, expected: float
) -> None:
    """Level, importance and retention each add their share; the sum is clamped."""
    controller = CompressionRatioController()
    assert controller.calculate_new_target_ratio(current, 0.6, importance, loss) == pytest.approx(
        expected
    )


def test_a_good_text_that_is_too_long_is_tightened() -> None:
    """What the document's controller cannot do: one step down, never below the target."""
    controller = CompressionRatioController()
    assert controller.calculate_new_target_ratio(0.9, 0.5, PLAIN, GOOD) == pytest.approx(0.8)
    assert controller.calculate_new_target_ratio(0.55, 0.5, PLAIN, GOOD) == pytest.approx(0.5)
    decision = controller.control_compression_ratio(
        GOOD, by_segment=MIXED, current_ratio=0.9, target_ratio=0.5
    )
    assert decision.reasons == (AdjustmentReason.RATIO_DEVIATION,)
    assert decision.factors[SegmentName.FILES] < 1


def test_a_decision_names_who_gives_and_who_gets() -> None:
    """The failing segment is relaxed by its excess loss, one with loss to spare is tightened."""
    decision = CompressionRatioController().control_compression_ratio(
        BAD, by_segment=MIXED, current_ratio=0.5, target_ratio=0.5
    )
    assert decision.factors.keys() == {SegmentName.ERRORS, SegmentName.FILES}
    assert decision.factors[SegmentName.ERRORS] > 1 > decision.factors[SegmentName.FILES]
    assert decision.factors[SegmentName.ERRORS] == pytest.approx(1.5)
    assert decision.factors[SegmentName.FILES] == pytest.approx(1.0 - 0.1 * 0.5)
    assert decision


def test_at_a_few_percent_it_does_not_steer() -> None:
    """Below the least compression ratio the document's levels say nothing."""
    decision = CompressionRatioController().control_compression_ratio(
        BAD, by_segment=MIXED, current_ratio=0.03, target_ratio=0.03
    )
    assert decision == RatioDecision(new_target_ratio=0.03)
    assert not decision


SHARES = st.floats(0, 1)
SURVIVALS = st.dictionaries(
    st.sampled_from([name.value for name in SegmentName]),
    st.builds(Survival, kept=st.integers(0, 20), recoverable=st.integers(0, 20)),
)
LEVELS: st.SearchStrategy[LossLevel] = st.sampled_from(
    ["minimal", "acceptable", "moderate", "severe"]
)


@settings(max_examples=100, deadline=None)
@given(SURVIVALS, SHARES, SHARES, st.builds(scores, SHARES, LEVELS))
def test_steps_are_bounded(
    survivals: dict[str, Survival], current: float, target: float, loss: RetentionScores
) -> None:
    """Factors stay positive and below 1.5, the new target within its clamps, equal for equal."""
    controller = CompressionRatioController()

    def decide() -> RatioDecision:
        return controller.control_compression_ratio(
            loss, by_segment=survivals, current_ratio=current, target_ratio=target
        )

    decision = decide()
    assert decision == decide()
    assert all(0.5 <= factor <= 1.5 for factor in decision.factors.values())
    assert all(factor != 1.0 for factor in decision.factors.values())
    if decision:
        assert 0.3 <= decision.new_target_ratio <= 0.9
