"""What holds for all inputs: nothing is changed, nothing is lost, nothing crashes."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.errors import InputError
from uagent_memory.formats import list_sessions, read_file, read_messages
from uagent_memory.messages import Author, Role

texts = st.text(max_size=40) | st.sampled_from(
    ("\x00", "a\ud800", "<system-reminder>x</system-reminder>", "# Hand-off: a → b", "用户：好")
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
blocks = st.one_of(
    st.builds(lambda text: {"type": "text", "text": text}, texts),
    st.builds(
        lambda ident, value: {"type": "tool_use", "id": ident, "name": "f", "input": value},
        st.sampled_from("abc"),
        st.dictionaries(texts, json_values, max_size=3),
    ),
    st.builds(
        lambda ident, text: {"type": "tool_result", "tool_use_id": ident, "content": text},
        st.sampled_from("abcd"),
        texts,
    ),
    st.builds(lambda value: {"type": "odd", "value": value}, json_values),
)
items = st.builds(
    lambda role, content, extra: {"role": role, "content": content, **extra},
    st.sampled_from(("system", "user", "assistant", "tool")),
    texts | st.lists(blocks, max_size=4),
    st.dictionaries(st.sampled_from(("id", "timestamp", "agent", "meta")), json_values, max_size=2),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(items, max_size=8))
def test_inputs_are_never_changed_and_nothing_is_shared(given_items: list[dict[str, Any]]) -> None:
    """The items read are as before, and changing them afterwards reaches no message."""
    before = repr(given_items)
    messages = read_messages(given_items)
    assert repr(given_items) == before
    read = [message.model_copy(deep=True) for message in messages]
    for item in given_items:
        _spoil(item)
    assert [repr(message) for message in messages] == [repr(message) for message in read]


def _spoil(value: Any) -> None:
    if isinstance(value, dict):
        for inner in list(value.values()):
            _spoil(inner)
        value.clear()
    elif isinstance(value, list):
        for inner in value:
            _spoil(inner)
        value.clear()


@settings(max_examples=100, deadline=None)
@given(st.lists(items, max_size=8), st.integers(0, 50))
def test_every_item_has_messages_and_every_message_an_address(
    given_items: list[dict[str, Any]], start: int
) -> None:
    """Ids and seq count on without gaps; every item is there, in order; every text is JSON."""
    messages = read_messages(given_items, prefix="r", start=start)
    assert [m.id for m in messages] == [f"r/m{start + n}" for n in range(1, len(messages) + 1)]
    assert [m.seq for m in messages] == [start + n for n in range(len(messages))]
    assert list(dict.fromkeys(m.item for m in messages)) == [
        start + n for n in range(len(given_items))
    ]
    for message in messages:
        json.loads(message.model_dump_json())
        assert (message.role is Role.TOOL) == (message.author is Author.TOOL)


@settings(max_examples=100, deadline=None)
@given(st.lists(items, max_size=8))
def test_texts_calls_and_results_are_all_there(given_items: list[dict[str, Any]]) -> None:
    """As many calls, results and blocks come out as went in."""
    messages = read_messages(given_items)
    parts = [
        part["type"] for item in given_items for part in item["content"] if isinstance(part, dict)
    ]
    kept = [block.type for message in messages for block in message.blocks]
    calls = [call for message in messages for call in message.tool_calls]
    assert len(calls) + kept.count("tool_use") == parts.count("tool_use")
    assert kept.count("odd") == parts.count("odd")
    assert all(not message.tool_calls for message in messages if message.role is Role.TOOL)
    results = [message for message in messages if message.role is Role.TOOL]
    assert len(results) >= parts.count("tool_result")


@settings(max_examples=100, deadline=None)
@given(st.lists(json_values | items, max_size=5))
def test_anything_is_read_or_refused(given_items: list[Any]) -> None:
    """Arbitrary JSON values give messages or an InputError that names one, nothing else."""
    try:
        read_messages(given_items)
    except InputError as error:
        refused = str(error)
    else:
        refused = "message "
    assert "message " in refused


lines = st.one_of(
    items,
    st.builds(lambda ident, inner: {"id": ident, "messages": inner}, texts, st.lists(items)),
    st.builds(
        lambda kind, uuid, parent, side, item: {
            "type": kind,
            "uuid": uuid,
            "parentUuid": parent,
            "isSidechain": side,
            "message": item,
        },
        st.sampled_from(("user", "assistant", "system", "attachment", "summary")),
        st.sampled_from("abcdef"),
        st.none() | st.sampled_from("abcdefg"),
        st.booleans(),
        items,
    ),
    json_values,
)


@settings(max_examples=100, deadline=None)
@given(st.lists(lines, max_size=6), st.integers(0, 400), st.booleans(), st.binary(max_size=3))
def test_any_file_is_read_or_refused(
    values: list[Any], cut: int, lenient: bool, noise: bytes
) -> None:
    """Mixed, cut and dirtied files give sessions or an InputError, nothing else."""
    raw = b"\n".join(json.dumps(value).encode() for value in values)
    for content in (raw, raw[:cut] + noise + raw[cut:], raw[:cut]):
        for wanted in (None, 1, "1", "x"):
            with suppress(InputError):
                session = read_file(io.BytesIO(content), session=wanted, lenient=lenient)
                assert session.messages
        with suppress(InputError):
            list_sessions(io.BytesIO(content), lenient=lenient)
