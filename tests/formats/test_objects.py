"""Messages as objects: our own models, and those of the Anthropic and OpenAI packages."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from tests.builders import SessionBuilder
from uagent_memory.errors import InputError
from uagent_memory.formats import read_messages
from uagent_memory.messages import Author, Block, Message, Role


def test_our_messages_keep_all_but_their_place() -> None:
    """Author, kind, calls and blocks stay; id, seq and item are given anew; the old id is kept."""
    log = SessionBuilder()
    log.handoff("# Hand-off: a → b", to="b")
    log.run("Bash", "ok", command="ls", say="Looking.")
    read = read_messages(log.messages, prefix="tester", start=10)
    assert [m.id for m in read] == ["tester/m11", "tester/m12", "tester/m13"]
    assert [m.source_id for m in read] == ["m1", "m2", "m3"]
    place = {"id", "seq", "item", "source_id"}
    assert [m.model_dump(exclude=place) for m in read] == [
        m.model_dump(exclude=place) for m in log.messages
    ]


def test_our_messages_of_one_item_stay_together() -> None:
    """Results and text that came from one item still name one item."""
    items = [
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "1"},
                {"type": "tool_result", "tool_use_id": "b", "content": "2"},
                {"type": "text", "text": "go on"},
            ],
        },
        {"role": "user", "content": "and on"},
    ]
    first = read_messages(items)
    again = read_messages(first, start=7)
    parts = [m.item for m in again]
    assert parts[0] == parts[1] == parts[2] != parts[3]


def test_our_messages_share_nothing_with_the_copies() -> None:
    """A change of the original's block data does not reach what was read."""
    data = {"type": "odd", "list": [1]}
    message = Message(
        id="x", seq=0, role=Role.USER, author=Author.USER, blocks=(Block(type="odd", data=data),)
    )
    (read,) = read_messages([message])
    data["list"].append(2)  # type: ignore[attr-defined]
    message.blocks[0].data["list"].append(3)
    assert read.blocks[0].data["list"] == [1]


def anthropic_reply(*blocks: dict[str, Any]) -> Any:
    """A message as Anthropic's SDK returns it."""
    types = pytest.importorskip("anthropic.types")
    return types.Message.model_validate(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "m",
            "usage": {"input_tokens": 1, "output_tokens": 2},
            "content": blocks,
        }
    )


def test_anthropic_objects() -> None:
    """A reply as the SDK returns it, its content re-sent, and request params."""
    types = pytest.importorskip("anthropic.types")
    reply = anthropic_reply(
        {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "zz"},
        {"type": "text", "text": "Looking."},
        {"type": "tool_use", "id": "t1", "name": "Read", "input": {"limit": None}},
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"q": 1}},
    )
    before = reply.model_dump()
    result = types.ToolResultBlockParam(
        type="tool_result", tool_use_id="t1", content="lines", is_error=False
    )
    user = {"role": "user", "content": [result]}
    again: dict[str, Any] = {"role": "assistant", "content": reply.content}
    first, answer, second = read_messages([reply, user, again])
    assert reply.model_dump() == before
    assert (first.source_id, first.text) == ("msg_1", "Looking.")
    assert [block.type for block in first.blocks] == [
        "thinking",
        "redacted_thinking",
        "server_tool_use",
    ]
    assert first.blocks[0].data == {"type": "thinking", "thinking": "hm", "signature": "c2ln"}
    assert first.tool_calls[0].arguments == {"limit": None}
    assert (answer.tool_name, answer.is_error, answer.text) == ("Read", False, "lines")
    assert second.blocks == first.blocks
    assert second.tool_calls == first.tool_calls


def test_openai_objects() -> None:
    """A completion, its message, and request params."""
    chat = pytest.importorskip("openai.types.chat")
    completion = chat.ChatCompletion.model_validate(
        {
            "id": "cmpl_1",
            "object": "chat.completion",
            "created": 1772442000,
            "model": "m",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "tool_calls",
                    "logprobs": None,
                    "message": {
                        "role": "assistant",
                        "content": None,
                        "refusal": None,
                        "tool_calls": [
                            {
                                "id": "c1",
                                "type": "function",
                                "function": {"name": "grep", "arguments": '{"pattern": "x"}'},
                            }
                        ],
                    },
                }
            ],
        }
    )
    system = chat.ChatCompletionDeveloperMessageParam(role="developer", content="Rules.")
    tool = chat.ChatCompletionToolMessageParam(role="tool", tool_call_id="c1", content="found")
    messages = read_messages([system, completion, completion.choices[0].message, tool])
    assert [m.role for m in messages] == [Role.SYSTEM, Role.ASSISTANT, Role.ASSISTANT, Role.TOOL]
    assert messages[1].tool_calls[0].arguments == {"pattern": "x"}
    assert messages[1].tool_calls == messages[2].tool_calls
    assert messages[3].tool_name == "grep"


def test_openai_responses_objects() -> None:
    """Output items of a response, as objects."""
    responses = pytest.importorskip("openai.types.responses")
    call = responses.ResponseFunctionToolCall(
        type="function_call", call_id="c1", name="f", arguments='{"a": [1]}'
    )
    said = responses.ResponseOutputMessage(
        id="msg_1",
        type="message",
        role="assistant",
        status="completed",
        content=[responses.ResponseOutputText(type="output_text", text="hi", annotations=[])],
    )
    first, second = read_messages([call, said])
    assert first.tool_calls[0].arguments == {"a": [1]}
    assert second.text == "hi"


def test_a_lone_sdk_object_is_a_list_of_one() -> None:
    """A reply given in place of a list is read as that message."""
    reply = anthropic_reply({"type": "text", "text": "hi"})
    assert [m.text for m in read_messages(reply)] == ["hi"]
    log = SessionBuilder()
    assert [m.text for m in read_messages(log.user("yo"))] == ["yo"]


@dataclass
class Turn:
    role: str
    content: Any
    tool_calls: list[Any] = field(default_factory=list)


def test_objects_are_read_by_their_fields() -> None:
    """Dataclasses and plain objects with a role are messages."""
    items = [Turn("user", "hi"), SimpleNamespace(role="assistant", content="yo")]
    before = copy.deepcopy(items)
    assert [m.text for m in read_messages(items)] == ["hi", "yo"]
    assert items == before


def test_type_names_of_other_frameworks_are_roles() -> None:
    """Messages that name their role `type`, with flat calls and a status."""
    items = [
        {"type": "human", "content": "hi"},
        {"type": "ai", "content": "", "tool_calls": [{"id": "c", "name": "f", "args": {"a": 1}}]},
        {"type": "tool", "tool_call_id": "c", "status": "error", "content": "no"},
    ]
    user, agent, tool = read_messages(items)
    assert (user.author, agent.tool_calls[0].arguments) == (Author.USER, {"a": 1})
    assert (tool.is_error, tool.tool_name) == (True, "f")


def test_values_that_json_does_not_have() -> None:
    """Sets, bytes, dates and odd objects inside a message become plain values, always the same."""

    class Odd:
        pass

    block = {
        "type": "odd",
        "set": {"b", "a"},
        "bytes": b"x\xff",
        "object": Odd(),
        "nan": float("nan"),
    }
    (message,) = read_messages([{"role": "user", "content": [block]}])
    assert message.blocks[0].data == {
        "type": "odd",
        "set": ["a", "b"],
        "bytes": "x\ufffd",
        "object": "Odd",
        "nan": "nan",
    }
    assert message.model_dump_json()


def test_an_object_without_a_role_is_refused() -> None:
    """Something else names its type."""
    with pytest.raises(InputError, match="object is no message"):
        read_messages([object()])


def test_a_number_of_too_many_digits_is_named() -> None:
    """A number that cannot be written down is an input error that says which message holds it."""
    arguments = {"seed": 10**5000}
    call = {"id": "c1", "name": "Draw", "arguments": arguments}
    items = [
        {"role": "user", "content": "Draw."},
        {"role": "assistant", "content": "", "tool_calls": [call]},
    ]
    with pytest.raises(InputError, match="number with too many digits"):
        read_messages(items)
