from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.validator.entries import entry, segment
from uagent_memory.segments import Entry, SegmentName
from uagent_memory.validator.readability import Fault, ReadabilityChecker

NAMES = st.sampled_from(list(SegmentName))
TEXTS = st.text(alphabet="abc. ,(`\n12→/_测试。", max_size=60)


def faults(*entries: Entry | str) -> list[Fault]:
    return [offence.fault for offence in ReadabilityChecker().check([segment(*entries)]).offences]


def test_whole_sentences_read_well() -> None:
    """Sentences in both languages and ledger lines give 1."""
    found = ReadabilityChecker().check(
        [
            segment("The parser fails on empty input.", "我们决定使用新的解析器。"),
            segment(
                entry("`src/a.py` modified 3 times", kind="file"),
                entry("`pytest -q` failed → 1 failed", kind="command"),
                name=SegmentName.FILES,
            ),
        ]
    )
    assert (found.score, found.offending) == (1.0, ())


def test_no_entries_read_well() -> None:
    """Nothing to object to where nothing stands."""
    assert ReadabilityChecker().check([]).score == 1.0


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("  ", Fault.EMPTY),
        ("and then stops.", Fault.FRAGMENT),
        ("We will use the", Fault.HALF_LINE),
        ("The loop calls foo (bar", Fault.HALF_LINE),
        ("  12→def f(): pass", Fault.LISTING_PREFIX),
        ("HTTPServer, parse_config, src/a.py", Fault.ONLY_IDENTIFIERS),
    ],
)
def test_each_fault_is_named(text: str, fault: Fault) -> None:
    """An entry that is no whole unit is named with its reason and lowers the score."""
    found = ReadabilityChecker().check([segment(text, "The parser works.")])
    assert [offence.fault for offence in found.offences] == [fault]
    assert found.offending == (f"Problem Solving: {text}",)
    assert found.score == pytest.approx(0.5)


def test_repeats_are_found_across_marks_and_case() -> None:
    """The second of two sentences with almost the same words is a repeat."""
    first = "The parser now accepts empty input on all of the supported platforms."
    second = "the parser now accepts **empty** input, on all of the supported platforms"
    assert faults(first, second) == [Fault.REPEAT]
    assert faults("解析器现在接受空输入。", "解析器现在接受空输入") == [Fault.REPEAT]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "All 12 tests pass after the change to the parser.",
            "All 13 tests pass after the change to the parser.",
        ),
        (
            "Do push the branch to the remote once the tests pass.",
            "Do not push the branch to the remote once the tests pass.",
        ),
        ("测试通过后可以把分支推送到远端。", "测试通过后不可以把分支推送到远端。"),
    ],
)
def test_a_number_or_a_negation_makes_a_difference(one: str, other: str) -> None:
    """Sentences that differ in what matters are no repeats."""
    assert faults(one, other) == []


def test_a_childs_listing_prefix_is_its_entrys() -> None:
    """Lines below an entry are looked at as well."""
    parent = entry("Read `src/a.py`:", kind="note", children=(entry(" 7→x = 1", kind="quote"),))
    assert faults(parent) == [Fault.LISTING_PREFIX]


def test_a_heading_of_names_is_read_with_what_stands_below() -> None:
    """A tool's name over its output is no list of identifiers."""
    child = entry("the order is pending", kind="quote")
    assert faults(entry("get_order:", kind="note", children=(child,))) == []


def test_who_asks_may_begin_in_the_middle() -> None:
    """A request is quoted as it was said; cut off it must not be."""
    assert faults(entry("and for 3 I'd like a test.", kind="request")) == []
    assert faults(entry("Please explore:", kind="request")) == [Fault.HALF_LINE]


def test_code_may_look_like_code() -> None:
    """Printed lines and commands are no sentences."""
    lines = entry("foo(bar,", kind="quote"), entry("`make -j4`", kind="command")
    assert faults(*lines) == []


def test_the_users_words_stand_as_they_are() -> None:
    """Nobody may mend what a user wrote, so it is not objected to."""
    users = segment("and src/a.py", "continue", "continue", name=SegmentName.USER_MESSAGES)
    assert ReadabilityChecker().check([users]).score == 1.0


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(NAMES, st.lists(TEXTS, max_size=6)), max_size=4))
def test_the_score_is_the_share_of_whole_entries(
    content: list[tuple[SegmentName, list[str]]],
) -> None:
    """0..1, equal for equal input, and 1 exactly where nothing offends."""
    segments = [segment(*texts, name=name) for name, texts in content]
    found = ReadabilityChecker().check(segments)
    total = sum(len(texts) for _, texts in content)
    assert found == ReadabilityChecker().check(segments)
    assert found.score == pytest.approx(1 - len(found.offences) / total if total else 1.0)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(alphabet="abcdefg ", min_size=1, max_size=30), min_size=1, max_size=6))
def test_every_exact_repeat_is_found(texts: list[str]) -> None:
    """Doubling a list of entries gives at least as many offences as there are texts."""
    found = ReadabilityChecker().check([segment(*texts, *texts)])
    assert len(found.offences) >= len([text for text in texts if text.strip()])
