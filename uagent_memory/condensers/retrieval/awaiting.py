"""Coroutines for callers that cannot await."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor

__all__ = ["from_any_thread"]


def from_any_thread(work: Awaitable[str]) -> str:
    """The result of a coroutine, also where an event loop is running in this thread."""

    async def waited() -> str:
        return await work

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(waited())
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, waited()).result()
