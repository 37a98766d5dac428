"""KeyInformationExtractor and SegmentCompressor."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.generator.extractor import KeyInformationExtractor
from uagent_memory.generator.segment_compressor import SegmentCompressor
from uagent_memory.segments import SegmentName

SPECIFICATION = (
    "The weather was fine that day and nobody minded. "
    "The API must return HTTPError for schema 2 requests. "
    "We had lunch and talked about nothing in particular. "
    "接口必须返回 404 状态码。今天天气很好。"
)


def test_short_text_is_returned_as_it_is() -> None:
    """Up to 100 characters nothing is done."""
    assert KeyInformationExtractor().extract_key_information("Fix it.", 0.1) == "Fix it."


def test_keywords_terms_and_numbers_win_in_both_languages() -> None:
    """The sentences with rules and terms are kept, in order, word for word."""
    kept = KeyInformationExtractor().extract_key_information(
        SPECIFICATION, 0.45, strategy="specification"
    )
    assert "The API must return HTTPError for schema 2 requests." in kept
    assert "接口必须返回 404 状态码。" in kept
    assert "lunch" not in kept


def test_scores_are_the_documents() -> None:
    """1 a keyword, .5 a term, .3 a number."""
    score = KeyInformationExtractor().score("The protocol uses HTTPServer 2 times", "specification")
    assert score == pytest.approx(1.0 + 0.5 + 0.3)


@pytest.mark.parametrize(
    "sentence",
    ["用 HTTPServer 和 max_len", "用HTTPServer和max_len即可", "用 ÉtatMajor 和 größe_max"],
)
def test_terms_end_where_chinese_begins(sentence: str) -> None:
    """A Chinese character beside a term ends it as a blank does; letters are of any alphabet."""
    assert KeyInformationExtractor().score(sentence, "specification") == pytest.approx(2 * 0.5)


@given(st.text(max_size=600), st.floats(0.05, 1.0))
@settings(max_examples=100, deadline=None)
def test_every_kept_sentence_stands_in_the_source(text: str, ratio: float) -> None:
    """Nothing is invented: what is kept is a subsequence of the source's characters."""
    kept = KeyInformationExtractor().extract_key_information(text, ratio)
    rest = iter(text)
    assert all(char in rest for char in kept if not char.isspace())


def test_unknown_segment_gets_the_generic_strategy() -> None:
    """A name that is none of the eight is compressed all the same."""
    assert "HTTPError" in SegmentCompressor().compress_segment("Anything", SPECIFICATION, 0.4)


def test_users_words_are_never_shortened() -> None:
    """All user messages comes back as it went in."""
    compressor = SegmentCompressor()
    assert (
        compressor.compress_segment(SegmentName.USER_MESSAGES, SPECIFICATION, 0.1) == SPECIFICATION
    )


def test_blank_segment_is_empty() -> None:
    """White space holds nothing."""
    assert SegmentCompressor().compress_segment(SegmentName.FILES, " \n ", 0.5) == ""


def test_a_poor_compression_is_made_again_with_more_room() -> None:
    """One long sentence fills the first try and holds too little; the retry has room for more."""
    long = "It must and should be said that " + "very " * 30 + "much is so. "
    content = long + "The rows must hold. " * 20
    room = int(len(long) * 1.15)
    name = SegmentName.PRIMARY_REQUEST
    first = KeyInformationExtractor().key_sentences(
        content, room=int(room / 1.2), strategy="request"
    )
    assert [sentence.number for sentence in first] == [0]
    kept = SegmentCompressor().key_sentences(name, content, room=room)
    assert [sentence.number for sentence in kept] == [0, 1]
