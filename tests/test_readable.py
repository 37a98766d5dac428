"""Text without lone surrogates, whoever builds a message."""

from __future__ import annotations

import copy
import json

from hypothesis import given
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from uagent_memory.messages import Block, Message, Role, ToolCall
from uagent_memory.readable import readable, readable_value
from uagent_memory.stateless import compress_context_sync

ANY_TEXT = st.text(st.characters(codec=None), max_size=30)


@given(ANY_TEXT)
def test_readable_text_can_be_encoded(text: str) -> None:
    """Always; and text that could be before stays as it is."""
    found = readable(text)
    found.encode("utf-8")
    assert readable(found) == found


def test_pairs_are_joined_and_halves_replaced() -> None:
    """In keys and values, at any depth; numbers and None stay."""
    value = {"\ud800": ["\ud83d\ude00", ("\udfff", 1, None)]}
    before = copy.deepcopy(value)
    assert readable_value(value) == {"\ufffd": ["\U0001f600", ("\ufffd", 1, None)]}
    assert value == before


def test_messages_hold_readable_text_only() -> None:
    """Texts, names, arguments, blocks and what else came with a message."""
    s = SessionBuilder()
    s.agent(
        "a\ud800",
        ToolCall(id="\ud800", name="\ud800", arguments={"\ud800": ["\udfff"]}),
        agent="\ud800",
        blocks=(Block(type="\ud800", data={"x": "\ud800"}),),
        meta={"\ud800": "\ud800"},
    )
    message = s.messages[0]
    assert message.text == "a\ufffd"
    assert Message.model_validate_json(message.model_dump_json()) == message


def test_results_can_be_dumped_whatever_the_messages_held() -> None:
    """Compressed or whole, as JSON and as a request."""
    s = SessionBuilder()
    s.user("Please do not touch src/a\ud800.py. " * 30)
    for _ in range(6):
        s.agent("We keep \udfff it. ", s.call("Bash", command="make \ud800"), agent="x\ud800")
        s.add(Role.TOOL, s.user("Go on.").author, "error: \ud800 failed\n" * 20)
    for budget in (400, 100_000):
        result = compress_context_sync(s.messages, budget=budget)
        result.model_dump_json()
        result.markdown.encode("utf-8")
        json.dumps(result.messages(tail=4), ensure_ascii=False).encode("utf-8")


def test_a_pin_with_a_half_surrogate_finds_its_message() -> None:
    """What the caller has and what the messages hold are made readable alike."""
    s = SessionBuilder()
    s.user("The name is odd\ud800name. " + "More words follow here. " * 200)
    result = compress_context_sync(s.messages, budget=900, keep="odd\ud800name")
    assert "odd\ufffdname" in result.markdown
