"""Messages as OpenAI's chat API has them, for tests that hand in plain dicts."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["agent", "run", "user"]


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def agent(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def run(
    tool: str, output: str, *, call_id: str = "call_1", **arguments: str
) -> list[dict[str, Any]]:
    """A message with one call, and its result."""
    function = {"name": tool, "arguments": json.dumps(arguments)}
    call = {"id": call_id, "type": "function", "function": function}
    return [
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": call_id, "content": output},
    ]
