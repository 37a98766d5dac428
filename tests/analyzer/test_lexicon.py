"""Word lists: whole English words, Chinese substrings, exact offsets."""

from __future__ import annotations

import sys
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.analyzer.lexicon import Lexicon, bounded_sample, fold, is_mostly_han

FILES = ("classification", "technical", "actionability", "cues", "outputs")


@pytest.fixture
def words() -> Lexicon:
    return Lexicon(
        {
            "being": ["is", "did"],
            "error": ["error", "fail*", "root cause", "错误"],
            "problem": ["problem", "问题"],
            "_calm": ["not a problem", "没问题"],
        }
    )


def test_words_match_whole(words: Lexicon) -> None:
    """ "is" is not found in "this", nor "did" in "candidate"."""
    assert words.count("this candidate") == {}
    assert words.count("it is; did") == {"being": 2}


def test_a_lexicon_without_words_finds_nothing() -> None:
    """Not even a NUL, which stands for its words."""
    assert Lexicon({}).find("a\0b") == []


def test_a_star_lets_letters_follow(words: Lexicon) -> None:
    """ "fail*" finds inflections, but no identifier that merely begins so."""
    found = words.find("failures and failed, fail_fast, fail2ban, unfailing")
    assert [(match.word, match.start, match.end) for match in found] == [
        ("fail", 0, 8),
        ("fail", 13, 19),
    ]


def test_chinese_matches_anywhere(words: Lexicon) -> None:
    """Chinese has no word boundaries, and a Chinese neighbour ends an English word."""
    assert words.count("这个错误is新的") == {"error": 1, "being": 1}


def test_hidden_phrases_hide_what_they_hold(words: Lexicon) -> None:
    """A phrase of a category with an underscore is not reported and covers the word inside."""
    assert words.count("not a problem, 没问题") == {}
    assert words.count("a problem, 问题") == {"problem": 2}


def test_phrases_cross_line_breaks(words: Lexicon) -> None:
    """A wrapped line does not part the words of a phrase."""
    assert [match.word for match in words.find("the Root\ncause")] == ["root cause"]


def test_offsets_survive_odd_characters(words: Lexicon) -> None:
    """A capital dotted I, which grows when lowered, and a lone surrogate move no offset."""
    text = "\u0130\u0130 \ud800 ERROR"
    (match,) = words.find(text)
    assert text[match.start : match.end] == "ERROR"


def test_only_one_character_grows_when_lowered() -> None:
    """The one that `fold` replaces is the only one there is."""
    grown = [chr(c) for c in range(sys.maxunicode + 1) if len(chr(c).lower()) != 1]
    assert grown == ["\u0130"]


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    """Each code point stays one code point, and the result has a UTF-8 form."""
    folded = fold(text)
    assert len(folded) == len(text)
    folded.encode()


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="is errofalp问题错误_ \n", max_size=60))
def test_matches_are_ordered_and_apart(text: str) -> None:
    """Matches come from left to right and none overlaps another."""
    lexicon = Lexicon({"a": ["is", "error", "fail*", "问题"], "b": ["错误", "is a"]})
    ends = [(match.start, match.end) for match in lexicon.find(text)]
    assert all(start < end for start, end in ends)
    assert all(before[1] <= after[0] for before, after in pairwise(ends))


@pytest.mark.parametrize("name", FILES)
def test_shipped_lists_load(name: str) -> None:
    """Every shipped list compiles and finds each of its own entries."""
    lexicon = Lexicon.load(name)
    assert lexicon is Lexicon.load(name)
    assert lexicon.count("") == {}


def test_several_files_make_one_lexicon() -> None:
    """Files named together are matched in one pass."""
    counts = Lexicon.load("classification", "actionability").count("we must fix the error")
    assert counts["error_information"] == 2
    assert counts["actionable"] == 2


def test_a_sample_keeps_head_and_tail() -> None:
    """Short texts stay whole; of long ones the first and last characters remain."""
    assert bounded_sample("abcdef", head=4, tail=2) == "abcdef"
    assert bounded_sample("abcdefg", head=2, tail=2) == "ab\n…\nfg"
    assert bounded_sample("abcdefg", head=2, tail=0) == "ab\n…\n"


def test_mostly_chinese_means_a_third() -> None:
    """Mixed text counts as Chinese from a third of ideographs on."""
    assert is_mostly_han("修复了 foo")
    assert not is_mostly_han("fix the 错 in main")
