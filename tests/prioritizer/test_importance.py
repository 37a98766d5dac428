from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.prioritizer.contexts import classified
from uagent_memory.analyzer.types import ContentType
from uagent_memory.prioritizer.importance import INDICATOR, INDICATOR_SIGN, ImportanceRanker
from uagent_memory.prioritizer.types import ImportanceMetrics


def rank(content: str, **counts: int) -> ImportanceMetrics:
    return ImportanceRanker().rank_importance(content, classified(), **counts)


@pytest.mark.parametrize("content", ["critical error, security risk", "关键错误：安全风险"])
def test_three_critical_words_are_fully_critical(content: str) -> None:
    """The same in both languages."""
    assert rank(content).criticality_score == 1.0


@pytest.mark.parametrize("content", ["mustard and tissue", "no errors found", "没问题"])
def test_words_match_whole_and_not_denied(content: str) -> None:
    """Neither inside other words nor where their absence is stated."""
    assert rank(content).criticality_score == 0.0


@pytest.mark.parametrize(
    ("content_type", "expected"),
    [("error_information", 0.5), ("documentation", 0.8 / 3), ("general", 1 / 3)],
)
def test_the_content_type_scales_criticality(content_type: ContentType, expected: float) -> None:
    """The document's multipliers."""
    metrics = ImportanceRanker().rank_importance("one problem", classified(content_type))
    assert metrics.criticality_score == pytest.approx(expected)


def test_dependency_adds_up_its_three_capped_parts() -> None:
    """Words up to 0.4, later references up to 0.4, outbound references up to 0.2."""
    assert rank("depends").dependency_score == pytest.approx(0.4)
    assert rank("", reference_count=1).dependency_score == pytest.approx(0.2)
    assert rank("", reference_count=9).dependency_score == pytest.approx(0.4)
    assert rank("see above").dependency_score == pytest.approx(0.2)
    full = rank("it depends on the output, see above", reference_count=9)
    assert full.dependency_score == pytest.approx(1.0)


def test_uniqueness_falls_with_likeness_and_rises_with_detail() -> None:
    """Details: terms of any case style, numbers, and code spans counted twice."""
    assert rank("").uniqueness_score == pytest.approx(0.6)
    assert rank("", similar_content_count=3).uniqueness_score == 0.0
    assert rank("HTTPServer parse_config fooBar 12").uniqueness_score == pytest.approx(0.76)
    assert rank("`a` and ```b```").uniqueness_score == pytest.approx(0.76)


def test_actionability_follows_the_class() -> None:
    """Actionable 1, informational .5, historical .2."""
    ranker = ImportanceRanker()
    found = [
        ranker.rank_importance("", classified(actionability=kind)).actionability_score
        for kind in ("actionable", "informational", "historical")
    ]
    assert found == [1.0, 0.5, 0.2]


def test_the_whole_is_the_documents_weighted_sum() -> None:
    """.35, .25, .20, .20."""
    metrics = rank("one problem depends on 3 inputs", reference_count=2)
    assert metrics.overall_importance == pytest.approx(
        0.35 * metrics.criticality_score
        + 0.25 * metrics.dependency_score
        + 0.20 * metrics.uniqueness_score
        + 0.20 * metrics.actionability_score
    )


CONTENT = st.text(alphabet="error must 关键 `12_A\0\ud800é", max_size=200)


@settings(max_examples=100, deadline=None)
@given(CONTENT, st.integers(0, 20), st.integers(0, 20))
def test_scores_stay_within_bounds(content: str, references: int, alike: int) -> None:
    """All parts lie in 0..1; references never lower the whole, likeness never raises it."""
    found = rank(content, reference_count=references, similar_content_count=alike)
    assert all(0.0 <= getattr(found, name) <= 1.0 for name in ImportanceMetrics._fields)
    more = rank(content, reference_count=references + 1, similar_content_count=alike)
    worse = rank(content, reference_count=references, similar_content_count=alike + 1)
    assert worse.overall_importance <= found.overall_importance <= more.overall_importance


def test_a_huge_content_is_judged_by_a_sample() -> None:
    """What stands deep inside a long printout is not read; its end is."""
    filler = "lorem ipsum\n" * 100_000
    assert rank(filler + "critical error, security risk" + filler).criticality_score == 0.0
    assert rank(filler + "critical error, security risk").criticality_score == 1.0


@settings(max_examples=200, deadline=None)
@given(st.text("aZbQ_ .3,文`", max_size=24))
def test_the_sign_of_details_stands_in_each(content: str) -> None:
    """The cheap look passes every text that holds a number or a name."""
    assert INDICATOR_SIGN.search(content) or not INDICATOR.search(content)
