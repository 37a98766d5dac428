"""What an observer wants to see before it reads a speaker's turn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import uagent_memory
from tests.builders import SessionBuilder
from uagent_memory.analyzer.observations.conversation.phrases import (
    LINE_FILES,
    UNPLACED,
    phrases,
    phrases_by_line,
)
from uagent_memory.analyzer.observations.conversation.prose import Prose
from uagent_memory.analyzer.observations.observers import OBSERVERS, Observer
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.units import split_units

PHRASES = sorted(
    {
        phrase.removesuffix("*")
        for file in LINE_FILES
        for name, entry in table(file).items()
        if isinstance(entry, dict) and not entry.keys() - {"en", "zh"}
        for phrase in phrases(file, name)
    }
)
STARTS = ["", "- ", "- [ ] ", "1. ", "## ", "Do not:\n- ", "禁止：\n- ", "> "]
JOINTS = [" ", ", ", "，", " the parser ", "解析器", ": ", "：", " @reviewer "]
ENDS = ["", ".", "?", "。", "？", "!", " by Friday.", "，周五之前。", " in 3 days", " `load_all`"]
TURN = st.lists(
    st.tuples(
        st.sampled_from(STARTS),
        st.lists(st.sampled_from(PHRASES), min_size=1, max_size=3),
        st.sampled_from(JOINTS),
        st.sampled_from(ENDS),
    ),
    min_size=1,
    max_size=3,
)
KINDS = [observer for observer in OBSERVERS if observer.wanted]


def spoken(text: str) -> Prose:
    message = SessionBuilder().user(text, agent="Mara")
    return Prose.of(message, split_units(message))


@settings(max_examples=400, deadline=None)
@given(TURN)
def test_no_observer_is_kept_from_what_it_would_find(
    turn: list[tuple[str, list[str], str, str]],
) -> None:
    """A turn without any of the signs that an observer wants holds nothing for it."""
    prose = spoken("\n".join(f"{a}{joint.join(said)}{end}" for a, said, joint, end in turn))
    for observer in OBSERVERS if prose.lines else ():
        if observer.wanted.isdisjoint(prose.signs):
            assert not list(observer.observe(prose))


@pytest.mark.parametrize(
    "text",
    [
        "We decided to keep the old format of the weekly archive.",
        "I'll write the report by Friday.",
        "Which port does the gateway listen on today?",
        "Let me hand it over to Ines.",
        "The gateway listens on port 8081 for 30 seconds.",
        "Non-goals:\n- the schema of the queue\n- the command line",
        "In this room a second review is mandatory.",
        "- [ ] the schema of the queue",
        "不做：\n- 队列的表结构\n- 命令行",
        "发布新版本的时候一定要有两个人在场。",
        "我们决定保留旧格式。",
        "这件事我来负责，下周发给大家。",
        "这个网关从今天早上开始一直在监听的端口到底是哪一个，在座的各位同事当中有没有哪一位知道？",
        "交给测试处理。",
        "网关重启要花 3.5 MB 内存。",
    ],
)
def test_a_turn_is_observed_as_if_every_observer_read_it(text: str) -> None:
    """Here something is found, and it is found by observers that its signs let through."""
    prose = spoken(text)
    found = [observer for observer in OBSERVERS if list(observer.observe(prose))]
    assert found
    assert not any(observer.wanted.isdisjoint(prose.signs) for observer in found)


@pytest.mark.parametrize("observer", KINDS, ids=lambda one: str(one.observe.__name__))
def test_what_an_observer_wants_can_be_seen(observer: Observer) -> None:
    """Each wanted category is one that lines are told: a misspelt one would hide everything."""
    told = {
        f"{file}.{name}" for file in LINE_FILES for name in table(file) if not name.startswith("_")
    }
    wanted = {sign for sign in observer.wanted if "." in sign}
    assert wanted <= told - UNPLACED


def test_no_line_is_asked_for_a_phrase_that_it_is_not_told() -> None:
    """Such a question would always be answered by no."""
    package = Path(uagent_memory.__file__).parent
    asked = {
        name
        for path in package.rglob("*.py")
        if path.name != "phrases.py"
        for name in re.findall(r'"([a-z]+\.[a-z_]+)"', path.read_text(encoding="utf-8"))
    }
    assert not asked & UNPLACED


@pytest.mark.parametrize(
    ("text", "hidden", "plain"),
    [
        ("take care of yourself", "requests.verb", "take the tests"),
        ("great work everyone", "requests.yes", "great, go on"),
        ("大家好", "requests.yes", "好，开始吧"),
    ],
)
def test_phrases_that_are_not_told_still_hide_shorter_ones(
    text: str, hidden: str, plain: str
) -> None:
    """ "Great work" is a courtesy, and no leave to go on because of its "great"."""
    hides, tells = phrases_by_line((text, plain))
    assert hidden not in hides
    assert hidden in tells
    assert not (hides.keys() | tells.keys()) & UNPLACED
