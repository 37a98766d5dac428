"""Builders of small hand-written sessions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from uagent_memory.messages import Author, Message, MessageKind, Role, ToolCall
from uagent_memory.pairing import pair_calls, still_open

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class SessionBuilder:
    """Appends messages one by one; ids m1, m2 ... and one minute between messages."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._messages: list[Message] = []
        self._calls = 0

    def add(self, role: Role, author: Author, text: str = "", **fields: Any) -> Message:
        seq = len(self._messages)
        fields.setdefault("timestamp", START + timedelta(minutes=seq))
        message = Message(
            id=f"{self._prefix}m{seq + 1}",
            seq=seq,
            item=seq,
            role=role,
            author=author,
            text=text,
            **fields,
        )
        self._messages.append(message)
        return message

    def system(self, text: str) -> Message:
        return self.add(Role.SYSTEM, Author.SYSTEM, text)

    def user(self, text: str, **fields: Any) -> Message:
        return self.add(Role.USER, Author.USER, text, **fields)

    def agent(self, text: str = "", *calls: ToolCall, **fields: Any) -> Message:
        return self.add(Role.ASSISTANT, Author.AGENT, text, tool_calls=calls, **fields)

    def call(self, name: str, **arguments: Any) -> ToolCall:
        self._calls += 1
        return ToolCall(id=f"call_{self._calls}", name=name, arguments=arguments)

    def result(self, call: ToolCall, text: str, *, is_error: bool | None = None) -> Message:
        return self.add(
            Role.TOOL,
            Author.TOOL,
            text,
            tool_call_id=call.id,
            tool_name=call.name,
            is_error=is_error,
        )

    def run(
        self,
        tool: str,
        output: str,
        *,
        is_error: bool | None = None,
        say: str = "",
        **arguments: Any,
    ) -> Message:
        """An agent message with one call, and its result."""
        call = self.call(tool, **arguments)
        self.agent(say, call)
        return self.result(call, output, is_error=is_error)

    def edit(self, path: str, old: str, new: str, *, say: str = "") -> Message:
        """One edit that succeeds."""
        done = f"The file {path} has been updated successfully."
        return self.run("Edit", done, say=say, file_path=path, old_string=old, new_string=new)

    def handoff(self, text: str, *, to: str | None = None) -> Message:
        return self.add(Role.USER, Author.SUMMARY, text, kind=MessageKind.HANDOFF, to=to)

    @property
    def messages(self) -> tuple[Message, ...]:
        return tuple(self._messages)


def open_calls(messages: Sequence[Message], *, patience: int = 0) -> tuple[ToolCall, ...]:
    """Calls that still wait for their result.

    Args:
        messages: a log from its start, or from a legal cut on.
        patience: agent turns that may follow a call before it counts as dead.
    """
    unanswered = pair_calls(messages).unanswered
    return tuple(
        messages[at.message].tool_calls[at.call]
        for at in still_open(messages, unanswered, patience=patience)
    )
