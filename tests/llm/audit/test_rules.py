"""The audit's rules over words, one by one, in both languages."""

from __future__ import annotations

import pytest

from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.assertions import wrong_assertions
from uagent_memory.llm.audit.claims import Claim, claims_of
from uagent_memory.llm.audit.doubts import doubts_of_line
from uagent_memory.llm.audit.figures import wrong_figures
from uagent_memory.llm.audit.listing import counted, is_to_do
from uagent_memory.llm.audit.material import DraftLine
from uagent_memory.llm.audit.novelty import novel_words
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.messages import Span
from uagent_memory.segments import Entry


def _line(text: str) -> DraftLine:
    span = Span("m1", "text", 0, len(text))
    entry = Entry(text=text, kind=EntryKind.STATEMENT, sources=(span,))
    return DraftLine(0, entry, (span,), text, ("agent",))


def test_spellings_are_made_one() -> None:
    """Un-words, verbs apart from their particle, ranges; names stay."""
    text = "Uncommitted; rolled checkout back between 14:05 and 14:31"
    assert plain_wording(text) == "not committed; rolled back checkout between 14:05 & 14:31"
    assert plain_wording("under src/unused.py, united") == "under src/unused.py, united"


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("it can be reverted", "if reverted"),
        ("asked before anything is deployed", "if done"),
        ("v3.4.0 可回滚", "if reverted"),
        ("须产品确认", "if chosen"),
        ("功能已修复", "done"),
        ("recall dropped to 0.38", ""),
        ("support for it was dropped", "cancelled"),
        ("每天 38 GB，已完成", "done"),
    ],
)
def test_what_could_be_is_no_claim(text: str, category: str) -> None:
    """A possibility, a condition and a fall of a figure claim nothing."""
    expected = {category} if category else set()
    assert {claim.category for claim in claims_of(text)} == expected
    assert Claim("done", "state") not in claims_of("before it is deployed")


def test_a_list_is_counted_and_labelled() -> None:
    """The number in front of a list that has so many parts."""
    assert counted("Two options were rejected: a queue; a job.") == {"2"}
    assert counted("否掉三个方案：放宽窗口；队列重放。") == frozenset()
    assert is_to_do("Open: start the replay")
    assert is_to_do("待办：重新运行")
    assert not is_to_do("Cause: the replay")


FIGURES = [
    ("a timeout of 5 seconds", "a 5-second timeout", "a 5-minute timeout"),
    ("双写两周", "双写 2 周", "双写两天"),
    ("changes by less than 0.01", "moves by less than 0.01", "moves by more than 0.01"),
    ("停顿一直低于 20 毫秒", "停顿在 20 毫秒以下", "停顿超过 20 毫秒"),
    ("went from 2.1 s to 2.3 s", "rose from 2.1 s to 2.3 s", "fell from 2.3 s to 2.1 s"),
    ("从 50 毫秒改为 500 毫秒", "由 50 毫秒改成 500 毫秒", "由 500 毫秒改为 50 毫秒"),
]


@pytest.mark.parametrize(("source", "right", "wrong"), FIGURES)
def test_figures_keep_unit_comparison_and_owner(source: str, right: str, wrong: str) -> None:
    """The same fact in other words passes; a figure turned round does not."""
    assert list(wrong_figures(right, [_line(source)])) == []
    assert list(wrong_figures(wrong, [_line(source)]))


ASSERTIONS = [
    ("Tablets are not affected.", "Tablets are unaffected.", "Tablets too."),
    ("手续费偶尔为空，还没有排查。", "手续费偶尔为空，尚未排查。", "手续费偶尔为空，已经排查。"),
    ("I recommend to exclude it.", "It should be excluded.", "It has been removed, exclude."),
    ("SQL 必须改成参数化查询。", "SQL 必须参数化查询。", "SQL 已改用参数化查询。"),
    ("The replay has not been started.", "Open: start the replay.", "The replay was started."),
    ("The log needs approval.", "Approval is needed for the log.", "The log was approved."),
    ("它还没有验证过。", "它没有验证过。", "它已经验证过。"),
]


@pytest.mark.parametrize(("source", "right", "wrong"), ASSERTIONS)
def test_what_is_told_as_done_was_told_as_done(source: str, right: str, wrong: str) -> None:
    """Advice, a possibility or a "not yet" makes no deed."""
    assert list(wrong_assertions(right, [_line(source)])) == []
    assert list(wrong_assertions(wrong, [_line(source)]))


EXCHANGES = [
    ("上海机房受影响，北京机房正常。", "上海机房受影响。", "北京机房受影响，上海机房正常。"),
    (
        "The cache was emptied, but the queue kept its jobs.",
        "The queue kept its jobs, but the cache was emptied.",
        "The queue was emptied, but the cache kept its jobs.",
    ),
    ("Qdrant took 31 ms, Milvus 44 ms", "Qdrant 31 ms; Milvus 44 ms", "Qdrant 44 ms; Milvus 31 ms"),
]


@pytest.mark.parametrize(("source", "right", "wrong"), EXCHANGES)
def test_two_clauses_keep_their_own(source: str, right: str, wrong: str) -> None:
    """In another order they say the same; with their subjects exchanged they do not."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(doubts_of_line(wrong, [_line(source)]))


def test_words_of_no_source_are_other_wordings_only() -> None:
    """Reporting and connecting words may be new; things and deeds may not."""
    source = [_line("The primary would need a restart. 主库需要重启。")]
    assert list(novel_words("A restart of the primary would be required.", source)) == []
    assert list(novel_words("主库要重启，因此先确认。", source)) == []
    assert list(novel_words("The replica would need a restart.", source))
    assert list(novel_words("主库需要扩容。", source))
    assert list(novel_words("Impact: the primary needs a restart.", source)) == []
