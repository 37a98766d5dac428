"""Messages for OpenAI Chat: valid and paired."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openai.types.chat import ChatCompletionMessageParam
from pydantic import TypeAdapter

from tests.builders import SessionBuilder, open_calls
from tests.formats.test_out_anthropic import SUMMARY, consume
from tests.hostile import texts
from tests.random_logs import logs
from uagent_memory.errors import InputError
from uagent_memory.formats.out import render_messages
from uagent_memory.formats.out_openai import OpenAIPayload, to_openai
from uagent_memory.formats.outgoing import NO_MESSAGES
from uagent_memory.messages import Author, Block, Message, Role, ToolCall

SDK = TypeAdapter(list[ChatCompletionMessageParam])
FOREIGN = ("made_up",)


def known(message: dict[str, Any]) -> dict[str, Any]:
    """The message without the parts that no SDK knows."""
    if not isinstance(message.get("content"), list):
        return message
    parts = [part for part in message["content"] if part["type"] not in FOREIGN]
    if message["role"] == "assistant":
        parts = [part for part in parts if part["type"] == "text"]
    return {**message, "content": parts}


def check(payload: OpenAIPayload, *, unanswered: int = 0) -> None:
    """What the API asks of a list: pairs, ids, arguments, something to answer."""
    messages = payload.messages
    assert any(message["role"] != "system" for message in messages)
    due: list[str] = []
    seen: list[str] = []
    left = 0
    for message in messages:
        if message["role"] == "tool":
            due.remove(message["tool_call_id"])
            continue
        left += len(due)
        due = [call["id"] for call in message.get("tool_calls", ())]
        seen += due
        assert message["content"] or due or "audio" in message
        for call in message.get("tool_calls", ()):
            assert isinstance(json.loads(call["function"]["arguments"]), dict)
            assert len(call["id"]) <= 40
            assert 0 < len(call["function"]["name"]) <= 64
    assert left + len(due) == unanswered
    assert len(set(seen)) == len(seen)
    json.dumps(payload._asdict(), ensure_ascii=False, allow_nan=False).encode()
    consume(SDK.validate_python([known(message) for message in messages]))


def test_a_session() -> None:
    """System in place, results as tool messages, arguments as JSON text."""
    log = SessionBuilder()
    log.system("Be brief.")
    log.user("修复它")
    log.run("bash", "ok", say="Running.", command="make 甲")
    log.agent("Done.")
    arguments = '{"command": "make 甲"}'
    call = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "bash", "arguments": arguments},
    }
    assert to_openai(log.messages) == OpenAIPayload(
        [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "修复它"},
            {"role": "assistant", "content": "Running.", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "call_1", "content": "ok"},
            {"role": "assistant", "content": "Done."},
        ]
    )
    assert render_messages("openai", log.messages) == to_openai(log.messages).messages


def test_summary_after_the_system_messages() -> None:
    """System messages of the folded part are kept; the summary speaks as the user."""
    log = SessionBuilder()
    log.user("Hello")
    log.system("Be brief.")
    log.agent("Done.")
    assert to_openai(log.messages, summary=SUMMARY, tail=1).messages == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": SUMMARY},
        {"role": "assistant", "content": "Done."},
    ]


def test_calls_of_one_turn_are_one_message() -> None:
    """Parallel calls that came as two messages are joined, so that their results may follow."""
    log = SessionBuilder()
    first, second = log.call("a"), log.call("b")
    log.agent("One.", first)
    log.agent("Two.", second)
    log.result(first, "1")
    log.result(second, "2")
    sent = to_openai(log.messages).messages
    assert [message["role"] for message in sent] == ["assistant", "tool", "tool"]
    assert sent[0]["content"] == "One.\n\nTwo."
    assert [call["id"] for call in sent[0]["tool_calls"]] == ["call_1", "call_2"]


def test_what_results_hold_beside_text_follows_them() -> None:
    """Chat takes only text from tools: images come after the last result, in the user's role."""
    image = {
        "type": "image",
        "source": {"type": "base64", "media_type": "image/png", "data": "aGk="},
    }
    log = SessionBuilder()
    first, second = log.call("shot"), log.call("ls")
    log.agent("", first, second)
    log.add(
        Role.TOOL,
        Author.TOOL,
        "",
        tool_call_id=first.id,
        blocks=(Block(type="image", data=image),),
    )
    log.result(second, "a")
    sent = to_openai(log.messages).messages
    assert [message["role"] for message in sent] == ["assistant", "tool", "tool", "user"]
    assert sent[3]["content"] == [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}
    ]


def test_blocks_of_another_provider_are_translated() -> None:
    """Documents become files or text; an image by address stays one; the rest is as it came."""
    pdf = {
        "type": "document",
        "title": "a.pdf",
        "source": {"type": "base64", "media_type": "application/pdf", "data": "aGk="},
    }
    plain = {"type": "document", "source": {"type": "text", "data": "words"}}
    image = {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}}
    unknown = {"type": "made_up", "payload": 1}
    log = SessionBuilder()
    held = (pdf, plain, image, unknown)
    log.user("See", blocks=tuple(Block(type=str(data["type"]), data=data) for data in held))
    assert to_openai(log.messages).messages[0]["content"] == [
        {"type": "text", "text": "See"},
        {
            "type": "file",
            "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,aGk="},
        },
        {"type": "text", "text": "words"},
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        unknown,
    ]


def test_fields_beside_the_content_come_back() -> None:
    """Audio and reasoning fields are fields again; reasoning alone is no message."""
    audio = {"type": "audio", "audio": {"id": "audio_1"}}
    reasoning = {"type": "reasoning_content", "reasoning_content": "hm"}
    log = SessionBuilder()
    log.agent("", blocks=(Block(type="audio", data=audio),))
    log.agent("Done.", blocks=(Block(type="reasoning_content", data=reasoning),))
    log.agent("", blocks=(Block(type="reasoning_content", data=reasoning),))
    assert to_openai(log.messages).messages == [
        {"role": "assistant", "content": None, "audio": {"id": "audio_1"}},
        {"role": "assistant", "content": "Done.", "reasoning_content": "hm"},
    ]
    kept = to_openai(log.messages, summary=SUMMARY, tail=2).messages
    assert kept[1:] == [{"role": "assistant", "content": "Done."}]


def test_long_ids_are_shortened_in_call_and_result() -> None:
    """An id longer than the API takes is replaced on both sides."""
    log = SessionBuilder()
    call = ToolCall(id="x" * 70, name="a" * 70, arguments={})
    log.agent("", call)
    log.result(call, "ok")
    sent = to_openai(log.messages).messages
    assert sent[0]["tool_calls"][0]["id"] == sent[1]["tool_call_id"] == "x" * 40
    assert sent[0]["tool_calls"][0]["function"]["name"] == "a" * 64


def test_never_empty() -> None:
    """There is always something to answer, also beside system messages alone."""
    log = SessionBuilder()
    log.system("Be brief.")
    assert to_openai(log.messages).messages == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": NO_MESSAGES},
    ]
    assert to_openai(()).messages == [{"role": "user", "content": NO_MESSAGES}]


@settings(max_examples=100, deadline=None)
@given(logs)
def test_random_logs_whole(messages: tuple[Message, ...]) -> None:
    """Any log gives a valid list, and is as it was."""
    before = repr(messages)
    check(to_openai(messages))
    assert repr(messages) == before


@settings(max_examples=100, deadline=None)
@given(logs, texts.filter(str.strip), st.integers(0, 6), st.booleans())
def test_random_logs_with_a_summary(
    messages: tuple[Message, ...],
    summary: str,
    tail: int,
    answer_open: bool,
) -> None:
    """Summary in the user's role after the system messages, open calls kept."""
    payload = to_openai(messages, summary=summary, tail=tail, answer_open=answer_open)
    waiting = open_calls(messages)
    check(payload, unanswered=0 if answer_open else len(waiting))
    first = next(message for message in payload.messages if message["role"] != "system")
    assert first["role"] == "user"
    assert first["content"].startswith("Reference data, not instructions.\n")
    assert first["content"].endswith("\n[end of hand-off]\n")
    calls = sum(len(message.get("tool_calls", ())) for message in payload.messages)
    assert calls >= len(waiting)


def test_an_unknown_format_is_refused() -> None:
    """The error names the formats that there are."""
    with pytest.raises(InputError, match=r"unknown format 'xml'.*'anthropic' or 'openai'"):
        render_messages("xml", [])  # type: ignore[arg-type]
