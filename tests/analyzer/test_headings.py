"""Lines that head what follows."""

from __future__ import annotations

import pytest

from uagent_memory.analyzer.headings import is_rule, tag_of, title_of, underlined


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("## Next steps ##", "Next steps"),
        ("  # 下一步", "下一步"),
        ("**Open points:**", "Open points:"),
        ("__待办__：", "待办"),
    ],
)
def test_a_title_is_told_by_its_words(line: str, label: str) -> None:
    """Without its marks."""
    title = title_of(line)
    assert title is not None
    assert title["label"] == label


@pytest.mark.parametrize("line", ["**It works now.**", "**已经好了。**", "#58 is open", "plain"])
def test_a_sentence_in_bold_is_no_title(line: str) -> None:
    """And neither is a number."""
    assert title_of(line) is None


def test_a_line_below_makes_a_title() -> None:
    """Of a short line that is no list item."""
    for line in ("Notes", "说明"):
        title = underlined(line, "-----")
        assert title is not None
        assert title["label"] == line
    assert underlined("- item", "-----") is None
    assert underlined("word " * 80, "=====") is None
    assert underlined("Notes", "") is None


def test_rules_and_tags() -> None:
    """A tag may close; a rule holds no word."""
    assert is_rule("* * *")
    assert not is_rule("--- a.py")
    tag = tag_of("</思考>")
    assert tag is None
    tag = tag_of('</plan id="2">')
    assert tag is not None
    assert (tag["close"], tag["label"]) == ("/", "plan")
