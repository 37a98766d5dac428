"""Calls and results that stand where no provider takes them."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest

from tests.builders import open_calls
from uagent_memory.formats import read_messages, render_messages

RESULT: dict[str, Any] = {"type": "tool_result", "tool_use_id": "n2", "content": "内层结果"}
CALL: dict[str, Any] = {"type": "tool_use", "id": "n3", "name": "Bash", "input": {"command": "ls"}}
ITEMS: list[dict[str, Any]] = [
    {"role": "user", "content": "Look. 看一下。"},
    {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "n1", "name": "Task", "input": {}}],
    },
    {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "n1", "content": [RESULT]}],
    },
    {"role": "user", "content": [{"type": "text", "text": "As it called:"}, CALL]},
    {"role": "user", "content": "And 再来", "tool_calls": [{**CALL, "arguments": {}, "id": "n4"}]},
]


@pytest.mark.parametrize("form", ["anthropic", "openai"])
def test_a_nested_call_or_result_leaves_as_text(form: Literal["anthropic", "openai"]) -> None:
    """It would be one half of a pair, which providers refuse; its words stay."""
    sent = render_messages(form, read_messages(ITEMS))
    parts = [p for m in sent if isinstance(m["content"], list) for p in m["content"]]
    inner = [p for part in parts if isinstance(part.get("content"), list) for p in part["content"]]
    kinds = [part["type"] for part in (*parts, *inner)]
    assert kinds.count("tool_use") == kinds.count("tool_result") == (form == "anthropic")
    text = json.dumps(sent, ensure_ascii=False)
    assert "内层结果" in text
    assert "n3" in text


def test_only_an_agent_calls_tools() -> None:
    """No call of a user is open, and none waits for its result."""
    assert open_calls(read_messages(ITEMS)) == ()
