"""Files of public repositories as sessions of the quality suite.

Each converter takes a path and a text, and gives sessions; `Malformed` says that a file holds none.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, TypeAlias

import regex

from benchmarks.quality.record import RawMessage
from uagent_memory.errors import UAgentMemoryError
from uagent_memory.formats import read_file

__all__ = ["CONVERTERS", "Converted", "Malformed"]

Converted: TypeAlias = dict[str, Any]
"""`id` and `messages`."""
SHELL_BLOCK = regex.compile(r"```(?:bash|sh|mswea_bash_command)?\n(.*?)\n?```", regex.DOTALL)


class Malformed(Exception):
    """The file is no session of this kind."""


def _claude_code(path: str, text: str) -> Iterator[Converted]:
    """A Claude Code session, by the library's own reader."""
    try:
        read = read_file(io.BytesIO(text.encode()), lenient=True)
    except UAgentMemoryError as error:
        raise Malformed(str(error)) from error
    messages = []
    for one in read.messages:
        agent = "compaction" if one.author.value == "summary" else one.agent
        calls = [
            {"id": call.id, "name": call.name, "arguments": call.arguments}
            for call in one.tool_calls
        ]
        messages.append(_message(one.role.value, one.text, agent, calls, one.tool_call_id))
    yield _session(path, messages)


def _chat(path: str, text: str) -> Iterator[Converted]:
    """Messages of OpenAI's chat API, under `traj`, `messages` or `trajectory`."""
    body = _object(text)
    found = next((body[key] for key in ("traj", "messages", "trajectory") if key in body), None)
    yield _session(path, [_chat_message(message) for message in _items(found)])


def _chat_message(message: Mapping[str, Any]) -> RawMessage:
    calls = [
        {"id": call.get("id"), "name": call["function"]["name"],
         "arguments": call["function"]["arguments"]}
        for call in message.get("tool_calls") or ()
    ]  # fmt: skip
    content, role = message.get("content") or "", str(message["role"])
    return _message(role, content, message.get("name"), calls, message.get("tool_call_id"))


def _mini_swe_agent(path: str, text: str) -> Iterator[Converted]:
    """The command is an agent's shell block; what the user says next is its output."""
    messages: list[RawMessage] = []
    for number, message in enumerate(_items(_object(text).get("messages"))):
        role, content = str(message["role"]), _flat(message.get("content"))
        asked = messages[-1]["tool_calls"] if messages else []
        if role == "user" and asked:
            messages.append(_message("tool", content, "bash", answers=asked[0]["id"]))
        elif role == "assistant" and (block := SHELL_BLOCK.search(content)):
            call = _call(f"call_{number}", "bash", {"command": block[1]})
            said = content[: block.start()].rstrip()
            messages.append(_message(role, said, "mini-swe-agent", [call]))
        else:
            messages.append(_message(role, content))
    yield _session(path, messages)


def _swe_agent(path: str, text: str) -> Iterator[Converted]:
    """Steps with thought, action and observation; the history's start holds the task."""
    body = _object(text)
    messages = [
        _message(str(message["role"]), _flat(message.get("content")))
        for message in body.get("history") or ()
        if message.get("role") in ("system", "user")
    ][:2]
    for number, step in enumerate(_items(body.get("trajectory"))):
        call = _call(f"call_{number}", "shell", {"command": str(step.get("action") or "")})
        messages.append(_message("assistant", str(step.get("thought") or ""), "swe-agent", [call]))
        observation = str(step.get("observation") or "")
        messages.append(_message("tool", observation, "shell", answers=call["id"]))
    yield _session(path, messages)


def _team(path: str, text: str) -> Iterator[Converted]:
    """A history of named agents; what a terminal says is tool output."""
    body = _object(text)
    messages = [_message("user", str(body["question"]), "human")] if body.get("question") else []
    for said in _items(body.get("history")):
        who = str(said.get("name") or said.get("role"))
        role = "tool" if "terminal" in who.lower() else "assistant"
        messages.append(_message("user" if who == "human" else role, _flat(said["content"]), who))
    yield _session(path, messages)


def _meeting(path: str, text: str) -> Iterator[Converted]:
    """Speakers in turn."""
    turns = _items(_object(text).get("meeting_transcripts"))
    yield _session(
        path, [_message("user", str(turn["content"]), str(turn["speaker"])) for turn in turns]
    )


def _chinese_meetings(path: str, text: str) -> Iterator[Converted]:
    """One meeting a line: `context` in turns, each a text or a list of texts, with `speaker`s."""
    for line in filter(str.strip, text.splitlines()):
        body = _object(line)
        turns, speakers = _items(body.get("context")), body.get("speaker") or ()
        messages = [
            _message("user", _joined(turn), _speaker(speakers, number))
            for number, turn in enumerate(turns)
        ]
        yield _session(f"{path}/{body.get('av_num') or body.get('id')}", messages)


def _joined(turn: object) -> str:
    return "".join(map(str, turn)) if isinstance(turn, list) else str(turn)


def _speaker(speakers: Sequence[object], number: int) -> str | None:
    return f"说话人{speakers[number]}" if number < len(speakers) else None


def _dialogues(path: str, text: str) -> Iterator[Converted]:
    """One object of dialogues by id, between `usr` and `sys`."""
    for key, body in sorted(_object(text).items()):
        messages = [
            _message("user" if said["role"] == "usr" else "assistant", str(said["content"]))
            for said in _items(body.get("messages"))
        ]
        yield _session(f"{path}/{key}", messages)


def _message(
    role: str,
    content: str,
    agent: str | None = None,
    calls: Sequence[Mapping[str, Any]] = (),
    answers: str | None = None,
) -> RawMessage:
    return {
        "role": role,
        "agent": agent,
        "content": content,
        "tool_calls": list(calls),
        "tool_call_id": answers,
        "timestamp": None,
    }


def _call(call_id: str, name: str, arguments: dict[str, str]) -> dict[str, Any]:
    return {"id": call_id, "name": name, "arguments": arguments}


def _flat(content: object) -> str:
    if isinstance(content, list):
        return "\n".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    return str(content or "")


def _session(path: str, messages: list[RawMessage]) -> Converted:
    if not messages:
        raise Malformed(f"{path}: no messages")
    pure = PurePosixPath(path)
    return {"id": "-".join((*pure.parts[:-1], pure.name.split(".")[0])), "messages": messages}


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise Malformed(str(error)) from error
    if not isinstance(value, dict):
        raise Malformed("no JSON object")
    return value


def _items(value: object) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise Malformed("no list of messages")
    return value


def _checked(
    convert: Callable[[str, str], Iterator[Converted]],
) -> Callable[[str, str], list[Converted]]:
    """A field that is missing or of another type makes a file malformed, not the run fail."""

    def converted(path: str, text: str) -> list[Converted]:
        try:
            sessions = list(convert(path, text))
        except (KeyError, TypeError, AttributeError) as error:
            raise Malformed(f"{path}: {type(error).__name__}: {error}") from error
        if not sessions:
            raise Malformed(f"{path}: no sessions")
        return sessions

    return converted


CONVERTERS: Mapping[str, Callable[[str, str], list[Converted]]] = {
    "chat": _checked(_chat),
    "chinese_meetings": _checked(_chinese_meetings),
    "claude_code": _checked(_claude_code),
    "dialogues": _checked(_dialogues),
    "meeting": _checked(_meeting),
    "mini_swe_agent": _checked(_mini_swe_agent),
    "swe_agent": _checked(_swe_agent),
    "team": _checked(_team),
}
