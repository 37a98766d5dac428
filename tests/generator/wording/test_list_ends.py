"""A list of which only some items are told says so."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.selection.joining import on_one_line
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName

NUMBERED = "These fail:\n\n1. The parser\n2. The reader\n   It is slow.\n\n3. The index\n\nSo."
ZH = "有三处失败：\n\n1. 解析器\n2. 读取器\n3. 索引\n\n就这些。"
BULLETS = "Two things fail:\n\n- The parser\n- The reader\n\nSo."


def told(text: str, *items: str, lead: str = "", kind: EntryKind = EntryKind.STATEMENT) -> str:
    """The line that tells these items of a message, or of a hand-off."""
    s = SessionBuilder()
    message = s.handoff(text) if text.startswith("# ") else s.agent(text)
    starts = [(item, text.index(item)) for item in items]
    group = [
        Candidate(
            id=at,
            segment=SegmentName.PROBLEM_SOLVING,
            text=item,
            sources=(Span(message.id, "text", start, start + len(item)),),
            order=(0, at),
            kind=kind,
            style="prose",
            lead=lead,
        )
        for at, (item, start) in enumerate(starts)
    ]
    return on_one_line(group, {message.id: message})


@pytest.mark.parametrize(
    ("text", "items", "line"),
    [
        (NUMBERED, ["1. The parser"], "Fail: The parser [...]"),
        (NUMBERED, ["3. The index"], "Fail: [...] The index"),
        (NUMBERED, ["1. The parser", "2. The reader"], "Fail: 1. The parser 2. The reader [...]"),
        (ZH, ["1. 解析器", "2. 读取器"], "Fail: 1. 解析器 2. 读取器 [...]"),
        (ZH, ["2. 读取器", "3. 索引"], "Fail: 2. 读取器 3. 索引"),
        (BULLETS, ["- The parser"], "Fail: The parser [...]"),
        (BULLETS, ["- The reader"], "Fail: [...] The reader"),
        (BULLETS, ["- The parser", "- The reader"], "Fail: The parser; The reader"),
    ],
)
def test_what_is_left_out_of_a_list_is_marked(text: str, items: list[str], line: str) -> None:
    """Once: behind the lead or at the end; numbers that are shown tell where it begins."""
    assert told(text, *items, lead="Fail: ") == line


def test_a_sentence_or_a_lone_item_without_its_lead_is_no_list() -> None:
    """Neither reads as if it were all there is."""
    assert told(NUMBERED, "So.") == "So."
    assert told(BULLETS, "- The parser") == "The parser"


def test_only_statements_have_such_ends() -> None:
    """A user's message has marks of its own."""
    shown = told(NUMBERED, "1. The parser", lead="Fail: ", kind=EntryKind.USER_MESSAGE)
    assert "[...]" not in shown


def test_the_entries_of_a_handoff_are_no_list() -> None:
    """It has the form of one."""
    heading = "# Compacted context: coder\n## Problem Solving\n- Fail: The parser\n- The reader"
    assert "[...]" not in told(heading, "- Fail: The parser", lead="Fail: ")
