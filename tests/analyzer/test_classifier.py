"""ContentClassifier: types, levels, actionability, keywords (UAgent document, section 4.1)."""

from __future__ import annotations

import pytest

from uagent_memory.analyzer.classifier import ContentClassifier


@pytest.fixture
def classifier() -> ContentClassifier:
    return ContentClassifier()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The API protocol and its schema follow the standard.", "technical_specification"),
        ("This function imports the module and returns a class.", "code_implementation"),
        ("It failed with an exception; the bug is fixed.", "error_information"),
        ("The user asked for feedback and must confirm.", "user_interaction"),
        ("Task done, two tasks pending, progress is good.", "workflow_status"),
        ("See the tutorial, the guide and the manual.", "documentation"),
        ("接口协议和架构规范", "technical_specification"),
        ("函数报错了，异常还没有修复", "error_information"),
        ("任务进度：两个阶段待处理", "workflow_status"),
        ("Blue sky.", "general"),
    ],
)
def test_type(classifier: ContentClassifier, text: str, expected: str) -> None:
    """The type with the most matching words, in both languages; general without any."""
    assert classifier.classify_content(text).content_type == expected


def test_no_match_inside_words(classifier: ContentClassifier) -> None:
    """ "rapid" holds no api, "candidate" no did, "this" no is."""
    result = classifier.classify_content("rapid candidate, this")
    assert result.content_type == "general"
    assert result.actionability == "historical"
    assert result.confidence == 0.5


def test_confidence_grows_with_matches_up_to_one(classifier: ContentClassifier) -> None:
    """A tenth for each match, as the document has it."""
    assert classifier.classify_content("error").confidence == pytest.approx(0.1)
    assert classifier.classify_content("error " * 40).confidence == 1.0


def test_keywords_are_ordered_by_count_then_place(classifier: ContentClassifier) -> None:
    """The order is stable: most frequent first, then first seen."""
    result = classifier.classify_content("bug, error, issue: error")
    assert result.keywords == ("error", "bug", "issue")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("encryption of a file", "advanced"),
        ("a database query", "intermediate"),
        ("print a string", "basic"),
        ("分布式架构", "advanced"),
        ("", "basic"),
    ],
)
def test_technical_level(classifier: ContentClassifier, text: str, expected: str) -> None:
    """The highest level with a match."""
    assert classifier.classify_content(text).technical_level == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You must fix it and update the docs", "actionable"),
        ("It is fine and they are here", "informational"),
        ("Yesterday came and went", "historical"),
        ("必须修复并更新", "actionable"),
        ("这是一个示例", "informational"),
        ("但是于是还是", "historical"),
    ],
)
def test_actionability(classifier: ContentClassifier, text: str, expected: str) -> None:
    """More words that ask than words that tell; particles with 是 tell nothing."""
    assert classifier.classify_content(text).actionability == expected


def test_long_texts_are_sampled(classifier: ContentClassifier) -> None:
    """Head and tail decide, the middle of a very long text is not looked at."""
    text = "x " * 20_000 + " error " * 50 + "x " * 20_000
    assert classifier.classify_content(text).content_type == "general"
    assert classifier.classify_content("error " + text).content_type == "error_information"


def test_any_text_is_taken(classifier: ContentClassifier) -> None:
    """Control characters and lone surrogates do no harm."""
    assert (
        classifier.classify_content("\0\ud800 error \x1b[31m").content_type == "error_information"
    )
