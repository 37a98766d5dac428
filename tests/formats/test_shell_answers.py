"""Answers of shells that wrap in JSON what a command printed."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from uagent_memory.cli.app import app
from uagent_memory.formats import read_messages
from uagent_memory.masking import Masker
from uagent_memory.messages import Message
from uagent_memory.recall import handle_recall


def answer(content: str, **fields: Any) -> Message:
    call = {"id": "c1", "name": "shell", "arguments": {"command": ["bash", "-lc", "make"]}}
    messages = read_messages(
        [
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": content, **fields},
        ]
    )
    return messages[-1]


@pytest.mark.parametrize(
    ("wrapped", "text", "failed"),
    [
        (
            {"output": "two lamps\nlit\n", "metadata": {"exit_code": 0, "duration_seconds": 0.1}},
            "two lamps\nlit",
            False,
        ),
        ({"output": "no oil\n", "metadata": {"exit_code": 2}}, "no oil", True),
        ({"stdout": "two lamps\n", "stderr": "no oil\n", "exitCode": 1}, "two lamps\nno oil", True),
        ({"stdout": "", "stderr": "", "returncode": 0}, "", False),
    ],
)
def test_what_was_printed_is_the_text(wrapped: dict[str, Any], text: str, failed: bool) -> None:
    """Its lines are lines again, and the exit status says whether it failed."""
    message = answer(json.dumps(wrapped))
    assert (message.text, message.is_error) == (text, failed)


def test_items_of_the_responses_api_are_read_alike() -> None:
    """A call's output comes in the same wrapper there."""
    wrapped = json.dumps({"output": "lit\n", "metadata": {"exit_code": 0}})
    items = [
        {"type": "function_call", "call_id": "c1", "name": "shell", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": wrapped},
    ]
    assert read_messages(items)[-1].text == "lit"


@pytest.mark.parametrize(
    "content",
    [
        '{"output": "lit", "lamps": 2, "exit_code": 0}',
        '{"output": ["lit"], "exit_code": 0}',
        '{"output": "lit"}',
        '{"output": "lit", "exit_code": -1}',
        '{"output": "lit", "exit_code": true}',
        '{"output": "lit", "exit_code": 0',
        '["output", "exit_code"]',
    ],
)
def test_other_json_stays_as_it_is(content: str) -> None:
    """A tool's own answer, one without a status, one that still runs, or a broken one."""
    assert answer(content).text == content


def test_what_the_provider_says_counts_more() -> None:
    """An answer that is marked as an error is one."""
    wrapped = json.dumps({"output": "lit", "exit_code": 0})
    assert answer(wrapped, is_error=True).is_error is True


def test_recall_gives_the_answer_as_it_came() -> None:
    """Byte for byte, wrapper and all; by the tool, too."""
    wrapped = json.dumps({"output": "two lamps\n", "metadata": {"exit_code": 0}})
    message = answer(wrapped)

    class Log:
        async def recall(self, ref: str, *, role: str | None = None) -> Message:
            return message

    assert message.as_sent == wrapped
    assert wrapped in asyncio.run(handle_recall(Log(), {"ref": "m2"})).text


def test_the_command_line_recalls_it_as_it_came(tmp_path: Path) -> None:
    wrapped = json.dumps({"output": "two lamps\n", "metadata": {"exit_code": 0}})
    log = tmp_path / "session.jsonl"
    call = {"id": "c1", "name": "shell", "arguments": {"command": ["make"]}}
    messages = [
        {"role": "user", "content": "Count the lamps."},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": wrapped},
    ]
    log.write_text("\n".join(map(json.dumps, messages)), encoding="utf-8")
    result = CliRunner().invoke(app, ["recall", str(log), "m3"])
    assert result.output == wrapped


def test_a_masked_message_has_no_wrapper() -> None:
    """Nothing has looked for secrets in what stood around the text."""
    wrapped = json.dumps({"output": "lit", "exit_code": 0, "command": "login --password hunter2"})
    message = answer(wrapped)
    assert "hunter2" not in Masker.of([message]).message(message).model_dump_json()
