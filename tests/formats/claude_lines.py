"""Builder of Claude Code session files, line by line, hand-written."""

from __future__ import annotations

import json
from typing import Any

SESSION = "0b8f7c52-0000-4000-8000-000000000001"


class ClaudeLog:
    """Lines chained by parent; `after` puts the next line under another parent."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []
        self.leaf: str | None = None

    def add(self, kind: str, message: dict[str, Any] | None = None, **fields: Any) -> str:
        uuid = f"u{len(self.lines) + 1}"
        line = {
            "type": kind,
            "uuid": uuid,
            "parentUuid": self.leaf,
            "sessionId": SESSION,
            "isSidechain": False,
            "cwd": "/srv/app",
            "version": "2.0.1",
            "timestamp": f"2026-03-02T09:{len(self.lines):02d}:00.000Z",
            **fields,
        }
        if message is not None:
            line["message"] = message
        self.lines.append(line)
        self.leaf = uuid
        return uuid

    def after(self, uuid: str | None) -> ClaudeLog:
        self.leaf = uuid
        return self

    def user(self, content: Any, **fields: Any) -> str:
        return self.add("user", {"role": "user", "content": content}, **fields)

    def reply(self, *blocks: dict[str, Any], reply: str | None = None, **fields: Any) -> str:
        message = {"role": "assistant", "content": list(blocks), "model": "some-model"}
        message |= {"id": reply} if reply else {}
        return self.add("assistant", message, **fields)

    def result(self, call_id: str, content: Any, **fields: Any) -> str:
        block = {"type": "tool_result", "tool_use_id": call_id, "content": content, **fields}
        return self.user([block])

    def meta(self, line: dict[str, Any]) -> None:
        """A line outside the tree: a snapshot, a title."""
        self.lines.append(line)

    @property
    def text(self) -> str:
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines)


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def use(call_id: str, name: str, **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}
