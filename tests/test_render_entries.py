"""Entries and segments as Markdown lines."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hostile import texts
from uagent_memory.entry_kind import EntryKind
from uagent_memory.messages import Span
from uagent_memory.render import own_lines, references, render_entry, render_segment
from uagent_memory.segments import Entry, Segment, SegmentName
from uagent_memory.tokens import O200kCounter

COUNTER = O200kCounter()


def spans(*ids: str) -> tuple[Span, ...]:
    return tuple(Span(name, "text", 0, 1) for name in ids)


def entry(text: str, *ids: str, kind: str = "statement", children: Sequence[Entry] = ()) -> Entry:
    return Entry(text=text, sources=spans(*ids), kind=EntryKind(kind), children=tuple(children))


sources = st.lists(
    st.builds(
        Span,
        st.sampled_from(("m1", "m12", "coder/m3", "coder/m40", "测试/m7", "odd", "coder/")),
        st.just("text"),
        st.just(0),
        st.just(1),
    ),
    max_size=5,
).map(tuple)
kinds = st.sampled_from(("statement", "quote", "command", "request"))
leaves = st.builds(Entry, text=texts, sources=sources, kind=kinds)
entries = st.builds(
    Entry,
    text=texts,
    sources=sources,
    kind=kinds,
    children=st.lists(
        st.builds(Entry, text=texts, sources=sources, children=st.lists(leaves, max_size=1)),
        max_size=2,
    ),
)


@pytest.mark.parametrize(
    ("ids", "shown"),
    [
        ((), ""),
        (("coder/m12",), "(m12)"),
        (("coder/m15", "coder/m12", "coder/m15"), "(m12, m15)"),
        (("m9", "m10", "m100"), "(m9, m10, m100)"),
        (("m1", "m9", "m10", "m40"), "(m1 ... m40)"),
        (("coder/m2", "planner/m1"), "(coder/m2, planner/m1)"),
        (("m2", "planner/m1"), "(m2, planner/m1)"),
        ((f"m{'9' * 5000}",), f"(m{'9' * 5000})"),
    ],
)
def test_references(ids: tuple[str, ...], shown: str) -> None:
    """Messages in order, at most three by name, short when they lie in one log."""
    assert references(spans(*ids)) == shown


def test_references_in_a_known_log() -> None:
    """With a log named, its ids are short and others are in full, whatever the entry cites."""
    assert references(spans("coder/m2", "planner/m1"), log="coder") == "(m2, planner/m1)"
    assert references(spans("planner/m1"), log="coder") == "(planner/m1)"


def test_one_line_entry_with_children() -> None:
    """Children are sub-bullets; one that cites only its parent's message repeats no reference."""
    parent = entry(
        "src/a.py: modified",
        "m3",
        children=(
            entry("adds load()", "m3"),
            entry("reverted in part", "m3", "m9", children=(entry("keeps parse()", "m9"),)),
            entry("no source"),
        ),
    )
    assert render_entry(parent) == (
        "- src/a.py: modified (m3)\n"
        "  - adds load()\n"
        "  - reverted in part (m3, m9)\n"
        "    - keeps parse() (m9)\n"
        "  - no source\n"
    )


def test_entry_of_several_lines_is_fenced() -> None:
    """Code stands in a fence under its bullet, the reference after it."""
    code = entry("\ndef f():\n\treturn 1\n\n# end\n", "coder/m4", kind="quote")
    assert render_entry(code, 1) == (
        "  - ```\n    def f():\n    \treturn 1\n\n    # end\n    ```\n    (m4)\n"
    )


def test_wrapped_prose_is_one_line() -> None:
    """A sentence wrapped at a column is joined; lines that end on purpose are not."""
    wrapped = "The importer read every row twice because the\ncursor was never closed."
    assert own_lines(entry(wrapped, "m1")) == (
        "- The importer read every row twice because the cursor was never closed. (m1)\n"
    )
    chinese = "导入程序把每一行都读取了两次因为游标从来没有被关闭\n所以结果重复。"
    assert own_lines(entry(chinese)) == f"- {chinese.replace(chr(10), '')}\n"
    for text, kind in (
        (wrapped, "quote"),
        ("First:\nSecond line.", "statement"),
        ("The list of what is still to be done by tomorrow:\n- one", "statement"),
    ):
        assert "```" in own_lines(entry(text, "m1", kind=kind))


def test_entry_without_visible_text() -> None:
    """An entry that shows nothing is still one bullet with its reference."""
    assert own_lines(entry("\u200b\x00", "m1")) == "- (no text) (m1)\n"


def test_segment() -> None:
    """A heading and its entries; nothing for an empty segment."""
    segment = Segment(name=SegmentName.ERRORS, entries=(entry("a", "m1"), entry("b", "m2")))
    assert render_segment(segment) == "## Errors and fixes\n- a (m1)\n- b (m2)\n"
    assert render_segment(Segment(name=SegmentName.ERRORS, entries=())) == ""


@settings(max_examples=100, deadline=None)
@given(st.lists(entries, min_size=1, max_size=4))
def test_tokens_add_up(many: list[Entry]) -> None:
    """The tokens of entries rendered together are the sum of each entry's own lines."""
    pieces: list[str] = []

    def collect(one: Entry, depth: int, parent: Entry | None) -> None:
        pieces.append(own_lines(one, depth, parent=parent))
        for child in one.children:
            collect(child, depth + 1, one if one.sources else parent)

    for one in many:
        collect(one, 0, None)
    whole = "".join(map(render_entry, many))
    assert whole == "".join(pieces)
    assert COUNTER.count(whole) == sum(COUNTER.count_many(pieces))


@settings(max_examples=100, deadline=None)
@given(entries)
def test_lines_are_well_formed(one: Entry) -> None:
    """Each entry ends its line; no line starts at the margin but the entry's own bullet."""
    lines = render_entry(one).split("\n")
    assert lines.pop() == ""
    assert lines[0].startswith("- ")
    assert all(line == "" or line.startswith("  ") for line in lines[1:])
