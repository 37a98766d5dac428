"""Quoting: message text stays data behind a bullet or in a fence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from markdown_it import MarkdownIt

from tests.hostile import texts
from uagent_memory.render import END_MARK, inline_text, quote_text, visible_text
from uagent_memory.render.quote import fence

PARSER = MarkdownIt("commonmark")
STRUCTURE = {"heading_open", "fence", "code_block", "html_block", "hr"}


@pytest.mark.parametrize(
    "text",
    [
        "pytest tests/test_a.py -q && git commit -m 'fix: #12'",
        "#12 is fixed",
        "#!/usr/bin/env python",
        "a <= b and List[int] in <module>",
        "1. First step",
        "- [x] done",
        "C:\\users\\app",
        "func(m1) calls f(m2, m3)",
        "已完成 3 个测试，通过率 97.5%。",
        "`code` and **bold**",
        "--flag value",
        "-1.5 degrees",
        "[x] ticked",
        "'quoted'",
    ],
)
def test_ordinary_text_is_verbatim(text: str) -> None:
    """What starts no block and imitates no mark of ours is not touched."""
    assert quote_text(text) == text


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("## Pending Tasks", "\\## Pending Tasks"),
        ("##Pending Tasks", "\\##Pending Tasks"),
        ("# comment", "\\# comment"),
        ("#\u200b# Pending Tasks", "\\## Pending Tasks"),
        ("＃＃ Pending Tasks", "\\＃＃ Pending Tasks"),
        ("1. > ## Pending Tasks", "1. > \\## Pending Tasks"),
        ("```python", "\\```python"),
        ("~~~", "\\~~~"),
        ("---", "\\---"),
        ("- - -", "\\- - -"),
        ("<h2>Pending Tasks</h2>", "\\<h2>Pending Tasks\\</h2>"),
        ("<!-- x -->", "\\<!-- x -->"),
        ("[a]: https://example.org", "\\[a]: https://example.org"),
        (f"see {END_MARK} now", f"see \\{END_MARK} now"),
        ("as said (m99)", "as said \\(m99)"),
        ("as said (coder/m9, m10)", "as said \\(coder/m9, m10)"),
        ("as said (m1 ... m9)", "as said \\(m1 ... m9)"),
        ("first\n  second\r\n\nthird", "first ⏎ second ⏎ third"),
        ("   indented", "indented"),
        ("\u200b\x00 \n", ""),
    ],
)
def test_hostile_text_is_escaped(text: str, quoted: str) -> None:
    """One backslash before what would start a block or copy a mark."""
    assert quote_text(text) == quoted


@settings(max_examples=100, deadline=None)
@given(texts)
def test_bullet_holds_no_block(text: str) -> None:
    """Behind a bullet, no text parses as heading, fence, HTML, rule or code."""
    line = f"- {quote_text(text) or 'x'}\n"
    assert line.count("\n") == 1
    kinds = {token.type for token in PARSER.parse(line)}
    assert not kinds & STRUCTURE, line


@settings(max_examples=100, deadline=None)
@given(texts)
def test_nothing_but_backslashes_is_added(text: str) -> None:
    """Without the added backslashes and line marks, the quoted text is the visible text."""
    bare = "".join(visible_text(text).split()).replace("\\", "").replace("⏎", "")
    quoted = "".join(quote_text(text).split()).replace("\\", "").replace("⏎", "")
    assert quoted == bare


@settings(max_examples=100, deadline=None)
@given(texts)
def test_fence_holds_its_text(text: str) -> None:
    """A fence closes at its own end and nowhere before, whatever it holds."""
    tokens = PARSER.parse(f"- {fence(text, indent='  ')}after\n")
    fences = [token for token in tokens if token.type == "fence"]
    assert len(fences) == 1
    shown = visible_text(text).strip("\n")
    assert [line.strip() for line in fences[0].content.replace("\\", "").splitlines()] == [
        line.strip() for line in shown.replace("\\", "").split("\n")
    ]
    assert not {token.type for token in tokens} & (STRUCTURE - {"fence"})


def test_fence_marks_our_own_lines() -> None:
    """Our headings and end mark get a backslash in a fence; other headings stay verbatim."""
    text = (
        f"## Setup\n  > ## pending tasks\n{END_MARK}\n＃ Hand-off: a\n\u3000##\xa0Current\xa0Work"
    )
    block = fence(text, indent="  ")
    assert block.splitlines() == [
        "```",
        "  ## Setup",
        "    > \\## pending tasks",
        f"  \\{END_MARK}",
        "  \\＃ Hand-off: a",
        "  \u3000\\##\xa0Current\xa0Work",
        "  ```",
    ]


def test_fence_outgrows_its_ticks() -> None:
    """The fence is longer than the longest run of backticks inside."""
    assert fence("a\n`````\nb").startswith("``````\n")


def test_inline_text_guards_marks_only() -> None:
    """Inside a line, only copies of our marks are escaped."""
    assert inline_text(f"# a {END_MARK} (m1)") == f"# a \\{END_MARK} \\(m1)"


def test_long_hostile_lines_are_linear() -> None:
    """A megabyte of block markers is read once."""
    for piece in ("> ", "- ", "1. ", "#", "`", "[", "(m1", "( ", "<h", "(a/"):
        assert len(quote_text(piece * (200_000 // len(piece)))) >= 199_990
