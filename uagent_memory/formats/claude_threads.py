"""Sub-agents inside one Claude Code session file: which lines are whose, and who they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from uagent_memory.formats.claude_tree import is_sidechain, line_text
from uagent_memory.formats.content import name_text

__all__ = ["MAIN_AGENT", "Speaker", "speakers"]

Line = Mapping[str, JsonValue]

MAIN_AGENT = "main"
UNNAMED = "sub-agent"


class Speaker(NamedTuple):
    """Whose line it is; `inside` is the call that started a sub-agent, where that is known."""

    agent: str = MAIN_AGENT
    inside: str | None = None
    is_sub_agent: bool = False


class _Start(NamedTuple):
    """A call that starts a sub-agent."""

    call_id: str
    agent_type: str


def speakers(lines: Sequence[Line]) -> list[Speaker]:
    """The speaker of each line, sub-agents as `Type:id` (`sub-agent:1` where neither is known)."""
    starts = _starts(lines)
    threads: dict[JsonValue, Speaker] = {}
    thread_of: dict[JsonValue, JsonValue] = {}
    found = []
    for index, line in enumerate(lines):
        if not is_sidechain(line):
            found.append(Speaker())
            continue
        thread = line.get("agentId") or thread_of.get(line.get("parentUuid"), f"line {index}")
        thread_of[line.get("uuid")] = thread
        if thread not in threads:
            threads[thread] = _speaker(line, starts, len(threads) + 1)
        found.append(threads[thread])
    return found


def _speaker(first: Line, starts: Mapping[str, deque[_Start]], number: int) -> Speaker:
    """The sub-agent whose first line this is: its prompt is that of the call that started it."""
    waiting = starts.get(line_text(first))
    start = waiting.popleft() if waiting else _Start("", "")
    name = f"{start.agent_type or UNNAMED}:{name_text(first.get('agentId')) or number}"
    return Speaker(name, start.call_id or None, is_sub_agent=True)


def _starts(lines: Sequence[Line]) -> dict[str, deque[_Start]]:
    starts: dict[str, deque[_Start]] = {}
    for line in lines:
        for block in _tool_uses(line):
            given = block.get("input")
            prompt = given.get("prompt") if isinstance(given, dict) else None
            if isinstance(prompt, str) and isinstance(given, dict):
                start = _Start(
                    name_text(block.get("id")) or "", name_text(given.get("subagent_type")) or ""
                )
                starts.setdefault(prompt, deque()).append(start)
    return starts


def _tool_uses(line: Line) -> Iterator[Line]:
    message = line.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if line.get("type") == "assistant" and isinstance(content, list):
        for block in content:
            if isinstance(block, dict) and block.get("type") == "tool_use":
                yield block
