"""What rendering takes out of a text, and what it must leave."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings

from tests.hostile import texts
from uagent_memory.render import visible_text
from uagent_memory.terminal import safe_text

STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b]")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[1;31mFAILED\x1b[0m test_a", "FAILED test_a"),
        ("\x1b]0;title\x07prompt $", "prompt $"),
        ("\x1b]8;;https://example.org\x1b\\here\x1b]8;;\x1b\\", "here"),
        ("\x1b]0;never closed\nnext", "]0;never closed\nnext"),
        ("\x9b31mred", "red"),
        ("\x1bPq#0\x1b\\x", "x"),
        ("\x1b(Btext", "text"),
        ("\x1b\x1b[m[31mred", "[31mred"),
        ("a\x00b\x07c\x7f", "abc"),
        ("10%\r20%\r\nend", "10%\n20%\nend"),
        ("a\u2028b\x0bc", "a\nb\nc"),
        ("#\u200b# Pending", "## Pending"),
        ("\u202egnp.exe\u202c", "gnp.exe"),
        ("soft\u00adhyphen\ufeff", "softhyphen"),
        ("bad \ud83d end", "bad \ufffd end"),
        ("key\U000e0041\U000e0042", "key"),
    ],
)
def test_takes_out(text: str, shown: str) -> None:
    """Sequences, controls and invisible code points go; line ends become newlines."""
    assert visible_text(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "src/app/main.py:12 → 3.5 ms\t| ok",
        "修复　了登录错误。",
        "👩‍👩‍👧 🏳️‍🌈 ✔️ 1️⃣ ‼️",
        "می‌خواهم",
        "क्‍ष",
        "\xa0narrow\u202fspace",
        "\ue0b0 private use",
    ],
)
def test_leaves(text: str) -> None:
    """Literals, scripts that need joiners, emoji and odd spaces stay as they are."""
    assert visible_text(text) == text


@settings(max_examples=100, deadline=None)
@given(texts)
def test_nothing_steers(text: str) -> None:
    """Whatever comes in, no control character comes out, and a second pass changes nothing."""
    shown = visible_text(text)
    assert not STEERS.search(shown)
    assert all(unicodedata.category(char) != "Cs" for char in shown)
    assert visible_text(shown) == shown


@settings(max_examples=100, deadline=None)
@given(texts)
def test_terminal_text_is_printable(text: str) -> None:
    """Text for a terminal holds no escape, no return and no bidirectional control."""
    assert not STEERS.search(safe_text(text))


def test_long_hostile_line_is_linear() -> None:
    """A megabyte of openers without an end is read once."""
    for opener in ("\x1b]", "\x9d", "\x1b[", "\x1b", "\x9b0", "\u200d"):
        text = opener * (200_000 // len(opener))
        assert "\x1b" not in visible_text(text)
