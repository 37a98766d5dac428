"""Locks by name, for whatever event loop is running."""

from __future__ import annotations

import asyncio

__all__ = ["Turns"]


class Turns:
    """One asyncio lock per name.

    A lock belongs to the event loop in which someone first waited for it. A memory may outlive its
    loop (a script that calls `asyncio.run` several times), so each loop gets locks of its own.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._locks: dict[str, asyncio.Lock] = {}

    def of(self, name: str) -> asyncio.Lock:
        """The lock of that name in the running loop."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop, self._locks = loop, {}
        return self._locks.setdefault(name, asyncio.Lock())
