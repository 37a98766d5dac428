"""Shorter forms of required candidates."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.candidate import Candidate, Keep
from uagent_memory.generator.selection.shortening import as_reference, head_and_tail, in_short
from uagent_memory.messages import Span
from uagent_memory.segments import SegmentName
from uagent_memory.tokens import O200kCounter

COUNTER = O200kCounter()


def own_id(span: Span) -> str:
    return span.message_id


def latest(text: str) -> Candidate:
    return Candidate(
        id=1,
        segment=SegmentName.USER_MESSAGES,
        text=text,
        sources=(Span("m1", "text", 0, len(text)),),
        order=(1,),
        kind=EntryKind.LATEST_USER_MESSAGE,
        keep=Keep.LATEST_USER_MESSAGE,
        targets={"text": 1.0},
    )


@given(st.text(min_size=1, max_size=3000), st.integers(1, 300))
@settings(max_examples=100, deadline=None)
def test_head_and_tail_are_cut_from_the_message(text: str, room: int) -> None:
    """What stands around the gap is the message's own beginning and end."""
    candidate = latest(text)
    short = head_and_tail(candidate, room=room, name=own_id, counter=COUNTER)
    if short is candidate:
        return
    head, tail = short.sources
    assert text[head.start : head.end].rstrip() == short.text.partition(" [...")[0]
    assert text.endswith(text[tail.start : tail.end])


def test_what_fits_is_left_as_it_is() -> None:
    """No gap is made in a text that the room holds, in either language."""
    for text in ("Write the notes.", "请写文档。"):
        whole = latest(text)
        assert head_and_tail(whole, room=100, name=own_id, counter=COUNTER) is whole


def test_chinese_is_cut_at_full_stops() -> None:
    """The head ends with a whole sentence."""
    text = "请先修复解析器。" * 200
    short = head_and_tail(latest(text), room=60, name=own_id, counter=COUNTER)
    head = short.text.partition(" [...")[0]
    assert head.endswith("。")
    assert text.startswith(head)


def test_a_short_form_cites_its_own_sources() -> None:
    """Where it has none it cites those of the whole; it covers nothing."""
    short = in_short(latest("OPEN: KeyError in load"), "OPEN: KeyError")
    assert short.text == "OPEN: KeyError"
    assert short.sources == latest("OPEN: KeyError in load").sources
    assert not short.targets


def test_references_share_one_line() -> None:
    """Two rules by reference join, and their own words are gone."""
    one, other = (
        as_reference(latest(rule), "Rules: ", own_id) for rule in ("Never push.", "不要推送。")
    )
    assert one.joins == other.joins
    assert "push" not in one.text


@pytest.mark.parametrize("room", range(40, 60, 3))
@pytest.mark.parametrize(
    "line",
    ["see src/reports/quarterly_totals.py and load_rows()  ", "请看src/reports/季度_totals.py，"],
)
def test_no_name_is_cut(line: str, room: int) -> None:
    """Neither a path nor an identifier, in either language."""
    short = head_and_tail(latest(line * 90), room=room, name=own_id, counter=COUNTER)
    head, _, tail = short.text.partition(" [...")
    names = re.compile(r"[A-Za-z_./]+")
    shown = names.findall(head) + names.findall(tail.partition("] ")[2])
    assert set(shown) <= set(names.findall(line))


def test_the_tail_begins_with_a_sentence() -> None:
    """Not in the middle of one."""
    text = "The importer reads one file after another. " * 90
    short = head_and_tail(latest(text), room=60, name=own_id, counter=COUNTER)
    assert short.text.partition("] ")[2].startswith("The importer")
