"""Nothing twice, open references named, users' words untouched."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.coherence import CoherenceMaintainer
from uagent_memory.messages import Span
from uagent_memory.segments import Entry, Segment, SegmentName


def maintained(
    *entries: Entry, text: str = "Nothing.", name: SegmentName = SegmentName.PROBLEM_SOLVING
) -> list[Entry]:
    """Entries after the pass; they cite the agent's message m2, which holds `text`."""
    s = SessionBuilder()
    s.user("Please look.")
    s.agent(text)
    segments = CoherenceMaintainer().maintain(
        (Segment(name=name, entries=entries),), view_of(s.messages)
    )
    return [entry for segment in segments for entry in segment.entries]


def said(text: str, whole: str = "", *, kind: str = "statement", must_keep: bool = False) -> Entry:
    start = max(whole.find(text), 0)
    span = Span("m2", "text", start, start + len(text))
    return Entry(text=text, sources=(span,), kind=EntryKind(kind), must_keep=must_keep)


def test_the_same_words_are_said_once() -> None:
    """Case and marks make no difference; what must be kept stays."""
    first, again = said("All tests pass."), said("all tests pass")
    assert maintained(first, again) == [first]
    required = said("ALL TESTS PASS!", must_keep=True)
    assert maintained(first, required) == [first, required]


def test_a_segment_without_entries_goes() -> None:
    """Nothing is left of it, not even its name."""
    first = said("测试通过。")
    view = view_of(SessionBuilder().messages)
    segments = [
        Segment(name=name, entries=(first,))
        for name in (SegmentName.ERRORS, SegmentName.PROBLEM_SOLVING)
    ]
    (left,) = CoherenceMaintainer().maintain(segments, view)
    assert left.name is SegmentName.ERRORS


@pytest.mark.parametrize(
    ("before", "sentence", "expected"),
    [
        ("I read src/parser.py.", "It drops the last row.", "It (= `src/parser.py`) drops"),
        ("我看了 src/parser.py。", "它丢掉了最后一行。", "它 (= `src/parser.py`)丢掉"),
    ],
)
def test_a_pronoun_is_named_from_the_sentence_before(
    before: str, sentence: str, expected: str
) -> None:
    """Where that names one thing; the sentence before becomes a source."""
    whole = f"{before} {sentence}"
    (entry,) = maintained(said(sentence, whole), text=whole)
    assert entry.text.startswith(expected)
    assert len(entry.sources) == 2


@pytest.mark.parametrize("before", ["I read src/a.py and src/b.py.", "I read a book."])
def test_an_unclear_pronoun_stays(before: str) -> None:
    """Several names, or none: nothing is guessed."""
    whole = f"{before} It drops the last row."
    entry = said("It drops the last row.", whole)
    assert maintained(entry, text=whole) == [entry]


@pytest.mark.parametrize(
    "sentence",
    [
        "It seems that the last row is dropped.",
        "It is possible that the last row is dropped.",
        "It remains open who drops the row.",
        "This failure is an old one.",
        "它似乎丢掉了最后一行。",
        "这个问题以前就有。",
    ],
)
def test_words_that_point_at_nothing_before_stay(sentence: str) -> None:
    """A dummy "it", and a pronoun with a noun of its own."""
    whole = f"I read src/parser.py. {sentence}"
    entry = said(sentence, whole)
    assert maintained(entry, text=whole) == [entry]


def test_users_words_are_not_touched() -> None:
    """The users' segment keeps pronouns as they were typed."""
    whole = "I read src/parser.py. It drops the last row."
    entry = said("It drops the last row.", whole)
    assert maintained(entry, text=whole, name=SegmentName.USER_MESSAGES) == [entry]
