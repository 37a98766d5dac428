"""Words in the place of others, parts in another order and links between clauses."""

from __future__ import annotations

import pytest

from tests.llm.audit.test_doubts import _line
from uagent_memory.llm.audit.doubts import disbelieved, doubts_of_line

PLACES = [
    # a modifier, an owner, an object of another sentence
    (
        "The list view binds a title. The detail view is built on a tap.",
        "On a tap the detail view is built; a title is bound by the list view.",
        "On a tap the list view is built; a title is bound by the list view.",
    ),
    (
        "Tests that need the local cache run first. The global cache tests cannot run in parallel.",
        "The global cache tests can't run in parallel.",
        "The local cache tests can't run in parallel.",
    ),
    (
        "The dashboard shows the full name. The first name is hidden.",
        "The full name is shown by the dashboard.",
        "The first name is shown by the dashboard.",
    ),
    (
        "Sales wants weekly mails; the privacy team has not answered.",
        "No answer from the privacy team; sales wants weekly mails.",
        "No answer from the sales team; sales wants weekly mails.",
    ),
    # a verb, a verb of several
    (
        "The worker removes the old rows. The rows were counted twice.",
        "Old rows are removed by the worker.",
        "Old rows are counted by the worker.",
    ),
    # the same word once too often
    (
        "The reviewer reported that the log prints the customer's address.",
        "According to the reviewer the log prints the customer's address.",
        "According to the reviewer the log prints the reviewer's address.",
    ),
    # how many, and a figure of another row
    (
        "All shops use the new tax table.",
        "The new tax table is used by all shops.",
        "Most shops use the new tax table.",
    ),
    (
        "The page answers in 21 ms at the median and in 88 ms at p99.",
        "The page answers in 21 ms at the median, at p99 in 88 ms.",
        "The page answers in 88 ms at the median, at p99 in 21 ms.",
    ),
    # something put in between
    (
        "We keep the batch size at 500; the driver drops longer batches.",
        "Batch size kept at 500.",
        "Batch size reduced to 500.",
    ),
    # the same in Chinese
    (
        "正常支付不受影响，因为支付接口带时区。退款被算到了前一天。",
        "支付接口带时区，所以正常支付不受影响；退款被算到前一天。",
        "退款接口带时区，所以正常支付不受影响；退款被算到前一天。",
    ),
    (
        "测试包还没有给到。开发在等确认。",
        "测试包尚未给到。",
        "开发包尚未给到。",
    ),
    (
        "缓存过期时所有请求都在等待同一把锁。线程数是 32。",
        "缓存过期时，所有请求等待同一把锁。",
        "线程过期时，所有请求等待同一把锁。",
    ),
    (
        "运营要求提前一天通知，客服在处理投诉。",
        "运营要求提前一天通知。",
        "客服要求提前一天通知。",
    ),
    (
        "系统把请假时长也算进了加班。夜班跨天。",
        "系统把请假时长也算进加班。",
        "系统把夜班时长也算进加班。",
    ),
    ("我打算用结算日代替自然日。", "打算以结算日代替自然日。", "打算以自然日代替结算日。"),
    ("把编号加到标题里。", "在标题里加上编号。", "把编号加到价格里。"),
]


@pytest.mark.parametrize(("source", "right", "wrong"), PLACES)
def test_words_stand_where_they_stood(source: str, right: str, wrong: str) -> None:
    """Shorter, turned round or in other words it is believed; with one word exchanged it is not."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(disbelieved(wrong, [_line(source)]))


LINKS = [
    (
        "Exclude the column until the log is available.",
        "Exclude the column until the log is available.",
        "The column is excluded because the log is available.",
    ),
    (
        "The run is deterministic, though the tests cannot run in parallel.",
        "Deterministic run, but the tests cannot run in parallel.",
        "Deterministic run, because the tests cannot run in parallel.",
    ),
    (
        "It was dropped, because it would match rows twice.",
        "It would match rows twice, so it was dropped.",
        "It was dropped, unless it would match rows twice.",
    ),
    (
        "暂不上线，直到库存核对完成。",
        "暂不上线，直到库存核对完成。",
        "暂不上线，因为库存核对完成。",
    ),
    (
        "方案被放弃了，因为那样会产生重复匹配。",
        "那样会产生重复匹配，因此方案被放弃。",
        "方案被放弃了，如果那样会产生重复匹配。",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), LINKS)
def test_clauses_are_joined_as_they_were(source: str, right: str, wrong: str) -> None:
    """A reason stays a reason, whichever of the two is told first; a condition is none."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(disbelieved(wrong, [_line(source)]))


def test_what_is_told_of_another_part_of_a_sentence_is_believed() -> None:
    """A clause made of two clauses of its source is held against both."""
    source = _line("The worker resends a batch when the mail provider answers slowly.")
    right = "When the mail provider answers slowly the worker resends a batch."
    assert not list(doubts_of_line(right, [source]))
    assert list(disbelieved(right.replace("slowly", "wrongly"), [source]))
    chinese = _line("压测环境还没有复现，因为那里的缓存不会过期。")
    assert not list(doubts_of_line("压测环境的缓存不会过期，所以还没复现。", [chinese]))
