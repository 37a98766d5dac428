"""What makes a line's wording doubtful, and which words may stand for others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.doubts import disbelieved, doubts_of_line
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
    # what stands over entries, against what they say
    (
        "id 311, price 15, not available; id 422, price 26, available; id 533, price 37, available",
        "Available: id 422, price 26; id 533, price 37",
        "Available: id 311, price 15; id 533, price 37",
    ),
    (
        "编号 311，价格 15，不可退货；编号 422，价格 26，可退货；编号 533，价格 37，可退货",
        "可退货：编号 422，价格 26；编号 533，价格 37",
        "可退货：编号 311，价格 15；编号 533，价格 37",
    ),
    # a change, an order, a cause told the other way round
    (
        "Convert the icons from SVG to PNG.",
        "Conversion of the icons from SVG to PNG.",
        "Conversion of the icons from PNG to SVG.",
    ),
    (
        "先备份数据，再升级集群。",
        "先备份数据再升级集群。",
        "先升级集群，再备份数据。",
    ),
    (
        "The queue grows because the consumer sleeps for an hour.",
        "As the consumer sleeps for an hour, the queue grows.",
        "As the queue grows, the consumer sleeps for an hour.",
    ),
    # a unit that nobody spoke of, and a limit that now holds its bound
    ("Ask 40 testers within 3 working days.", "Ask 40 testers.", "Ask 40% of the testers."),
    ("The fee is under $20.", "A fee below $20.", "A fee of at most $20."),
    ("延迟低于 30 毫秒。", "延迟小于 30 毫秒。", "延迟不超过 30 毫秒。"),
    # what is only asked, and what the answer is
    (
        "这家店的人均消费是60-90元的吗？不是哦，人均消费是45元。",
        "人均消费是45元。",
        "人均消费是60-90元。",
    ),
    # what only seems so
    (
        "It seems the parser drops the last row.",
        "Apparently the parser drops the last row.",
        "The parser drops the last row.",
    ),
    # a task, an order to oneself and a plan are no deeds
    (
        "I'll write tests for the lexer.",
        "Tests for the lexer are planned.",
        "Tests for the lexer are written.",
    ),
    (
        "Ensure that the index is complete.",
        "It has to be ensured that the index is complete.",
        "It has been ensured that the index is complete.",
    ),
    ("I'll run the linter next.", "The linter will be run next.", "The linter was run."),
    # how far it goes
    (
        "Both replicas share the volume.",
        "The volume is shared by both replicas.",
        "All replicas share the volume.",
    ),
    (
        "The cache is cleared only when the node restarts.",
        "Only a restart of the node clears the cache.",
        "The cache is cleared when the node restarts.",
    ),
    ("李工周三才能给出报价。", "李工要到周三才能给出报价。", "李工周三前能给出报价。"),
    ("抱歉，这边都没有呢。", "这边都没有。", "这边都有。"),
    # who did it, in whose hands it is
    (
        "The user has edited the Makefile.",
        "The Makefile was edited by the user.",
        "The agent has edited the Makefile.",
    ),
    ("座位要不要加请财务决定。", "是否加座位由财务决定。", "是否加座位由法务决定。"),
    # an id of something else
    ("Order #W1234567 is cancelled.", "#W1234567 is cancelled.", "#W7654321 is cancelled."),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CASES)
def test_another_wording_passes_and_another_fact_does_not(
    source: str, right: str, wrong: str
) -> None:
    """The same told otherwise is believed; one thing changed is not."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(disbelieved(wrong, [_line(source)]))


def _told_by(speaker: str, text: str) -> DraftLine:
    line = _line(text)
    return replace(line, entry=line.entry.model_copy(update={"speaker": f"{speaker}: "}))


def test_whoever_is_shown_in_front_of_a_line_may_be_named() -> None:
    """The name stands in the rendering of the draft; another's does not."""
    line = _told_by("Geo_Expert", "The river is 40 km long.")
    assert list(doubts_of_line("Geo_Expert: the river is 40 km long.", [line])) == []
    assert list(disbelieved("Law_Expert: the river is 40 km long.", [line]))


def test_a_symbol_in_brackets_of_a_formula_ends_no_clause() -> None:
    """The superlative and what it is said of stay in one clause."""
    line = _line("Thus the smallest \\( n \\) for which the series converges is 4.")
    assert (
        list(doubts_of_line("The smallest \\( n \\) for which the series converges: 4.", [line]))
        == []
    )
    assert list(disbelieved("The largest \\( n \\) for which the series converges: 4.", [line]))


def test_a_figure_stays_with_its_file() -> None:
    """Two lines of the same message, each with a path and a count."""
    lines = [_line("`a/one.go` modified 3 times"), _line("`a/two.go` modified 8 times")]
    assert list(doubts_of_line("`a/one.go`, modified 3 times", lines)) == []
    assert list(disbelieved("`a/one.go`, modified 8 times", lines))
