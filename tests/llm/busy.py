"""A model that takes its time."""

from __future__ import annotations

import asyncio

from uagent_memory.llm.protocol import ModelReply, ModelRequest, Outcome, Usage

__all__ = ["BusyModel"]


class BusyModel:
    """Always says the same, and remembers how many calls ran at a time."""

    name = "busy"

    def __init__(self, text: str) -> None:
        self._text = text
        self._running = 0
        self.most = 0

    async def complete(self, request: ModelRequest) -> ModelReply:
        self._running += 1
        self.most = max(self.most, self._running)
        await asyncio.sleep(0.01)
        self._running -= 1
        return ModelReply(Outcome.TEXT, self._text, Usage(1, 1))
