"""Cues of the units of many messages, looked up together."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.analyzer.cued import with_cues
from uagent_memory.analyzer.cues import cue_of, cues_of
from uagent_memory.analyzer.types import Cue, Unit, UnitKind
from uagent_memory.messages import Author, Span

SAID = (
    "We decided to keep the old format.",
    "All 12 tests pass.",
    "Please keep the API stable.",
    "run the tests again",
    "Which port does it use?",
    "See `decided.py`, not done.",
    "我们决定采用第二种方案。",
    "不要修改配置文件。",
    "two\0parts: it fails because of the lock",
    "the plan is to wait " * 40 + "it turns out that nothing is left",
    "",
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(SAID) | st.text(), st.sampled_from(Author))))
def test_a_text_has_the_same_cues_among_others_as_alone(said: list[tuple[str, Author]]) -> None:
    """Whatever stands beside it."""
    assert cues_of(said) == [cue_of(text, author=author) for text, author in said]


def test_more_texts_than_are_joined_at_once() -> None:
    """None is lost, and each has its own."""
    said = [(f"Step {n}: {SAID[n % 4]}", Author.AGENT) for n in range(600)]
    assert cues_of(said) == [cue_of(text, author=author) for text, author in said]


def unit(kind: UnitKind, text: str) -> Unit:
    return Unit(kind, Span("m1", "text", 0, len(text)), text, Cue.NONE)


def test_what_is_printed_has_the_cue_of_its_kind() -> None:
    """A row or a line of JSON says something where somebody wrote it, and nothing in output."""
    row, line = "| we decided on SQLite |", '"plan": "next I will add the tests for it"'
    own = [
        unit(UnitKind.TRACEBACK, "ValueError: bad"),
        unit(UnitKind.LOG, "fatal: no such file"),
        unit(UnitKind.CODE, "we decided"),
        unit(UnitKind.TABLE_ROW, row),
        unit(UnitKind.JSON, line),
    ]
    written, printed = with_cues([own, own], [Author.AGENT, Author.TOOL])
    assert [u.cue for u in printed] == [Cue.ERROR, Cue.ERROR, Cue.NONE, Cue.NONE, Cue.NONE]
    assert [u.cue for u in written[3:]] == [
        cue_of(row, author=Author.AGENT),
        cue_of(line, author=Author.AGENT),
    ]
    assert written[3].cue.meets(Cue.DECISION)
    assert [u.text for u in written] == [u.text for u in own]


@pytest.mark.parametrize(
    ("herald", "told", "passes_on"),
    [
        ("Root cause found.", "The customer stands in the key.", True),
        ("找到根本原因了。", "客户写进了键里。", True),
        ("The root cause is `key()`.", "The customer stands in it.", False),
        ("It works.", "The customer stands in the key.", False),
    ],
)
def test_what_follows_the_word_that_a_cause_is_found_is_the_cause(
    herald: str, told: str, passes_on: bool
) -> None:
    """Of an agent only, and where the first sentence does not name it."""
    texts = (herald, told)
    units = [Unit(UnitKind.SENTENCE, Span("m1", "text", 0, len(t)), t, Cue.NONE) for t in texts]
    for author in (Author.AGENT, Author.USER):
        ((_, second),) = with_cues([units], [author])
        assert second.cue.meets(Cue.CAUSE) is (passes_on and author is Author.AGENT)
