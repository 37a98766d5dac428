from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.validator.wording import (
    begins_inside,
    begins_with_reference,
    breaks_off,
    has_words,
    is_listing,
)


@pytest.mark.parametrize(
    "text",
    [
        "It fails on Windows.",
        "This is wrong.",
        "They agreed.",
        "它失败了。",
        "这是错的。",
        "  Its key is lost.",
    ],
)
def test_an_open_reference_is_seen(text: str) -> None:
    """A sentence that begins with a bare pronoun needs the one before it."""
    assert begins_with_reference(text)


@pytest.mark.parametrize(
    "text",
    [
        "It turns out the parser fails.",
        "It (= `parser.py`) fails.",
        "This parser fails.",
        "Items are kept.",
        "其实不用改。",
        "The parser said it fails.",
        "",
    ],
)
def test_other_beginnings_are_no_reference(text: str) -> None:
    """Named, expletive and determined beginnings stand by themselves."""
    assert not begins_with_reference(text)


@pytest.mark.parametrize(
    "text",
    [
        "We chose a, b,",
        "Use the parser and",
        "call foo (bar",
        "run `pytest",
        "因为",
        "见（附录",
        "Result:",
        "```\nx = 1",
    ],
)
def test_a_broken_end_is_seen(text: str) -> None:
    """A comma, an open bracket or code span, a conjunction: the sentence must go on."""
    assert breaks_off(text)


@pytest.mark.parametrize(
    "text",
    [
        "Done.",
        "all 12 tests pass",
        "use `foo(` here",
        "a) first",
        "修复了（见上）。",
        "see [1]",
        "Look it up",
        "",
    ],
)
def test_whole_sentences_do_not_break_off(text: str) -> None:
    """A missing full stop alone is no sign: list items and headings have none."""
    assert not breaks_off(text)


def test_a_colon_may_announce_what_stands_below() -> None:
    """With children an entry may end on a colon."""
    assert breaks_off("Edit `a.py`:")
    assert not breaks_off("Edit `a.py`:", goes_on=True)


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        (", so it works.", True),
        ("and then it works.", True),
        ("）结束", True),
        (": no", True),
        ("And then it works.", False),
        (".gitignore was changed.", False),
        ("order matters", False),
        ("", False),
    ],
)
def test_a_beginning_inside_a_sentence_is_seen(text: str, *, inside: bool) -> None:
    """Closing punctuation or a lower-case conjunction begins no sentence."""
    assert begins_inside(text) is inside


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("HTTPServer, parse_config, src/a.py", False),
        ("a.b.c 12 foo-bar baz()", False),
        ("`src/a.py` modified", True),
        ("修改 a.py", True),
        ("API HTTP", False),
        ("RUN IS COMPLETE!", True),
    ],
)
def test_names_alone_are_no_words(text: str, *, words: bool) -> None:
    """Paths, identifiers, calls and acronyms do not make a sentence."""
    assert has_words(text) is words


@pytest.mark.parametrize(
    ("text", "listing"),
    [
        ("  12→def f():", True),
        ("ok\n7\tx = 1", True),
        ("    7 | x = 1", True),
        ("12 files", False),
        ("→ 12", False),
    ],
)
def test_a_listing_prefix_is_seen(text: str, *, listing: bool) -> None:
    """Line numbers of a file listing are recognised on any line."""
    assert is_listing(text) is listing


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_can_be_judged(text: str) -> None:
    """No content makes a check fail."""
    for check in (begins_inside, begins_with_reference, breaks_off, has_words, is_listing):
        assert check(text) in {True, False}


def test_hostile_runs_are_judged_quickly() -> None:
    """Long runs of one sign do not take quadratic time."""
    for sign in ("`", "`a", "([", "（ ", '"', "  ", "\n ", "→", "aa", "0 | ", "AA ", "A.", "和"):
        text = sign * 100_000
        assert breaks_off(text) in {True, False}
        assert has_words(text) in {True, False}
        assert is_listing(text) in {True, False}
