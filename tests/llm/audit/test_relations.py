"""How things hang together in a line: the same in other words, and one relation changed."""

from __future__ import annotations

import pytest

from tests.llm.audit.test_doubts import _line
from uagent_memory.llm.audit.answer import parse_answer
from uagent_memory.llm.audit.bindings import wrong_bindings
from uagent_memory.llm.audit.doubts import disbelieved, doubts_of_line
from uagent_memory.llm.audit.labels import without_places
from uagent_memory.llm.audit.mixtures import mixed
from uagent_memory.llm.audit.narration import is_opening, without_narration

CASES = [
    # told backwards: what is now, what was before
    (
        "The export takes 40 ms instead of 2.5 s.",
        "The export takes 40 ms, was 2.5 s.",
        "The export takes 2.5 s, was 40 ms.",
    ),
    ("超时由60秒改为30秒。", "超时由60秒改为30秒。", "超时由30秒改为60秒。"),
    (
        "The parser now uses `read_all(path)` instead of `open(path)`.",
        "The parser uses `read_all(path)` rather than `open(path)`.",
        "The parser uses `open(path)` rather than `read_all(path)`.",
    ),
    (
        "Renamed `oldName` variable → `newName`.",
        "Renamed: `oldName` → `newName`.",
        "Renamed: `newName` → `oldName`.",
    ),
    (
        "The helper moved from the `store` package.",
        "Helper moved from the `store` package.",
        "Helper moved to the `store` package.",
    ),
    (
        "The stash reverted the test.",
        "The test was reverted by the stash.",
        "The test reverted the stash.",
    ),
    # where and when
    (
        "The check goes between the login and the quota.",
        "The check sits between the login and the quota.",
        "The check sits after the login and the quota.",
    ),
    ("缓存放在登录和配额之间。", "缓存在登录和配额之间。", "缓存在登录和配额之后。"),
    # how often, how many, how surely
    (
        "The upload sometimes hangs on large files.",
        "Large files: the upload hangs sometimes.",
        "Large files: the upload hangs.",
    ),
    ("上传大文件有时会卡住。", "大文件上传有时卡住。", "大文件上传卡住。"),
    (
        "The tests fail on the old runner.",
        "On the old runner the tests fail.",
        "On the old runner some tests fail.",
    ),
    ("这几家评分都不是5分。", "这几家评分都不是5分。", "这几家评分不都是5分。"),
    (
        "The cache helps even if the disk is slow.",
        "Even if the disk is slow the cache helps.",
        "The cache helps unless the disk is slow.",
    ),
    (
        "The report shows the difference between both readings.",
        "Shown in the report: the difference between both readings.",
        "Shown in the report: the sum of both readings.",
    ),
    # a reason that nobody gave
    (
        "The cache was cleared. The search is slow.",
        "The cache was cleared; the search is slow.",
        "The search is slow because the cache was cleared.",
    ),
    ("缓存已清空。搜索很慢。", "缓存已清空；搜索很慢。", "搜索很慢，原因是缓存已清空，所以变慢。"),
    # what a "not" is said of
    (
        "Both `load` and `save` call `check`.",
        "`check` is called by both `load` and `save`.",
        "`check` is called by `load` and not by `save`.",
    ),
    (
        "酒店只提供叫醒服务，不提供租车。",
        "酒店仅提供叫醒服务、不提供租车。",
        "酒店仅提供租车、不提供叫醒服务。",
    ),
    (
        "The hook never writes to stdout - it only uses stderr.",
        "The hook never writes to stdout, only to stderr.",
        "The hook never writes to stderr, only to stdout.",
    ),
    # who
    (
        "The user is right about the format.",
        "About the format the user is right.",
        "About the format the reviewer is right.",
    ),
    ("架构师认为可以上线。", "架构师认为可以上线。", "测试人员认为可以上线。"),
    # what an arrow leads to
    (
        "`fast: false` → slow path; `fast: true` or not set → quick path (default)",
        "`fast: false` → slow path; `fast: true` or not set → quick path (default)",
        "`fast: false` or not set → slow path (default); `fast: true` → quick path",
    ),
    # a plan in the passive
    (
        "The placeholders need to be replaced before the run.",
        "Placeholders need to be replaced before the run.",
        "Placeholders were replaced before the run.",
    ),
    # too short is not sufficient; an example is no other word
    (
        "The limit of 20 was insufficient.",
        "The limit of 20 was too short.",
        "The limit of 20 was sufficient.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CASES)
def test_a_relation_stays_as_it_is(source: str, right: str, wrong: str) -> None:
    """The same in other words is believed, another relation between the same words is not."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(disbelieved(wrong, [_line(source)]))


def test_figures_keep_the_words_beside_them() -> None:
    """Two levels, each with what it is called."""
    line = _line("It is resolved in the outer query (Level 1) instead of the parent (Level 2).")
    assert not list(
        wrong_bindings(
            "Resolved in the outer query (Level 1), no longer the parent (Level 2).", [line]
        )
    )
    assert list(
        wrong_bindings(
            "Resolved in the outer query (Level 2), no longer the parent (Level 1).", [line]
        )
    )


def test_names_of_one_list_share_what_is_said_of_them() -> None:
    """Whether it is said in front of the list or behind it."""
    line = _line("Not committed yet: changes to `a.py`, `b.py`, `c.py`")
    assert not list(wrong_bindings("`a.py`, `b.py`, `c.py` not committed yet", [line]))


def test_asides_stand_behind_their_own_words() -> None:
    """ "Zero lines (all); more lines than exist (nothing)"."""
    line = _line("Zero start line returns all content; more lines than exist returns nil")
    right = "zero start line (all content), more lines than exist (nil)"
    assert not list(doubts_of_line(right, [line]))
    wrong = "zero start line (nil), more lines than exist (all content)"
    assert list(disbelieved(wrong, [line]))


def test_a_clause_is_of_one_entry() -> None:
    """What one entry says is not said of what another entry names."""
    place = _line("推荐您去故宫和青龙峡风景区。")
    hotel = _line("青龙峡风景区周边没有酒店。")
    sources = [place, type(place)(1, hotel.entry, hotel.spans, hotel.quote, hotel.speakers)]
    assert not list(mixed("青龙峡风景区周边没有酒店", sources))
    assert list(mixed("故宫周边没有酒店", sources))


def test_sentences_of_a_line_have_their_own_references() -> None:
    """Cut at full stops and behind references, but not where a label stands over all."""
    [line] = parse_answer("- Limits count per process. (m23) Two processes were not tested. (m109)")
    assert [(part.text, part.references) for part in line.parts] == [
        ("Limits count per process.", ("m23",)),
        ("Two processes were not tested.", ("m109",)),
    ]
    [listed] = parse_answer("- Rejected: Redis (m3); Sliding window (m4)")
    assert not listed.parts


def test_what_is_looked_at_next_may_go() -> None:
    """Not what is to be done, and not a result behind a word of praise."""
    assert (
        without_narration("Let me check the config. The timeout is 20m.") == "The timeout is 20m."
    )
    assert without_narration("让我看一下配置。超时是20分钟。") == "超时是20分钟。"
    kept = "I need to change the limit. Good, it is fixed."
    assert without_narration(kept) == kept
    assert is_opening("Good")


def test_places_in_a_list_are_no_figures() -> None:
    """Numbers that count up, but not one that stands alone."""
    assert without_places("1. wait 2. ask; at most 5. No more") == "wait ask; at most 5. No more"


def test_names_keep_what_was_done_to_them() -> None:
    """Which took the place of which, whoever did what, and what is behind a bracket."""
    swap = _line("Fixed by replacing `run_a` with `run_b`.")
    assert list(doubts_of_line("Fixed: `run_a` replaced with `run_b`.", [swap])) == []
    assert list(disbelieved("Fixed: `run_b` replaced with `run_a`.", [swap]))
    team = _line("Scout will search the shops. Clerk will review the list.")
    assert list(doubts_of_line("Clerk will review the list.", [team])) == []
    assert list(disbelieved("Scout will review the list.", [team]))


def test_list_lines_in_a_fence_are_lines() -> None:
    """A small model opens a fence in the middle of its list; code stays code."""
    found = parse_answer("- The retry is on. (m3)\n```\n- The timeout is 55 s. (m4)\n(m5)\n")
    assert [(line.text, line.is_code) for line in found if line.text] == [
        ("The retry is on.", False),
        ("The timeout is 55 s.", False),
    ]
    [_, code] = parse_answer("- The job is this. (m3)\n```\n- name: build\n  run: make\n```")
    assert code.is_code
