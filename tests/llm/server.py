"""A stub Messages endpoint on a local port, for faults that no real server makes on demand."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

__all__ = ["Raw", "StubServer", "answer", "serving"]


@dataclass
class Raw:
    """One answer on the wire."""

    body: bytes = b""
    status: int = 200
    content_type: str = "application/json"
    hang_after: bool = False
    """Sends what it has, announces more, and says nothing any longer."""
    endless: bool = False
    """Repeats the body until the client goes away."""


def answer(
    text: str | None = None,
    *,
    stop: str = "end_turn",
    blocks: Sequence[dict[str, Any]] | None = None,
    usage: dict[str, Any] | None = None,
) -> Raw:
    """A message as the API writes it."""
    content = blocks if blocks is not None else [{"type": "text", "text": text}]
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "stub",
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": usage or {"input_tokens": 11, "output_tokens": 7},
    }
    return Raw(json.dumps(message).encode())


def failure(status: int, kind: str) -> Raw:
    body = {"type": "error", "error": {"type": kind, "message": "stub"}}
    return Raw(json.dumps(body).encode(), status=status)


@dataclass
class StubServer:
    """Answers in turn (the last one stays), or as a function of the request says."""

    answers: list[Raw] | Callable[[dict[str, Any]], Raw]
    requests: list[dict[str, Any]] = field(default_factory=list)
    url: str = ""

    def _next(self, request: dict[str, Any]) -> Raw:
        if callable(self.answers):
            return self.answers(request)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._exchange(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(
            int(line.partition(":")[2])
            for line in head.splitlines()
            if line.lower().startswith("content-length")
        )
        request = json.loads(await reader.readexactly(length))
        self.requests.append(request)
        raw = self._next(request)
        announced = len(raw.body) + 1000 if raw.hang_after else len(raw.body)
        lines = [
            f"HTTP/1.1 {raw.status} Stub",
            f"Content-Type: {raw.content_type}",
            "retry-after-ms: 1",
            "Connection: close",
            *([] if raw.endless else [f"Content-Length: {announced}"]),
        ]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + raw.body)
        await writer.drain()
        while raw.endless:
            writer.write(raw.body * 1000)
            await writer.drain()
        if raw.hang_after:
            await reader.read()


@asynccontextmanager
async def serving(
    answers: list[Raw] | Callable[[dict[str, Any]], Raw],
) -> AsyncIterator[StubServer]:
    stub = StubServer(answers)
    listener = await asyncio.start_server(stub.handle, "127.0.0.1", 0)
    stub.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield stub
    finally:
        listener.close()
