from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.validator.entries import entry, segment
from uagent_memory.prioritizer.types import ImportanceMetrics
from uagent_memory.segments import SegmentName, Survival
from uagent_memory.validator.loss import InformationLossDetector, OriginalProfile

PLAIN = ImportanceMetrics(0.5, 0.5, 0.5, 0.5, 0.5)
HIGH = ImportanceMetrics(0.9, 0.9, 0.9, 0.9, 0.9)
TEXT = "The HTTPServer must answer in 30 ms; parse_config fails with code 12.5."


def detector() -> InformationLossDetector:
    return InformationLossDetector()


def test_the_whole_text_keeps_everything() -> None:
    """Nothing is lost where nothing was left out."""
    scores = detector().detect_information_loss(TEXT, TEXT, PLAIN)
    assert scores.overall_retention == pytest.approx(1.0)
    assert (scores.length_ratio, scores.loss_level, scores.is_acceptable) == (1.0, "minimal", True)


def test_each_score_counts_its_own_kind() -> None:
    """Keywords, terms and numbers are measured apart, by the document's weights."""
    kept = "parse_config fails with code 12.5."
    scores = detector().detect_information_loss(TEXT, kept, PLAIN)
    assert scores.keyword_retention == pytest.approx(0.5)
    assert scores.technical_retention == pytest.approx(0.5)
    assert scores.numerical_retention == pytest.approx(0.5)
    assert scores.structural_integrity == scores.semantic_coherence == 1.0
    assert scores.overall_retention == pytest.approx(0.25 * 0.5 + 0.3 * 0.5 + 0.15 * 0.5 + 0.3)
    assert scores.length_ratio == pytest.approx(len(kept) / len(TEXT))


def test_words_and_numbers_match_whole() -> None:
    """ "must" is not in "mustard", 12 is not 12.5, and a word does not hide in a path."""
    scores = detector().detect_information_loss("must be 12", "mustard at 12.5", PLAIN)
    assert scores.keyword_retention == scores.numerical_retention == 0.0


def test_chinese_keywords_and_numbers_count() -> None:
    """Numbers beside Chinese characters are seen, and keywords have Chinese equivalents."""
    scores = detector().detect_information_loss("必须在30秒内完成，否则失败", "必须30秒", PLAIN)
    assert scores.numerical_retention == 1.0
    assert scores.keyword_retention == pytest.approx(1 / 3)


def test_what_the_original_has_not_cannot_be_lost() -> None:
    """Empty originals count as kept, with length ratio 0 as in the document."""
    scores = detector().detect_information_loss("", "", PLAIN)
    assert scores.overall_retention == pytest.approx(1.0)
    assert scores.length_ratio == 0.0


@pytest.mark.parametrize(
    ("retention", "plain", "important"),
    [
        (0.85, "minimal", "minimal"),
        (0.75, "minimal", "acceptable"),
        (0.55, "acceptable", "moderate"),
        (0.35, "moderate", "severe"),
        (0.1, "severe", "severe"),
    ],
)
def test_loss_levels_follow_the_document(retention: float, plain: str, important: str) -> None:
    """Important content needs ten points more."""
    from uagent_memory.validator.settings import ValidatorSettings

    loss = ValidatorSettings.load().loss
    assert loss.levels.level(retention) == plain
    assert loss.levels_if_important.level(retention) == important


def test_importance_above_the_limit_is_judged_more_strictly() -> None:
    """The same retention has a worse level where the content is important."""
    kept = "parse_config fails with code 12.5."
    assert detector().detect_information_loss(TEXT, kept, PLAIN).loss_level == "acceptable"
    profile = OriginalProfile.of_texts((TEXT,), importance=HIGH)
    scores = detector().detect_information_loss(profile, [segment(kept)])
    assert (scores.loss_level, scores.is_acceptable) == ("acceptable", True)
    worse = detector().detect_information_loss(profile, [segment("It fails.", "They fail.")])
    assert worse.loss_level == "severe"


def test_structures_count_while_half_of_their_items_stand() -> None:
    """A list of four is recognisable by two items, not by one."""
    original = "- keep a\n- keep b\n- keep c\n- keep d"
    by_two = detector().detect_information_loss(original, "keep b. keep c.", PLAIN)
    by_one = detector().detect_information_loss(original, "keep b.", PLAIN)
    assert (by_two.structural_integrity, by_one.structural_integrity) == (1.0, 0.0)


def test_torn_entries_cost_coherence() -> None:
    """An open reference and a broken end count; a reference to the entry before it does not."""
    torn = segment("It fails.", "We use the", "The parser works.", "It works.")
    scores = detector().detect_information_loss("", [torn], PLAIN)
    assert scores.semantic_coherence == pytest.approx(0.25)
    following = segment(entry("The parser works.", start=0), entry("It is fast.", start=20))
    assert detector().detect_information_loss("", [following], PLAIN).semantic_coherence == 1.0


def test_users_words_and_code_are_never_torn() -> None:
    """Verbatim user messages and printed lines are what they are."""
    users = segment("it fails and", name=SegmentName.USER_MESSAGES)
    code = segment(entry("foo(bar,", kind="quote"))
    assert detector().detect_information_loss("", [users, code], PLAIN).semantic_coherence == 1.0


def test_critical_segments_may_lose_less() -> None:
    """Three tenths of a critical segment, six of another; what had nothing to say is left out."""
    excess = detector().excess_losses(
        {
            SegmentName.ERRORS: Survival(kept=5, recoverable=5),
            SegmentName.FILES: Survival(kept=5, recoverable=5),
            SegmentName.CONCEPTS: Survival(),
        }
    )
    assert excess == {
        SegmentName.ERRORS: pytest.approx(0.2),
        SegmentName.FILES: pytest.approx(-0.1),
    }


CONTENT = st.text(alphabet="ab HTTP_must 12.5-\n|`?必须错误", max_size=120)


@settings(max_examples=100, deadline=None)
@given(st.lists(CONTENT, max_size=5), st.lists(CONTENT, max_size=5))
def test_scores_stay_within_bounds(originals: list[str], kept: list[str]) -> None:
    """All scores lie in 0..1 and equal inputs give equal scores, for any texts."""
    profile = OriginalProfile.of_texts(originals)
    scores = detector().detect_information_loss(profile, [segment(*kept)])
    assert scores == detector().detect_information_loss(profile, [segment(*kept)])
    values = scores.model_dump(exclude={"loss_level", "is_acceptable"}).values()
    assert all(0.0 <= value <= 1.0 for value in values)


@settings(max_examples=100, deadline=None)
@given(st.lists(CONTENT, min_size=1, max_size=5), st.integers(0, 5))
def test_keeping_more_never_loses_more(texts: list[str], count: int) -> None:
    """Retention of keywords, terms and numbers grows with what is kept."""
    profile = OriginalProfile.of_texts(texts)
    less = detector().detect_information_loss(profile, [segment(*texts[:count])])
    more = detector().detect_information_loss(profile, [segment(*texts)])
    assert less.keyword_retention <= more.keyword_retention == 1.0
    assert less.technical_retention <= more.technical_retention == 1.0
    assert less.numerical_retention <= more.numerical_retention == 1.0
    assert less.structural_integrity <= more.structural_integrity
