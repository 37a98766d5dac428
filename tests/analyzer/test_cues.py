"""Cue classes of sentences in English and Chinese."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.analyzer.cue_patterns import CuePatterns, any_matches
from uagent_memory.analyzer.cues import cue_of, output_cue
from uagent_memory.analyzer.lexicon import fold, load_table
from uagent_memory.analyzer.types import Cue
from uagent_memory.messages import Author


def agent(text: str) -> Cue:
    return cue_of(text, author=Author.AGENT)


def user(text: str) -> Cue:
    return cue_of(text, author=Author.USER)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'll use SQLite instead of a server because it needs no setup.", Cue.DECISION),
        ("We decided to keep the old format.", Cue.DECISION),
        ("Let's go with option 2.", Cue.DECISION),
        ("我们决定采用第二种方案。", Cue.DECISION),
        ("All 12 tests pass.", Cue.OUTCOME),
        ("The build now works.", Cue.OUTCOME),
        ("Lint reports 0 issues.", Cue.OUTCOME),
        ("Committed as `9f03c2d7`.", Cue.OUTCOME),
        ("登录功能已完成，测试通过。", Cue.OUTCOME),
        ("It turns out the cache is never cleared.", Cue.FINDING),
        ("The root cause is a stale lock.", Cue.FINDING),
        ("Final test: recall 0.45 on the last month, AUC 0.80.", Cue.FINDING),
        ("Its p99 latency is now 2.2 ms.", Cue.FINDING),
        ("二月以来共有 23 盏灯重复。", Cue.FINDING),
        ("验证集召回率为 0.48。", Cue.FINDING),
        ("I found two callers.", Cue.FINDING),
        ("我发现问题在于锁没有释放。", Cue.FINDING),
        ("It fails because the path is relative.", Cue.CAUSE),
        ("因为网络延迟，请求变慢。", Cue.CAUSE),
        ("The cause of the extra rows: the text is split before quotes are read.", Cue.CAUSE),
        ("Test 8 caught what I forgot: a quote may end the chunk.", Cue.FINDING),
        ("第 8 个测试提醒我漏了一种情况。", Cue.FINDING),
        ("I propose the second way.", Cue.DECISION),
        ("我倾向第二个。", Cue.DECISION),
        ("The database is fine, hypothesis A is out.", Cue.REJECTED),
        ("排除了数据库这个假设。", Cue.REJECTED),
        ("Next I'll add the tests.", Cue.PLAN),
        ("Let me read the config first.", Cue.PLAN),
        ("接下来重构解析器。", Cue.PLAN),
        ("You must not touch the migrations.", Cue.DEMAND),
        ("Please keep the API stable.", Cue.DEMAND),
        ("不要修改配置文件。", Cue.DEMAND),
        ("Polling was ruled out, it is too slow.", Cue.REJECTED),
        ("这个方案行不通，放弃。", Cue.REJECTED),
        ("Which port does it use?", Cue.QUESTION),
        ("这个端口是多少", Cue.QUESTION),
        ("The import raises a KeyError: 'id'.", Cue.ERROR),
        ("2 failed, 3 passed", Cue.ERROR),
        ("程序崩溃并报错。", Cue.ERROR),
        ("`load` is a thin wrapper.", Cue.DEFINITION),
        ("The term refers to a saved state.", Cue.DEFINITION),
        ("所谓快照是指保存的状态。", Cue.DEFINITION),
        ("The docs are not yet written.", Cue.OPEN),
        ("TODO: rename the flag.", Cue.OPEN),
        ("缓存部分尚未实现。", Cue.OPEN),
        ("In summary, both paths agree.", Cue.CONCLUSION),
        ("总之，两个方案都可以。", Cue.CONCLUSION),
    ],
)
def test_classes(text: str, expected: Cue) -> None:
    """Each class is found in both languages."""
    assert agent(text) & expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Merged.", Cue.OUTCOME),
        ("Now I can see why.", Cue.FINDING),
        ("Okay, I'm going to look.", Cue.PLAN),
        ("Then check the lock.", Cue.PLAN),
        ("So both agree.", Cue.CONCLUSION),
        ("综上，两者一致。", Cue.CONCLUSION),
        ("I was wondering about the port.", Cue.QUESTION),
        ("请问端口在哪里", Cue.QUESTION),
    ],
)
def test_openings(text: str, expected: Cue) -> None:
    """How a sentence opens tells its class."""
    assert agent(text) & expected


@pytest.mark.parametrize(
    "text", ["The folder holds three files.", "Blue.", "今天天气好。", "candidate's rapid thesis"]
)
def test_plain_sentences_have_no_cue(text: str) -> None:
    """A sentence without a cue word has none."""
    assert agent(text) is Cue.NONE


@pytest.mark.parametrize("text", ["That is not a problem.", "no worries", "没问题"])
def test_negated_problems_are_no_errors(text: str) -> None:
    """What is said not to be a problem is no error."""
    assert not agent(text) & Cue.ERROR


@pytest.mark.parametrize("text", ["It ran without any errors.", "There were no failures."])
def test_no_error_is_an_outcome(text: str) -> None:
    """The absence of errors is a result."""
    assert agent(text) & Cue.OUTCOME
    assert not agent(text) & Cue.ERROR


@pytest.mark.parametrize("text", ["The bug is not fixed.", "It hasn't passed.", "测试未通过"])
def test_a_negated_outcome_is_open(text: str) -> None:
    """What has not come about is still open."""
    assert agent(text) & Cue.OPEN
    assert not agent(text) & Cue.OUTCOME


def test_an_intention_is_no_outcome() -> None:
    """ "passes" in a plan has not happened yet."""
    cue = agent("Let me run the tests to verify everything passes.")
    assert cue & Cue.PLAN
    assert not cue & Cue.OUTCOME


def test_a_question_decides_nothing() -> None:
    """Asking whether to use something is no decision."""
    assert not user("Should we use Redis, or go with the file?") & Cue.DECISION


def test_who_speaks_makes_a_demand() -> None:
    """An imperative is a demand from a person, and not from an agent listing its steps."""
    assert user("Rename the flag to verbose.") & Cue.DEMAND
    assert not agent("Rename the flag to verbose.") & Cue.DEMAND
    assert not agent("I should check the config.") & Cue.DEMAND
    assert user("let's hide that command") & Cue.DEMAND


def test_words_inside_names_say_nothing() -> None:
    """A path or inline code that holds a cue word is only a name."""
    assert agent("See `committed.go` and cmd/failed/list.go there") is Cue.NONE


def test_output() -> None:
    """Printed output tells of errors and of success."""
    assert output_cue("collected 3 items\n3 passed") == Cue.OUTCOME
    assert output_cue("fatal: no such file") == Cue.ERROR
    assert output_cue("total 12") == Cue.NONE


@settings(max_examples=100, deadline=None)
@given(st.text(), st.sampled_from(Author))
def test_any_text_is_taken(text: str, author: Author) -> None:
    """No content breaks it, and equal texts have equal cues."""
    assert cue_of(text, author=author) == cue_of(text, author=author)


ENTRIES = {
    name: entries
    for name, entries in load_table("cue_patterns").items()
    if isinstance(entries[0], dict)
}


def matches(entry: dict[str, Any], text: str) -> bool:
    """As the file says it, one condition after the other."""
    words = any(word in text for word in entry["when"])
    also = any(word in text for word in entry.get("also", [""]))
    return words and also and re.search(entry["match"], text) is not None


@pytest.mark.parametrize("name", ENTRIES)
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_no_pattern_is_passed_over_where_it_matches(name: str, data: st.DataObject) -> None:
    """What one look at the text lets through is what all patterns find one by one."""
    entry = data.draw(st.sampled_from(ENTRIES[name]))
    drawn = data.draw(st.from_regex(entry["match"]))
    text = fold(drawn + data.draw(st.sampled_from(["", *entry["when"], *entry.get("also", [])])))
    worth = CuePatterns.load(ENTRIES).worth_trying(text)
    found = {one for one in ENTRIES if any_matches(worth, one, text)}
    assert found == {
        one for one, entries in ENTRIES.items() if any(matches(e, text) for e in entries)
    }


def test_a_pattern_for_the_beginning_is_tried_there_alone() -> None:
    """However often its words come later."""
    (pattern,) = CuePatterns.load(["plan"]).worth_trying("let me see")
    assert pattern.search("let me see")
    assert pattern.search("first, let me see")
    assert not pattern.search("they never let me see it")
    assert getattr(pattern.search, "__name__", "") == "match"


def test_a_text_without_their_words_makes_no_pattern_worth_trying() -> None:
    """Most sentences are such."""
    patterns = CuePatterns.load(["decision", "finding", "plan"])
    assert not patterns.worth_trying("the parser reads lines")
    assert not patterns.worth_trying("解析器按行读")
    worth = patterns.worth_trying("use the parser instead")
    assert {pattern.name for pattern in worth} == {"decision"}
