"""What makes a line's wording doubtful, and which words may stand for others."""

from __future__ import annotations

import pytest

from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.doubts import doubts_of_line
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.messages import Span
from uagent_memory.segments import Entry


def _line(text: str) -> DraftLine:
    span = Span("m1", "text", 0, len(text))
    entry = Entry(text=text, kind=EntryKind.STATEMENT, sources=(span,))
    return DraftLine(0, entry, (span,), text, ("agent",))


CASES = [
    # another word for it; a word that nobody said
    (
        "The worker loads the whole file.",
        "The worker reads the entire file.",
        "The robot reads it.",
    ),
    (
        "搜索接口变慢的原因是缓存失效。",
        "搜索接口变慢是由于缓存失效。",
        "搜索接口变慢是由于磁盘损坏。",
    ),
    # a possibility, a condition
    ("The index could be too small.", "Perhaps the index is too small.", "The index is too small."),
    (
        "If the disk is full, the job will stop.",
        "The job will stop if the disk is full.",
        "The job will stop.",
    ),
    # the other word of a pair, alone and with a "not"
    ("The limit was raised; it is a maximum.", "The limit, a maximum, was raised.", "A minimum."),
    ("重建期间保留旧索引。", "重建期间旧索引不删。", "重建期间旧索引删除。"),
    # who said it
    ("Ana confirmed the date. Ben is away.", "The date was confirmed by Ana.", "Ben confirmed it."),
    ("运维提到磁盘将满，测试在等。", "运维指出磁盘将满。", "测试指出磁盘将满。"),
    # figures of two entries
    (
        "lamp: id 1001, price 20; desk: id 1002, price 90; sofa: id 1003, price 300",
        "lamp 1001 costs 20; desk 1002 costs 90",
        "lamp 1001 costs 90; desk 1002 costs 20",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CASES)
def test_another_wording_passes_and_another_fact_does_not(
    source: str, right: str, wrong: str
) -> None:
    """The same told otherwise is believed; one thing changed is not."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(doubts_of_line(wrong, [_line(source)]))
