"""What a reader makes without checks is what the checks would make of it."""

from __future__ import annotations

from uagent_memory.formats import read_messages
from uagent_memory.messages import Message

ITEMS = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Hi \ud800 there", "name": "Ann", "timestamp": 1_700_000_000},
    {"role": "user", "content": "At noon.", "id": 0, "meta": {"room": [1, {"a": None}]}},
    {
        "role": "assistant",
        "content": [{"type": "thinking", "thinking": "so"}, {"type": "text", "text": "Ok."}],
        "tool_calls": [{"id": "c1", "name": "Read", "arguments": {"path": "a.py"}}],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "1", "is_error": False},
    {"role": "user", "content": "n", "agent": float("nan")},
]


def test_a_message_that_was_read_equals_one_that_was_checked() -> None:
    """Field by field, types and order included."""
    for read in read_messages(ITEMS):
        checked = Message(**dict(read))
        assert read == checked
        assert read.model_dump_json() == checked.model_dump_json()
        assert [*map(type, dict(read).values())] == [*map(type, dict(checked).values())]
        assert Message.model_validate_json(read.model_dump_json()).text == read.text


def test_an_id_of_nought_is_one() -> None:
    assert read_messages(ITEMS)[2].source_id == "0"
