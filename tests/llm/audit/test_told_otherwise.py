"""Calls, lists, orders and names as another writer tells them, and the lies beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.llm.audit.test_doubts import _line
from tests.llm.audit.test_free_wording import _material
from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.doubts import disbelieved, doubts_of_line
from uagent_memory.llm.audit.losses import answers
from uagent_memory.llm.audit.material import DraftLine

CASES = [
    # "all" behind a list of what each is said of
    (
        "Code matches the spec; comments match the spec; the title matches the spec.",
        "Code, comments and title all match the spec.",
        "All pages match the spec.",
    ),
    # a "not" of one thing where the sources tell the other
    (
        "The tool reads `refs/a` (doesn't exist) and stops, even though `refs/b` does exist.",
        "The tool reads `refs/a`, which doesn't exist, and stops although `refs/b` does exist.",
        "The tool reads `refs/a` and stops, and `refs/b` doesn't exist either.",
    ),
    # what somebody else is still to do
    (
        "The branch is pushed and ready for review when you mark it ready.",
        "The branch is pushed, ready for review when you mark it ready.",
        "The branch is pushed and already marked ready for review.",
    ),
    # a result in two forms, the order told by an adverb
    (
        "The build failed, passes since",
        "The build that failed before now passes",
        "The build that passed before now fails",
    ),
    # the contrary with a "not", and the contrary alone
    (
        "They tried both parsers but did not succeed.",
        "Both parsers were tried and had failed.",
        "Both parsers were tried and had succeeded.",
    ),
    ("Wait until the first save.", "Wait for the first save.", "Wait for the second save."),
    # what a thing was used for, and what a thing no longer does
    (
        "`lock.json` holds the state. Used to prevent running twice.",
        "`lock.json` holds the state and keeps jobs from running twice.",
        "`lock.json` holds the state and no longer prevents running twice.",
    ),
    # figures that are joined
    ("See lines 38-45.", "See lines 38-45 of it.", "See lines 45-38 of it."),
    (
        "The albums between 2000 and 2009 are listed.",
        "The albums from 2000 to 2009 are listed.",
        "The albums from 2009 to 2000 are listed.",
    ),
    # words that stand with another name
    (
        "The step `make fmt` ran. The step `make lint` failed with an import issue.",
        "`make lint` failed with an import issue; `make fmt` ran.",
        "`make fmt` failed with an import issue.",
    ),
    (
        "设置 `retry_max` 负责重试。设置 `cache_dir` 存放缓存文件。",
        "`cache_dir` 存放缓存文件，`retry_max` 负责重试。",
        "`retry_max` 存放缓存文件。",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CASES)
def test_told_otherwise_and_told_wrongly(source: str, right: str, wrong: str) -> None:
    """The one is believed, the other is not."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(disbelieved(wrong, [_line(source)]))


def _of_kind(text: str, kind: EntryKind, **changes: bool) -> DraftLine:
    line = _line(text)
    return replace(line, entry=line.entry.model_copy(update={"kind": kind, **changes}))


@pytest.mark.parametrize(
    ("call", "right", "wrong"),
    [
        ("`rm old.py tmp.py`:", "Removed old.py and tmp.py", "Moved old.py and tmp.py"),
        ("`rm -r old_docs.md`:", "删除了 old_docs.md", "没有删除 old_docs.md"),
        ("`load.py` → []", "`load.py` returned []", "`load.py` returned [] and lists the albums"),
    ],
)
def test_a_call_is_told_by_what_it_did(call: str, right: str, wrong: str) -> None:
    """The deed of a command, and what stands behind the arrow."""
    line = _of_kind(call, EntryKind.COMMAND)
    assert list(doubts_of_line(right, [line])) == []
    assert list(disbelieved(wrong, [line]))


def test_a_call_that_failed_has_done_nothing() -> None:
    """It is not told by the deed."""
    line = _of_kind("`rm old.py` failed, exit 1", EntryKind.COMMAND)
    assert list(disbelieved("Removed old.py", [line]))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2. The parser reads a 12-hex-char key", "The parser reads a key of 12 hex characters"),
        ("Direct Load: `loadStateDirect()` reads it", "`loadStateDirect()` reads it"),
        (
            "(before the change) The parser drops `x.key`",
            "Before the change the parser drops x.key",
        ),
    ],
)
def test_what_need_not_be_said_again_as_it_stood(text: str, told: str) -> None:
    """Numbers of items, joined words, the words of a name, when a result was had."""
    line = _line(text)
    assert answers(told, line, _material(line), made=True)


def test_what_must_be_kept_keeps_the_names_that_are_needed() -> None:
    """Others may go with it; what is needed may not."""
    line = _of_kind("`run_all.py` failed with E_BAD in stage_two", EntryKind.ERROR, must_keep=True)
    material = replace(_material(line), need={"run_all.py": 0.9, "E_BAD": 0.8, "stage_two": 0.0})
    assert answers("`run_all.py` failed with E_BAD in its stage", line, material, made=True)
    assert not answers("`run_all.py` failed in its stage", line, material, made=True)
