"""Survival by kind: what a text holds, and whether what a hand-off claims is true."""

from __future__ import annotations

import pytest

from benchmarks.label import find
from benchmarks.quality.labels import Label, LabelFile, LabelKind
from benchmarks.quality.overlap import Lines, terms
from benchmarks.quality.peers.ours import Ours
from benchmarks.quality.sessions import RecordedSession
from benchmarks.quality.survival import Count, by_labels, by_ledger
from tests.analyzer.observations.exchanges import ledger
from tests.benchmarks.small_sessions import english
from tests.builders import SessionBuilder

SESSION = RecordedSession("english", "coding", tuple(english()), {})


def _one(kind: LabelKind, text: str, *, status: str, also: str = "") -> Label:
    spans = tuple(find(SESSION, text))[:1]
    others = tuple(find(SESSION, also))[:1] if also else ()
    return Label(kind=kind, status=status, spans=spans, also=others)


def _file(*labels: Label, complete: tuple[LabelKind, ...] = ()) -> LabelFile:
    return LabelFile(
        session="english", source="coding", messages=19, complete=complete, labels=labels
    )


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("alpha beta gamma delta epsilon", True),
        ("alpha beta gamma", True),
        ("alpha\n  beta gamma delta", True),
        ("alpha one two three", False),
        ("预算不能超过三百万元", True),
        ("预算要在下周之前批准", False),
        ("", False),
    ],
)
def test_three_fifths_of_the_words_together_survive(text: str, held: bool) -> None:
    """In one line or two in a row; Chinese in pairs of characters."""
    lines = Lines("alpha beta x\ngamma delta y\n\nother\n这次预算不能超过三百万，请注意")
    assert lines.hold(text) is held


def test_chinese_terms_are_pairs() -> None:
    """A single character is too common to be a word."""
    assert terms("预算表 ok") == {"预算", "算表", "ok"}


def test_labels_are_scored_by_kind_and_state() -> None:
    """Lifted and fixed facts are not expected; another place that says the same will do."""
    ours = Ours("learned")
    text = ours(SESSION.messages, 900)
    labels = (
        _one("constraint", "Do not change src/schema.py.", status="active"),
        _one("error", "KeyError: 'row_id'", status="fixed"),
        _one(
            "decision", "decided to use batch_size = 500", status="active", also="batch_size = 500"
        ),
        _one("task", "helper_17 of src/part_17.py", status="pending"),
    )
    found = dict(
        by_labels("Do not change src/schema.py", _file(*labels), SESSION, None, ours.ledger())
    )
    assert found == {"constraint": Count(1, 1), "decision": Count(0, 1), "task": Count(0, 1)}
    found = dict(by_labels("batch_size = 500", _file(labels[2]), SESSION, None, ours.ledger()))
    assert found == {"decision": Count(1, 1)}
    assert text


def test_precision_asks_what_the_handoff_claims() -> None:
    """Only of completely labelled kinds: a claim without a label is wrong."""
    ours = Ours("learned")
    text = ours(SESSION.messages, 900)
    label = _one("constraint", "Do not change src/schema.py.", status="active")
    with_label = _file(label, complete=("constraint",))
    found = dict(by_labels(text, with_label, SESSION, ours.last, ours.ledger()))
    assert found["constraint"] == Count(1, 1, 1, 1)
    without = _file(complete=("constraint",))
    found = dict(by_labels(text, without, SESSION, ours.last, ours.ledger()))
    assert found["constraint"] == Count(0, 0, 0, 1)
    unfinished = _file(label)
    found = dict(by_labels(text, unfinished, SESSION, ours.last, ours.ledger()))
    assert found["constraint"] == Count(1, 1, 0, 0)


def test_the_ledger_judges_every_text_alike() -> None:
    """All of the history holds all of it, nothing holds nothing."""
    ours = Ours("learned")
    ours(SESSION.messages, 900)
    whole = "\n".join(message.full_text for message in ours.messages)
    everything = dict(by_ledger(whole, ours.ledger(), ours.messages))
    nothing = dict(by_ledger("", ours.ledger(), ours.messages))
    assert "files changed" in everything
    assert "constraints, active" in everything
    assert all(count.kept == count.all for count in everything.values())
    assert all(count.kept == 0 and count.all for count in nothing.values())


@pytest.mark.parametrize(
    ("said", "shown"),
    [("Fix\u200bit, please.\r\n", "Fixit, please."), ("请\u2060修复。", "- 请修复。 (m2)")],
)
def test_a_whole_message_is_there_without_what_nobody_can_see(said: str, shown: str) -> None:
    assert Lines(shown).hold_whole(said)
    assert not Lines(shown).hold_whole(said + "?")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("`pytest tests/rates` failed, exit 1 → 2 failed, 3 passed in 0.4s", True),
        ("`pytest tests/rates` was run", False),
        ("2 failed, 3 passed in 0.4s", False),
    ],
)
def test_a_command_that_fails_now_is_wanted_with_what_it_failed_with(
    text: str, *, told: bool
) -> None:
    """A look-up that found nothing, and what passes since, are not asked for."""
    s = SessionBuilder()
    s.run("bash", "2 failed, 3 passed in 0.4s", command="pytest tests/rates", is_error=True)
    s.run("bash", "ls: no such file", command="ls old_rates", is_error=True)
    s.run("bash", "FAILED (failures=1)", command="python check_it.py", is_error=True)
    s.run("bash", "all fine", command="python check_it.py", is_error=False)
    found = dict(by_ledger(text, ledger(s), s.messages))
    assert found["commands that fail now"] == Count(int(told), 1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- `pytest -k passed tests` failed, passes since (m2, m4)", True),
        ("- `pytest -k passed tests` 曾失败，后来通过 (m2, m4)", True),
        ("- `pytest -k passed tests` → 3 passed in 0.2s", True),
        ("- `pytest -k passed tests` (m2)", False),
        ("- 3 passed in 0.2s", False),
    ],
)
def test_the_last_state_of_a_command_may_be_told_in_a_word(text: str, *, told: bool) -> None:
    """Words of the command itself say nothing of how it went."""
    s = SessionBuilder()
    s.run("bash", "1 failed, 2 passed in 0.2s", command="pytest -k passed tests", is_error=True)
    s.run("bash", "3 passed in 0.2s", command="pytest -k passed tests", is_error=False)
    found = dict(by_ledger(text, ledger(s), s.messages))
    assert found["failing commands, last state"] == Count(int(told), 1)
