"""InformationDensityEvaluator (UAgent document, section 4.2)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.analyzer import density
from uagent_memory.analyzer.density import InformationDensityEvaluator
from uagent_memory.analyzer.types import ContentClassification, ContentType, TechnicalLevel


@pytest.fixture
def evaluator() -> InformationDensityEvaluator:
    return InformationDensityEvaluator()


def kind(
    content_type: ContentType = "general", level: TechnicalLevel = "basic"
) -> ContentClassification:
    return ContentClassification(content_type, 0.5, (), level, "informational")


def test_formula(evaluator: InformationDensityEvaluator) -> None:
    """Three words, all different, one sentence, no term: 0.3 x 1 + 0.3 x 3/15."""
    assert evaluator.evaluate_density("one two three.", kind()) == pytest.approx(0.36)


def test_class_and_level_multiply(evaluator: InformationDensityEvaluator) -> None:
    """The document's multipliers of type and technical level apply."""
    text = "one two three."
    assert evaluator.evaluate_density(text, kind("user_interaction")) == pytest.approx(0.288)
    assert evaluator.evaluate_density(text, kind("general", "advanced")) == pytest.approx(0.54)


@pytest.mark.parametrize(
    "term", ["camelCase", "CamelCase", "HTTPServer", "snake_case", "parseHTML"]
)
def test_technical_terms(evaluator: InformationDensityEvaluator, term: str) -> None:
    """Every way of joining words into a name counts as a technical term."""
    plain = evaluator.evaluate_density("one two three word.", kind())
    assert evaluator.evaluate_density(f"one two three {term}.", kind()) == pytest.approx(
        plain + 0.1
    )


def test_code_counts_as_five_terms(evaluator: InformationDensityEvaluator) -> None:
    """An inline snippet and a fenced one weigh the same, and the share is clamped."""
    words = "one two three four five six seven eight nine ten. "
    plain = evaluator.evaluate_density(words, kind())
    inline = evaluator.evaluate_density(words.replace("one", "`one`"), kind())
    assert inline == pytest.approx(plain + 0.4 * 0.5)


def test_file_names_end_no_sentence(evaluator: InformationDensityEvaluator) -> None:
    """A dot inside a name or a number does not shorten the sentences."""
    dotted = evaluator.evaluate_density("read a.b c.d e.f now", kind())
    assert dotted == pytest.approx(0.3 + 0.3 * 8 / 15)


def test_chinese_has_words(evaluator: InformationDensityEvaluator) -> None:
    """A Chinese text is not one word: repeating it lowers the density."""
    varied = evaluator.evaluate_density("数据库连接超时需要重新设计缓存策略", kind())
    repeated = evaluator.evaluate_density("好的好的好的好的好的好的好的好的好", kind())
    assert 0 < repeated < varied


def test_blank_is_zero(evaluator: InformationDensityEvaluator) -> None:
    """A text without words has no density."""
    assert evaluator.evaluate_density(" \n--- \t", kind()) == 0.0


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_always_between_zero_and_one(text: str) -> None:
    """Any text of any class stays within 0..1."""
    evaluator = InformationDensityEvaluator()
    assert 0.0 <= evaluator.evaluate_density(text, kind("code_implementation", "advanced")) <= 1.0


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="aB1_ .é中", max_size=20))
def test_a_technical_term_leaves_its_sign(text: str) -> None:
    """The look at the whole text finds a sign just where one of its words is a term."""
    words = [*density.HAN_WORD.findall(text), *density.OTHER_WORD.findall(text)]
    assert bool(density.JOINED_INSIDE.search(text)) == any(map(density.JOINED.search, words))
