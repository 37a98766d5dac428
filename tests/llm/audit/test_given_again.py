"""What a line need not tell again, may tell as advice, or spells otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.llm.audit.test_doubts import _line
from tests.llm.audit.test_free_wording import _material
from uagent_memory.llm.audit.conduct import orders_in
from uagent_memory.llm.audit.losses import answers
from uagent_memory.llm.audit.wording import plain_wording

ORDERS = [
    (
        "We'll proceed by ensuring that all packages are installed.",
        "make sure that all packages are installed",
        "make sure that nobody reads the log",
    ),
    ("这个板块你就直接和他可以对接。", "这个板块你可以直接和他对接", "这个板块你必须删除日志"),
    ("可以把批量从 500 降到 100。", "你可以把批量从 500 降到 100", "请先把批量从 500 降到 100"),
    (
        "We can lower the batch to 100.",
        "the batch can be lowered to 100",
        "please lower the batch to 100",
    ),
]


@pytest.mark.parametrize(("source", "given", "order"), ORDERS)
def test_advice_of_the_sources_is_no_order(source: str, given: str, order: str) -> None:
    """What an agent advised may be told as advice; nothing else may."""
    line = _line(source)
    line = replace(line, entry=line.entry.model_copy(update={"trust": 2}))
    assert list(orders_in(f"The steps: {given}.", [line])) == []
    assert list(orders_in(f"The steps: {order}.", [line]))


LOST = [
    (
        "Design and Security Review: The change only touches reads.",
        "The change touches reads only.",
        "The change is there.",
    ),
    (
        "The branch was pushed. Let me share the result.",
        "The branch was pushed.",
        "The result is there.",
    ),
    (
        "**Tests added/updated** in `a/b.go`: `TestOne` checks the new field",
        "New test in `a/b.go`: `TestOne` checks the new field.",
        "`TestOne` checks it.",
    ),
    (
        "When converting, the field was dropped.",
        "The conversion drops the field.",
        "The field was converted.",
    ),
    (
        "`file ./*` → ./notes.txt: ASCII text",
        "`file ./*`: notes.txt is ASCII text",
        "`file ./*` ran",
    ),
]


@pytest.mark.parametrize(("source", "told", "lost"), LOST)
def test_what_needs_not_be_told_again(source: str, told: str, lost: str) -> None:
    """A heading, a narration and a mark say nothing; the rest must stand."""
    line = _line(source)
    assert answers(told, line, _material(line), made=True)
    assert not answers(lost, line, _material(line), made=True)


def test_nothing_is_lost_with_a_narration() -> None:
    """A line of nothing else needs no words of its own."""
    line = _line("Let me provide a summary of the changes.")
    assert answers("All checks pass.", line, _material(line), made=True)


def test_spellings_keep_their_sense() -> None:
    assert plain_wording("it was neither saved nor shown") == "it was not saved or shown"
    assert plain_wording("没有什么文凭") == "没有文凭"
