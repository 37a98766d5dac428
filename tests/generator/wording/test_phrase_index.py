"""Lists of phrases: which a text begins with, which it holds."""

from __future__ import annotations

import pytest

from uagent_memory.generator.wording.phrase_index import (
    lists_at,
    lists_in,
    lists_opening,
    phrase_list,
)


@pytest.mark.parametrize("name", lists_at("beginning"))
@pytest.mark.parametrize("before", ["", "**", "(… ", "- "])
def test_every_phrase_opens_a_text(name: str, before: str) -> None:
    """Also in capitals, and after marks."""
    phrases = [phrase for listed in phrase_list(name).values() for phrase in listed]
    assert all(name in lists_opening(f"{before}{phrase.upper()} x") for phrase in phrases)


@pytest.mark.parametrize("text", ["", "**", "42 tests", "Parsers split.", "解析器"])
def test_a_text_that_begins_otherwise_opens_with_nothing(text: str) -> None:
    """Marks and figures are no words."""
    assert not lists_opening(text)


@pytest.mark.parametrize("text", ["Let me-", "let me 看", "让我看"])
def test_whole_words_open_a_text(text: str) -> None:
    """Chinese has no blanks between its words."""
    assert "intention" in lists_opening(text)


@pytest.mark.parametrize(
    "text", ["Let men", "let me_", "let meé", "Parsers. Let me look.", "请让我"]
)
def test_longer_words_and_later_ones_do_not(text: str) -> None:
    """Only the beginning counts."""
    assert "intention" not in lists_opening(text)


def test_a_beginning_further_on_counts_from_there() -> None:
    """What stands before it is passed over."""
    assert "intention" in lists_opening("Parsers. Let me look.", 8)


@pytest.mark.parametrize("name", lists_at("anywhere"))
def test_every_phrase_is_found_in_a_text(name: str) -> None:
    """Wherever it stands, in capitals too."""
    phrases = [phrase for listed in phrase_list(name).values() for phrase in listed]
    assert all(name in lists_in(f"x {phrase.upper()}, x") for phrase in phrases)


@pytest.mark.parametrize("name", lists_at("anywhere"))
def test_english_phrases_count_as_whole_words_only(name: str) -> None:
    """Chinese ones wherever they stand."""
    for phrase in phrase_list(name)["en"]:
        assert name not in lists_in(f"x{phrase}") or _holds_another(phrase, name)
        assert name not in lists_in(f"{phrase}_") or _holds_another(phrase, name)
    assert all(name in lists_in(f"x{phrase}_") for phrase in phrase_list(name)["zh"])


def _holds_another(phrase: str, name: str) -> bool:
    return any(other in phrase for other in phrase_list(name)["en"] if other != phrase)


def test_a_text_without_phrases_holds_none() -> None:
    """In either language."""
    assert not lists_in("src/http.py")
    assert not lists_in("解析器")


def test_texts_of_a_long_session_are_read_once() -> None:
    """A million tokens hold some 50,000 sentences, over which several passes go."""
    lists_in.cache_clear()
    for _ in range(2):
        for number in range(50_000):
            lists_in(f"sentence {number}")
    assert lists_in.cache_info().misses == 50_000
    lists_in.cache_clear()
