"""A clause is believed where one clause of its sources says all of it, or two in a row."""

from __future__ import annotations

from time import perf_counter

import pytest

from tests.llm.audit.test_doubts import _line
from uagent_memory.llm.audit.accounted import unaccounted

CASES = [
    # a word that no source has, told of the right thing
    (
        "The mails left within 12 seconds while a newsletter run was under way.",
        "Mails left within 12 seconds.",
        "Mails were held back for 12 seconds.",
    ),
    ("开发团队支持迁移。", "支持迁移的是开发团队。", "开发团队已经迁移。"),
    # two clauses far apart, put together
    (
        "The cache is warm. The queue is empty now. The disk is slow. The backup failed.",
        "The cache is warm; the backup failed.",
        "The cache failed.",
    ),
    ("缓存已经预热。队列目前是空的。磁盘很慢。备份失败了。", "备份失败。", "缓存失败。"),
    # of one thing what is said of another
    (
        "The support team asked for a resend button; we postponed it until the next release.",
        "The support team asked for a resend button.",
        "The support team postponed the resend button to the next release.",
    ),
    (
        "目前销售部已经申请完，人事部拒绝使用新平台。",
        "销售部已申请完，人事部拒绝使用新平台。",
        "人事部已经申请完。",
    ),
    # a clause that is told whole may come first
    (
        "The tests have not been run again since the change to header.py.",
        "Since the change to header.py the tests have not been run again.",
        "Since the tests the change to header.py has been published.",
    ),
    # who does it to whom
    (
        "The location service keeps the GPS on.",
        "The GPS is kept on by the location service.",
        "The GPS keeps the location service on.",
    ),
    ("打算用结算日代替自然日。", "打算以结算日代替自然日。", "打算以自然日代替结算日。"),
    # a cause that is none there
    (
        "The search is slow. The cache was cleared.",
        "The search is slow; the cache was cleared.",
        "The search is slow because the cache was cleared.",
    ),
    (
        "图表配色有用户抱怨过，但优先级低。",
        "有用户抱怨图表配色，但优先级低。",
        "图表配色优先级低，因此有用户抱怨。",
    ),
    # of how many, and the same word twice
    ("Both replicas share the volume.", "Both share the volume.", "All replicas share the volume."),
    (
        "The reviewer reported that the log prints the customer's address.",
        "According to the reviewer the log prints the customer's address.",
        "According to the reviewer the log prints the reviewer's address.",
    ),
    # a shorter word of the same characters, another small word for the same
    ("每月费用 14500 元，还没有付。", "月费 14500 元，仍未付。", "月费 14500 元，已付。"),
    # labels, sums and what stays as it is
    (
        "The retry limit stays at 3. We keep the timeout at 30 seconds.",
        "Two settings: retry limit 3, unchanged; timeout 30 seconds.",
        "Three settings: retry limit 3; timeout 30 seconds.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CASES)
def test_each_clause_has_its_clauses(source: str, right: str, wrong: str) -> None:
    """In other words and another order it is believed; put together anew it is not."""
    assert list(unaccounted(right, [_line(source)])) == []
    assert list(unaccounted(wrong, [_line(source)]))


def test_a_long_line_takes_no_longer_than_its_length() -> None:
    """Twice the clauses take about twice the time for the same sources, and nothing is raised."""
    source = _line("，".join(f"第 {n} 组的缓存 c{n} 在 {n} 秒后失效" for n in range(150)))
    seconds = []
    for size in (20, 80):
        text = "；".join(f"缓存 c{n} 在 {n + size} 秒后失效" for n in range(size))
        begin = perf_counter()
        list(unaccounted(text, [source]))
        seconds.append(perf_counter() - begin)
    assert seconds[1] < 12 * max(seconds[0], 0.05)
