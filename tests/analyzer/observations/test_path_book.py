"""Paths as agents spell them, brought to one key per file."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analyzer.observations.exchanges import files
from tests.builders import SessionBuilder
from uagent_memory.analyzer.observations.files.paths import (
    PathBook,
    is_scratch,
    looks_like_path,
    normal,
)
from uagent_memory.facts import Status


@pytest.mark.parametrize(
    ("spelled", "path"),
    [
        ("./src//a.py", "src/a.py"),
        ("src/x/../a.py", "src/a.py"),
        ('"src/a.py"', "src/a.py"),
        ("`src/a.py`", "src/a.py"),
        ("src\\shop\\a.py", "src/shop/a.py"),
        ("C:\\shop\\a.py", "C:/shop/a.py"),
        ("$HOME/a.py", "~/a.py"),
        ("file:///srv/a.py", "/srv/a.py"),
        ("//srv/a.py", "/srv/a.py"),
        ("文档/说明.md", "文档/说明.md"),
        ("", ""),
        ("a\nb", ""),
    ],
)
def test_normal_forms(spelled: str, path: str) -> None:
    """Quotes, dots, slashes, backslashes and home are evened out."""
    assert normal(spelled) == path


@pytest.mark.parametrize(
    "word", ["-n", "*.py", "$x", "a|b", "3.14", "https://x.org/a", "s/a/b/;", "a b", "--", ""]
)
def test_words_that_are_no_paths(word: str) -> None:
    """Options, globs, expressions, numbers and addresses."""
    assert not looks_like_path(word)


def test_one_key_for_all_spellings() -> None:
    """Absolute, relative and from a subdirectory: one file."""
    book = PathBook()
    book.read_prompt("Working directory: /home/dev/shop")
    spellings = [
        ("/home/dev/shop/src/a.py", ""),
        ("src/a.py", ""),
        ("./src/a.py", ""),
        ("a.py", "src"),
        ("../src/a.py", "src"),
        ("a.py", "/home/dev/shop/src"),
    ]
    places = [book.place(spelled, directory) for spelled, directory in spellings]
    assert {place.key for place in places if place} == {"src/a.py"}
    assert all(place and place.path in place.spelled for place in places)


def test_the_root_is_found_by_a_relative_name() -> None:
    """A relative name that ends an absolute one tells the root; earlier keys stay."""
    book = PathBook()
    first = book.place("/home/dev/shop/src/cart/a.py")
    again = book.place("src/cart/a.py")
    other = book.place("/home/dev/shop/src/b.py")
    assert first
    assert again
    assert other
    assert first.key == again.key
    assert book.root == "/home/dev/shop"
    assert other.key == "src/b.py"


def test_a_single_name_is_no_evidence_for_a_root() -> None:
    """`a.py` may be any a.py."""
    book = PathBook()
    book.place("/home/dev/shop/src/a.py")
    book.place("a.py")
    assert book.root == ""


@pytest.mark.parametrize(
    "prompt",
    [
        "<cwd>/srv/app</cwd>",
        "Current working directory: `/srv/app`.",
        "当前工作目录：/srv/app",
        "<uploaded_files>\n/srv/app\n</uploaded_files>",
    ],
)
def test_stated_directories(prompt: str) -> None:
    """Prompts state the directory in several ways and both languages."""
    book = PathBook()
    book.read_prompt(f"You are a coder.\n{prompt}\nDo well.")
    assert book.root == "/srv/app"


def test_prose_is_a_hint_for_showing_only() -> None:
    """A relative name in speech shortens what is shown, not the key."""
    book = PathBook()
    book.read_speech("I will look at src/cart/a.py first.")
    place = book.place("/home/dev/shop/src/cart/a.py")
    assert place is not None
    assert (place.key, place.path) == ("/home/dev/shop/src/cart/a.py", "src/cart/a.py")


def test_directories_last_per_agent() -> None:
    """`cd` holds for the agent that typed it, until the next."""
    s = SessionBuilder()
    cd, here, there = (s.call("Bash", command=c) for c in ("cd web", "touch a.ts", "touch b.ts"))
    s.agent("", cd, agent="one")
    s.result(cd, "", is_error=False)
    s.agent("", here, agent="one")
    s.result(here, "", is_error=False)
    s.agent("", there, agent="two")
    s.result(there, "", is_error=False)
    assert files(s) == {"web/a.ts": Status.CREATED, "b.ts": Status.CREATED}


def test_every_command_anew() -> None:
    """Where each command runs in a new shell, `cd` does not last."""
    s = SessionBuilder()
    s.user("Every action is executed in a new subshell.")
    s.run("bash", "", command="cd web && touch a.ts", is_error=False)
    s.run("bash", "", command="touch b.ts", is_error=False)
    assert list(files(s)) == ["web/a.ts", "b.ts"]


def test_the_harness_says_where_it_is() -> None:
    """`(Current directory: ...)` below an output."""
    s = SessionBuilder()
    s.run("bash", "x\n(Open file: n/a)\n(Current directory: /repo/web)\nbash-$", command="cd web")
    s.run("bash", "ok", command="touch a.ts")
    assert list(files(s)) == ["a.ts"]


def test_scratch_files() -> None:
    """Temporary folders are known by their place."""
    assert is_scratch("/tmp/a.py")
    assert not is_scratch("tmp/a.py")


@given(st.text(max_size=60), st.text(max_size=30))
@settings(max_examples=100, deadline=None)
def test_any_text_is_safe(spelled: str, directory: str) -> None:
    """No spelling crashes, and what is shown stands in it."""
    place = PathBook().place(spelled, directory)
    assert place is None or place.path in place.spelled
