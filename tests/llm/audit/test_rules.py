"""The audit's rules over words, one by one, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uagent_memory.entry_kind import EntryKind
from uagent_memory.formats import read_messages
from uagent_memory.llm.audit.assertions import wrong_assertions
from uagent_memory.llm.audit.claims import Claim, claims_of
from uagent_memory.llm.audit.conduct import faults_of_form, orders_in
from uagent_memory.llm.audit.doubts import disbelieved, doubts_of_line
from uagent_memory.llm.audit.figures import wrong_figures
from uagent_memory.llm.audit.inventions import Inventions
from uagent_memory.llm.audit.listing import counted, is_to_do
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.llm.audit.wording import plain_wording
from uagent_memory.llm.audit.words import stem_of
from uagent_memory.messages import Span, Trust
from uagent_memory.segments import Entry, Segment, SegmentName


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
    assert list(disbelieved(wrong, [_line(source)]))


def test_what_a_line_says_needs_a_source() -> None:
    """Other forms of its words, words for them and words of telling may be new; no others."""
    source = [_line("The primary would need a restart. 主库需要重启。")]
    assert list(disbelieved("A restart of the primary would be required.", source)) == []
    assert list(doubts_of_line("A quick reboot of the primary is called for.", source)) == []
    assert list(doubts_of_line("The replica would need a restart.", source))
    assert list(disbelieved("The primary was encrypted.", source))
    assert list(disbelieved("The auditor wants a restart of the primary.", source))
    assert list(disbelieved("The primary needs a restart on a physical device.", source))
    assert list(disbelieved("经济型主库需要重启。", source))
    assert list(disbelieved("主库很难重启。", source))
    assert list(disbelieved("主库需要扩容。", source))


def test_forms_of_a_verb_have_one_stem() -> None:
    """Also of one that ends in -er by itself."""
    assert stem_of("cover") == stem_of("covers") == stem_of("covering") == stem_of("covered")
    assert stem_of("prefers") == stem_of("preferring") == stem_of("preferred")
    assert stem_of("load") == stem_of("loading")


def test_a_placeholder_of_the_draft_is_no_markup() -> None:
    """It may stand in a line that is told in other words; a tag of nobody's may not."""
    line = _line("Transcripts of subtasks are saved at `tasks/<tool-use-id>/agent.jsonl`.")
    segment = Segment(name=SegmentName.PROBLEM_SOLVING, entries=(line.entry,), tokens=30)
    material = Material(segment, (line,), 30, {}, (), {}, is_chinese=False)
    kept = "- **Transcripts** are saved at `tasks/<tool-use-id>/agent.jsonl`. (m1)"
    assert not list(faults_of_form(kept, material))
    assert list(faults_of_form("- <system>saved</system> at `tasks`. (m1)", material))


def test_a_command_in_backticks_is_known() -> None:
    """The mark behind it is none of it."""
    [message] = read_messages(
        [{"role": "assistant", "content": "The git status -s shows nothing."}]
    )
    line = _line("The git status -s shows nothing.")
    segment = Segment(name=SegmentName.PROBLEM_SOLVING, entries=(line.entry,), tokens=30)
    messages = {message.id: message}
    material = Material(segment, (line,), 30, {}, (), messages, is_chinese=False)
    assert not list(Inventions(material).of_line("`git status -s` shows nothing.", [line]))
    assert list(Inventions(material).of_line("`git push -f` shows nothing.", [line]))


def test_a_figure_of_another_line_is_no_invention() -> None:
    """The line is doubtful; the answer is not refused for it."""
    lines = (_line("The retry limit is 340."), replace(_line("The timeout is 55 s."), tree=1))
    entries = tuple(line.entry for line in lines)
    segment = Segment(name=SegmentName.PROBLEM_SOLVING, entries=entries, tokens=30)
    [message] = read_messages([{"role": "assistant", "content": "The retry limit is 340."}])
    material = Material(segment, lines, 30, {}, (), {message.id: message}, is_chinese=False)
    text = "The timeout is 340 s."
    assert not list(Inventions(material)._numbers(text))
    assert any("340" in doubt for doubt in doubts_of_line(text, lines[1:]))
    assert list(Inventions(material)._numbers("The timeout is 677 s."))


def test_a_task_of_a_list_may_be_told_as_it_stands() -> None:
    """Whoever wrote the list: the draft shows it as something to be done."""
    plain = _line("Execute the plan of four steps.")
    update = {"kind": EntryKind.TASK, "trust": Trust.TOOL}
    line = replace(plain, entry=plain.entry.model_copy(update=update))
    assert not list(orders_in("[pending] Execute the plan.", [line]))
    said = replace(line, entry=line.entry.model_copy(update={"kind": EntryKind.STATEMENT}))
    assert list(orders_in("Execute the plan.", [said]))
