from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.memory_builders import handoff, report
from uagent_memory import compress_context_sync
from uagent_memory.errors import UnknownReference
from uagent_memory.explanation import explain
from uagent_memory.messages import Span
from uagent_memory.segments import (
    CompressedContext,
    Degradation,
    Entry,
    Segment,
    SegmentName,
)


def entry(text: str, *message_ids: str, children: tuple[Entry, ...] = ()) -> Entry:
    sources = tuple(Span(identifier, "text", 0, 5) for identifier in message_ids)
    return Entry(text=text, sources=sources, children=children)


@pytest.fixture
def result() -> CompressedContext:
    files = Segment(
        name=SegmentName.FILES,
        entries=(
            entry(
                "src/a.py modified",
                "coder/m3",
                children=(entry("def parse(line): ...", "coder/m4"),),
            ),
        ),
    )
    requests = Segment(
        name=SegmentName.PRIMARY_REQUEST, entries=(entry("把解析器修好", "coder/m1"),)
    )
    return handoff(
        segments=(requests, files),
        made=report(
            coverage={
                "coder/m1": "kept",
                "coder/m2": "covered",
                "coder/m3": "covered",
                "coder/m4": "covered",
                "coder/m5": "covered",
                "coder/m6": "covered",
                "coder/m12": "covered",
            },
            lost=("file: src/b.py (m5)", "number: 42 ms (m12)"),
            degraded=(
                Degradation(
                    kind="request",
                    key="the long request",
                    form="head_and_tail",
                    sources=(Span("coder/m6", "text", 0, 9),),
                ),
            ),
        ),
    )


def test_a_kept_path_has_its_place(result: CompressedContext) -> None:
    """The account names the segment, the entry and the messages behind it."""
    found = explain(result, "src/a.py")
    assert found.verdict == "kept"
    assert found.places[0].segment is SegmentName.FILES
    assert found.places[0].message_ids == ("coder/m3",)
    assert str(found) == (
        "src/a.py: kept: it stands in the hand-off\n"
        "- Files and Code Sections: src/a.py modified (coder/m3)"
    )


def test_the_line_under_an_entry_is_found(result: CompressedContext) -> None:
    """Children count as places of their own."""
    found = explain(result, "parse")
    assert [place.text for place in found.places] == ["def parse(line): ..."]


def test_part_of_a_path_is_found_and_part_of_a_word_is_not(result: CompressedContext) -> None:
    """A literal counts where it stands as a whole."""
    assert explain(result, "a.py").verdict == "kept"
    with pytest.raises(UnknownReference):
        explain(result, "pars")


def test_another_case_is_second_choice(result: CompressedContext) -> None:
    """What does not stand as written is looked for in any case."""
    assert explain(result, "SRC/A.PY").verdict == "kept"


def test_chinese_needs_no_word_boundary(result: CompressedContext) -> None:
    """Chinese words stand inside a run of characters."""
    assert explain(result, "解析器").places[0].segment is SegmentName.PRIMARY_REQUEST


def test_what_was_left_out_has_the_receipts_line(result: CompressedContext) -> None:
    """The account says why, within which budget, and where the original is."""
    found = explain(result, "src/b.py")
    assert found.verdict == "left_out"
    assert "the budget of 100 tokens" in found.reason
    assert found.left_out == ("file: src/b.py (m5)",)
    assert "- left out: file: src/b.py (m5)" in str(found)


def test_a_shortened_item_is_degraded(result: CompressedContext) -> None:
    """What had to be kept and did not fit whole is named with its form."""
    found = explain(result, "the long request")
    assert found.verdict == "degraded"
    assert found.degraded == ("request: the long request (head and tail)",)
    assert explain(result, "m6").verdict == "degraded"


@pytest.mark.parametrize(
    ("target", "verdict"),
    [
        ("coder/m1", "kept"),
        ("m1", "kept"),
        ("(m3)", "kept"),
        ("m2", "covered"),
        ("m5", "left_out"),
        ("m12", "left_out"),
    ],
)
def test_a_message_is_accounted_for(result: CompressedContext, target: str, verdict: str) -> None:
    """By full or short id: quoted, listed in the receipt, or nothing taken from it."""
    assert explain(result, target).verdict == verdict


@pytest.mark.parametrize("target", ["", "  ", "m99", "tester/m1", "src/c.py"])
def test_what_nobody_knows_is_an_error(result: CompressedContext, target: str) -> None:
    """A target in neither hand-off nor receipt is an UnknownReference."""
    with pytest.raises(UnknownReference, match="neither in this hand-off nor in its receipt"):
        explain(result, target)


def test_a_short_id_of_two_logs_is_no_message() -> None:
    """With messages of two roles covered, m1 alone says nothing."""
    made = report(coverage={"coder/m1": "kept", "tester/m1": "kept"})
    with pytest.raises(UnknownReference):
        explain(handoff(made=made), "m1")
    assert explain(handoff(made=made), "tester/m1").verdict == "kept"


def test_an_explanation_is_frozen(result: CompressedContext) -> None:
    """It can be passed around and dumped as JSON."""
    found = explain(result, "src/a.py")
    with pytest.raises(ValidationError):
        found.target = "x"
    assert '"verdict":"kept"' in found.model_dump_json()


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30))
def test_no_target_crashes(target: str) -> None:
    """Any text is explained or refused."""
    made = handoff(
        segments=(Segment(name=SegmentName.FILES, entries=(entry(target or "x", "coder/m1"),)),)
    )
    try:
        found = explain(made, target)
    except UnknownReference:
        assert not target.strip()
    else:
        assert found.verdict == "kept"


def test_a_history_kept_whole_is_found_in_it() -> None:
    """Where the input was too short to compress, its words are kept; others are still unknown."""
    words = [{"role": "user", "content": "修复 src/a.py，不要改 src/b.py。"}]
    whole = compress_context_sync(words, budget=500)
    assert whole.status == "unchanged"
    for target in ("src/b.py", "不要改", "m1"):
        found = explain(whole, target)
        assert found.verdict == "kept"
        assert "too short to compress" in str(found)
    with pytest.raises(UnknownReference):
        explain(whole, "src/c.py")


SESSION = [
    {
        "role": "user",
        "content": "The importer loses rows. Fix src/importer.py. 不要改 src/schema.py。",
    },
    {
        "role": "assistant",
        "content": "I'll read it first.",
        "tool_calls": [
            {"id": "c1", "name": "Read", "arguments": {"file_path": "src/importer.py"}},
        ],
    },
    {
        "role": "tool",
        "tool_call_id": "c1",
        "content": "store(row)  # keep going\n" * 300 + "# rather violet\n" + "again(row)\n" * 300,
    },
    {"role": "user", "content": "港口上空的云今天特别紫。" + "这里没有别的可说了。" * 60},
    {"role": "assistant", "content": "Fixed in src/importer.py. The tests have not been run yet."},
]


@pytest.mark.parametrize(
    ("target", "message"),
    [("rather violet", "m3"), ("Rather VIOLET", "m3"), ("keep going", "m3"), ("file_path", "m2")],
)
def test_a_text_that_became_no_fact_is_found_in_the_history(target: str, message: str) -> None:
    """Which message holds it, how that was judged, and how to keep it."""
    made = compress_context_sync(SESSION, to="tester", budget=400)
    assert target not in made.markdown
    found = made.explain(target)
    assert (found.verdict, found.passages[0].message_id) == ("left_out", message)
    assert "pin it with `keep`" in found.reason
    assert f"in {message}" in str(found)
    kept = compress_context_sync(SESSION, to="tester", budget=900, keep=[target.lower()])
    assert kept.explain(target.lower()).verdict == "kept"


def test_what_stands_nowhere_is_still_unknown() -> None:
    made = compress_context_sync(SESSION, to="tester", budget=400)
    with pytest.raises(UnknownReference, match="nor in a message"):
        made.explain("rather green")
    with pytest.raises(UnknownReference):
        CompressedContext.model_validate_json(made.model_dump_json()).explain("rather violet")
