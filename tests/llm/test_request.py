"""What is sent of a segment, and what is not."""

from __future__ import annotations

from uagent_memory.entry_kind import EntryKind
from uagent_memory.formats import read_messages
from uagent_memory.llm.audit import audit
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.llm.prompts import load_prompts
from uagent_memory.llm.request import Requests, answer_room
from uagent_memory.messages import Span
from uagent_memory.segments import Entry, Segment, SegmentName
from uagent_memory.tokens import default_counter

SAID = Entry(
    text="The guard of the header was put in, because an empty batch has no first row.",
    sources=(Span("m1", "text", 0, 76),),
)
CODE = Entry(
    text="def header_of(rows):\n    return rows[0] if rows else None",
    kind=EntryKind.QUOTE,
    sources=(Span("m2", "text", 0, 56),),
)


def _material(*entries: Entry) -> Material:
    lines = tuple(
        DraftLine(place, entry, entry.sources, entry.text, ("coder",))
        for place, entry in enumerate(entries)
    )
    segment = Segment(name=SegmentName.PROBLEM_SOLVING, entries=entries, tokens=60)
    texts = ({"role": "assistant", "content": entry.text} for entry in (SAID, CODE))
    messages = {message.id: message for message in read_messages(texts)}
    return Material(segment, lines, 60, {}, (), messages, is_chinese=False)


def _requests() -> Requests:
    return Requests(load_prompts(), default_counter(), 2000, "coder")


def test_code_is_not_sent_to_be_rewritten() -> None:
    """It must stay as it is: it costs no tokens, and the answer has as much less room."""
    material = _material(CODE, SAID)
    request = _requests().first(material, 0.5, extraction=False)
    text = request.turns[0].text
    assert SAID.text in text
    assert "def header_of" not in text
    assert request.max_tokens < answer_room(material.budget)


def test_a_segment_of_nothing_but_code_is_sent_whole() -> None:
    """Where somebody asks for it all the same."""
    request = _requests().first(_material(CODE), 0.5, extraction=False)
    assert "def header_of" in request.turns[0].text


def test_what_was_not_sent_stands_where_it_stood() -> None:
    """In front of the line that was rewritten."""
    material = _material(CODE, SAID)
    audited = audit("- Guard of the header put in: an empty batch has no first row. (m1)", material)
    assert not audited.faults
    assert [entry.kind for entry in audited.entries] == [EntryKind.QUOTE, EntryKind.STATEMENT]
    assert audited.entries[0] is CODE
