from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from uagent_memory.errors import InputError
from uagent_memory.messages import Author, Block, Message, MessageKind, Role, ToolCall
from uagent_memory.records import (
    Delivery,
    HideRecord,
    MessageRecord,
    Record,
    Request,
    RewindRecord,
    decode_record,
    encode_record,
)

ANY_TEXT = st.text(st.characters(codec=None), max_size=30)  # lone surrogates, NUL and all
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=100, deadline=None)
@example(text="\ud800", arguments={"\ud800": None}, meta={"": {"\udfff": "\x00"}})
@given(text=ANY_TEXT, arguments=JSON, meta=st.dictionaries(ANY_TEXT, JSON, max_size=3))
def test_a_message_comes_back_byte_for_byte(text: str, arguments: object, meta: object) -> None:
    """A record is one ASCII line that reads back equal, whatever the content."""
    message = Message.model_validate(
        {
            "id": "coder/m1",
            "seq": 0,
            "role": Role.ASSISTANT,
            "author": Author.AGENT,
            "kind": MessageKind.MESSAGE,
            "text": text,
            "tool_calls": (
                ToolCall.model_validate({"id": text, "name": "x", "arguments": arguments}),
            ),
            "timestamp": datetime(2026, 3, 2, tzinfo=timezone(timedelta(hours=8))),
            "blocks": (Block(type="thinking", data={"type": "thinking", "signature": text}),),
            "meta": meta,
        }
    )
    record = MessageRecord(role="coder", message=message)
    line = encode_record(record)
    assert line.isascii()
    assert "\n" not in line
    back = decode_record(line)
    assert back == record
    assert isinstance(back, MessageRecord)
    assert back.message.timestamp is not None
    assert back.message.timestamp.utcoffset() == timedelta(hours=8)


@pytest.mark.parametrize(
    "record",
    [
        HideRecord(role="coder", ids=("coder/m1", "coder/m2"), by="coder/m3"),
        RewindRecord(role="编码", to="编码/m1"),
        MessageRecord(
            role="tester",
            message=Message(id="tester/m1", seq=4, role=Role.USER, author=Author.SUMMARY),
            delivery=Delivery(
                sender="coder",
                receiver="tester",
                covers=("coder/m1-m4",),
                request=Request(budget=100, keep=("x",)),
            ),
        ),
    ],
)
def test_every_kind_of_record_comes_back(record: Record) -> None:
    """Marks, rewinds and deliveries survive a store."""
    assert decode_record(encode_record(record)) == record


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "give an object"),
        ('{"type":"other"}', "other"),
        ('{"type":"rewind"}', "rewind.role: missing"),
        ('{"type":"rewind","role":"a","to":"b","x":1}', "rewind.x: unknown key"),
        ('{"type":"message","role":"a","message":5}', "message.message: give an object"),
    ],
)
def test_a_broken_line_is_an_input_error(line: str, told: str) -> None:
    """A damaged store is reported as such, in one line that says where."""
    with pytest.raises(InputError, match="not a record of a memory") as caught:
        decode_record(line)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
