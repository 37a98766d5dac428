"""Counts that must be 0 are 0 for a good hand-off, and more for a spoiled one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from benchmarks.quality.peers.ours import Ours
from benchmarks.quality.structure import CHECKS, Subject, same_bytes
from tests.benchmarks.small_sessions import chinese, english
from uagent_memory.segments import CompressedContext, Entry, Segment, SegmentName


def _subject(budget: int = 900) -> Subject:
    ours = Ours("learned")
    history = english()
    ours(history, budget)
    assert ours.last is not None
    return Subject(ours.last, ours.messages, history, budget)


def _with_entry(subject: Subject, name: SegmentName, text: str, **fields: object) -> Subject:
    spans = subject.handoff.segments[0].entries[0].sources
    entry = Entry.model_validate({"text": text, "sources": spans, **fields})
    segments = (*subject.handoff.segments, Segment(name=name, entries=(entry,)))
    return subject._replace(handoff=subject.handoff.model_copy(update={"segments": segments}))


@pytest.mark.parametrize("check", CHECKS)
def test_our_own_handoff_has_no_fault(check: str) -> None:
    """Each check looks at something and finds nothing wrong."""
    found = CHECKS[check](_subject())
    assert found.faults == 0
    assert found.looked_at > 0


def test_each_fault_is_counted() -> None:
    """One spoiled hand-off per check."""
    good = _subject()
    spoiled = {
        "over budget": good._replace(budget=10),
        "entries without a source": _with_entry(good, SegmentName.CURRENT_WORK, "x", sources=()),
        "invented literals": _with_entry(good, SegmentName.CURRENT_WORK, "made src/ghost.py up"),
        "segments out of order": _with_entry(good, SegmentName.PRIMARY_REQUEST, "Please"),
        "user text no user wrote": _with_entry(
            good, SegmentName.USER_MESSAGES, "I never said this", kind="user_message"
        ),
    }
    for name, subject in spoiled.items():
        assert CHECKS[name](subject).faults == 1, name


def test_references_gaps_and_counts_are_no_inventions() -> None:
    """What the ledger adds by itself is exempt by its grammar."""
    text = "edited 345 times (m12, m14 ... m390) [... 512 tokens, m12]"
    subject = _with_entry(_subject(), SegmentName.CURRENT_WORK, text)
    assert CHECKS["invented literals"](subject).faults == 0


def test_an_orphan_is_found() -> None:
    """A call without its result in the message output."""

    class Spoiled(CompressedContext):
        def messages(self, *_: object, **__: object) -> list[dict[str, object]]:
            return [{"role": "assistant", "content": [{"type": "tool_use", "id": "x"}]}]

    good = _subject()
    spoiled = Spoiled.model_validate(good.handoff.model_dump())
    assert CHECKS["orphan calls or results"](good._replace(handoff=spoiled)).faults == 1


def test_equal_inputs_give_equal_bytes() -> None:
    """Two engines agree; another history differs."""
    one, two, other = Ours("learned"), Ours("learned"), Ours("learned")
    for ours, history in ((one, english()), (two, english()), (other, chinese())):
        ours(history, 900)
    assert one.last is not None
    assert two.last is not None
    assert other.last is not None
    assert same_bytes(one.last, two.last).faults == 0
    assert same_bytes(one.last, other.last).faults == 1


def test_words_of_a_refusal_are_the_users() -> None:
    """They come as the result of the call that the user refused; other output is nobody's."""
    good = _subject()
    subject = _with_entry(good, SegmentName.USER_MESSAGES, "Format it first", kind="user_message")
    refusal = "The tool use was rejected. To tell you how to go on, the user said:\nFormat it first"
    begun = refusal.replace("To tell you how to go on, the user", "The user")
    for content, faults in ((refusal, 0), (begun, 0), ("Format it first", 1)):
        history = [*good.history, {"role": "tool", "content": content}]
        found = CHECKS["user text no user wrote"](subject._replace(history=history))
        assert found.faults == faults


def test_a_date_that_a_source_means_is_no_invention() -> None:
    """The day of the message, or one that its words name; another day is one."""
    good = _subject()
    spans = good.handoff.segments[0].entries[0].sources
    dated = [
        m.model_copy(update={"timestamp": datetime(2026, 3, 2, tzinfo=UTC)}) for m in good.messages
    ]
    for day, faults in (("2026-03-02", 0), ("2031-07-09", 1)):
        subject = _with_entry(
            good, SegmentName.CURRENT_WORK, f"Fine today (= {day})", sources=spans
        )
        found = CHECKS["invented literals"](subject._replace(messages=dated))
        assert found.faults == faults


def test_a_stand_in_for_a_secret_is_no_invention() -> None:
    """It may stand in the middle of a URL, whose other parts are the source's."""
    text = "http://user:[SECRET:password:1]@host:8080"
    subject = _with_entry(_subject(), SegmentName.CURRENT_WORK, text)
    looked_for = CHECKS["invented literals"](subject)
    assert "SECRET" not in looked_for.example
