"""Many texts looked at at once show what each shows by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.analyzer.classifier import ContentClassifier
from uagent_memory.analyzer.joined import JoinedTexts
from uagent_memory.analyzer.lexicon import Lexicon
from uagent_memory.analyzer.lexicon_batches import count_each, find_each
from uagent_memory.analyzer.once import KnownTexts, all_once, each_once

WORDS = Lexicon(
    {"problem": ["error", "fail*", "root cause", "错误"], "_calm": ["no error", "没错误"]}
)
PIECES = (
    "error",
    "no ",
    "failed",
    "root",
    " cause",
    "错误",
    "没",
    "\0",
    "\n",
    " ",
    "ΑΣ",
    "İ",
    "'s",
    "x",
)
TEXTS = st.lists(st.lists(st.sampled_from(PIECES), max_size=6).map("".join), max_size=8)


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_matches_of_many_texts_are_those_of_each(texts: list[str]) -> None:
    """No phrase reaches from one text into the next, and each is placed from its own start."""
    assert list(map(list, find_each(WORDS, texts))) == list(map(WORDS.find, texts))
    assert list(map(dict, count_each(WORDS, texts))) == [dict(WORDS.count(text)) for text in texts]


def test_more_texts_than_are_looked_up_in_one_go() -> None:
    texts = ["no error here", "an error", ""] * 300
    assert list(map(list, find_each(WORDS, texts))) == list(map(WORDS.find, texts))


def test_a_lexicon_without_words_finds_nothing_in_many_texts() -> None:
    assert list(find_each(Lexicon({}), ("a", "b"))) == [(), ()]


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.lists(st.sampled_from(("error", "错", "s", "cause")), max_size=3))
def test_marks_are_found_in_the_texts_that_hold_them(texts: list[str], marks: list[str]) -> None:
    expected = {at for at, text in enumerate(texts) if any(mark in text for mark in marks)}
    assert JoinedTexts(texts).holding(marks) == expected


@pytest.mark.parametrize("pattern", [r"\d", r"a\b", r"(?<!\w)b"])
def test_patterns_are_found_in_the_texts_that_match(pattern: str) -> None:
    """The edge of a text is the edge of a word."""
    texts = ["a", "b1", "", "ab 2", "ba", "3"]
    expected = {at for at, text in enumerate(texts) if re.search(pattern, text)}
    assert JoinedTexts(texts).matching(re.compile(pattern)) == expected


def test_equal_texts_are_read_once() -> None:
    read: list[str] = []

    def length(text: str) -> int:
        read.append(text)
        return len(text)

    assert each_once(length, ["ok", "yes", "ok"]) == [2, 3, 2]
    assert read == ["ok", "yes"]
    assert all_once(lambda texts: map(len, texts), ["ok", "yes", "ok"]) == [2, 3, 2]


def test_classes_of_many_texts_are_those_of_each() -> None:
    texts = ["The API schema needs a new field.", "", "报错了，测试失败。", "Thanks!"]
    classifier = ContentClassifier()
    alone = [classifier.classify_content(text) for text in texts]
    assert list(classifier.classify_contents(texts)) == alone


def test_what_is_known_of_texts_is_not_read_again() -> None:
    """Of more texts than are kept those that were asked for last are known."""
    read = list[str]()

    def lengths(texts: Sequence[str]) -> list[int]:
        read.extend(texts)
        return list(map(len, texts))

    known = KnownTexts[int](3)
    assert known.read(lengths, ["ok", "yes", "ok"]) == [2, 3, 2]
    assert known.read(lengths, ["ok", "好的", "yes", "done"]) == [2, 2, 3, 4]
    assert known.read(lengths, ["好的", "yes", "done", "ok"]) == [2, 3, 4, 2]
    assert read == ["ok", "yes", "好的", "done", "ok"]
    assert KnownTexts[int](0).read(lengths, ["ok"]) == [2]
    assert read[-2:] == ["ok", "ok"]
