"""Numbers in words."""

from __future__ import annotations

from uagent_memory.entry_kind import EntryKind
from uagent_memory.messages import Span
from uagent_memory.segments import Entry
from uagent_memory.validator.numerals import in_figures, number_words
from uagent_memory.validator.trace import untraceable


def test_words_are_read_as_figures() -> None:
    """English words alone, Chinese numerals with their measure word."""
    assert number_words("Two of 33 tests fail, 三次重试") == {"2", "3"}
    assert in_figures("two weeks, 两周, 三个方案") == "2 weeks, 2周, 3个方案"


def test_a_figure_may_stand_for_a_word_of_its_source() -> None:
    """`2` for "two" and `5-second` for "5 seconds"; no other figure and no other unit."""

    def missing(text: str, source: str) -> tuple[str, ...]:
        entry = Entry(text=text, kind=EntryKind.STATEMENT, sources=(Span("m1", "text", 0, 9),))
        return untraceable(entry, lambda _: source)

    assert missing("2 tests fail", "Two tests fail") == ()
    assert missing("重试 3 次", "重试三次") == ()
    assert missing("a 5-second timeout", "a timeout of 5 seconds") == ()
    assert missing("4 tests fail", "Two tests fail") == ("4",)
    assert missing("a 5-minute timeout", "a timeout of 5 seconds") == ("5-minute",)
