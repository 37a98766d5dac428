from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.prioritizer.temporal import TemporalRelevanceAnalyzer


def relevance(
    content: str, *, age_days: float | None = None, turns_ago: int = 0, total_turns: int = 10
) -> float:
    return TemporalRelevanceAnalyzer().analyze_temporal_relevance(
        content, age_days=age_days, turns_ago=turns_ago, total_turns=total_turns
    )


@pytest.mark.parametrize(
    ("content", "category"),
    [
        ("This is broken, then fix it", "immediate"),
        ("现在必须修复", "immediate"),
        ("We are working on the parser", "current_phase"),
        ("正在开发", "current_phase"),
        ("Next, the plan is to merge", "future_relevant"),
        ("接下来合并", "future_relevant"),
        ("It was completed", "historical"),
        ("之前已完成", "historical"),
        ("The parser reads candidates and knows owls", "timeless"),
        ("no errors found", "timeless"),
    ],
)
def test_categories_follow_the_documents_order(content: str, category: str) -> None:
    """The first category that a content holds, whole words, both languages."""
    assert TemporalRelevanceAnalyzer().categorize_temporal_relevance(content) == category


def test_a_stray_word_does_not_date_a_long_text() -> None:
    """The longer the text, the more words a category needs."""
    filler = "the parser reads " * 200
    found = TemporalRelevanceAnalyzer().categorize_temporal_relevance
    assert found(filler + "error") == "timeless"
    assert found("error " * 5 + filler) == "immediate"


@pytest.mark.parametrize(
    ("content", "expected"),
    [("owls", 0.9), ("it was so", 0.7), ("next", 1.0), ("working on it", 1.0), ("now", 1.0)],
)
def test_the_newest_content_has_its_multiplier(content: str, expected: float) -> None:
    """Without decay the score is the document's multiplier, at most 1."""
    assert relevance(content) == pytest.approx(expected)


def test_time_and_turns_decay_together() -> None:
    """A tenth a day for one half, the share of the session's turns for the other."""
    assert relevance("owls", age_days=2.0) == pytest.approx(0.9 * 0.9)
    assert relevance("owls", turns_ago=5) == pytest.approx(0.9 * 0.75)
    assert relevance("owls", age_days=99.0, turns_ago=10) == 0.0


def test_plans_age_more_slowly() -> None:
    """The document's future boost: what is planned ages 1.2 times slower."""
    assert relevance("next", age_days=6.0, turns_ago=6) == pytest.approx(0.5)


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(["now", "working on", "next", "it was", "owls", "\0\ud800" * 9]),
    st.floats(0, 100),
    st.floats(0, 100),
    st.integers(0, 50),
    st.integers(0, 50),
)
def test_age_and_distance_never_raise_relevance(
    content: str, days: float, more_days: float, turns: int, more_turns: int
) -> None:
    """Within 0..1 and falling in both; a missing time counts as now."""
    near = relevance(content, age_days=days, turns_ago=turns, total_turns=50)
    far = relevance(
        content, age_days=days + more_days, turns_ago=turns + more_turns, total_turns=50
    )
    unknown = relevance(content, turns_ago=turns, total_turns=50)
    assert 0.0 <= far <= near <= unknown <= 1.0
