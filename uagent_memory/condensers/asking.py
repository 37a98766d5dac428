"""Calls of a model from one body of code, with a synchronous and an asynchronous driver.

The body is a generator: it yields a `Poll` and receives the replies. Nothing is raised for a fault
of a call; the reply's outcome says what it was.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from uagent_memory.llm.protocol import LanguageModel, ModelReply, ModelRequest, Outcome

__all__ = ["Poll", "Steps", "adrive", "drive"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Poll:
    """One request, put up to `most` times until the replies so far are enough."""

    model: LanguageModel
    request: ModelRequest
    most: int = 1
    enough: Callable[[Sequence[ModelReply]], bool] = bool
    """Asked after each reply, with all replies so far in the order of the calls."""
    together: int = 1
    """Calls that the asynchronous driver keeps in flight."""


Steps: TypeAlias = Generator[Poll, Sequence[ModelReply], T]


def drive(steps: Steps[T]) -> T:
    """Run to the end, one call after the other."""
    try:
        poll = next(steps)
        while True:
            poll = steps.send(_in_turn(poll))
    except StopIteration as stop:
        result: T = stop.value
        return result


async def adrive(steps: Steps[T]) -> T:
    """Run to the end; calls of one poll run side by side, and those not needed are cancelled."""
    try:
        poll = next(steps)
        while True:
            poll = steps.send(await _side_by_side(poll))
    except StopIteration as stop:
        result: T = stop.value
        return result
    finally:
        steps.close()


def _in_turn(poll: Poll) -> list[ModelReply]:
    replies: list[ModelReply] = []
    while len(replies) < poll.most and not (replies and poll.enough(replies)):
        replies.append(_blocking(_reply(poll)))
    return replies


async def _side_by_side(poll: Poll) -> list[ModelReply]:
    """Replies in the order of the calls, so that equal answers give equal results."""
    replies: list[ModelReply] = []
    flying: deque[asyncio.Task[ModelReply]] = deque()
    left = poll.most
    try:
        while len(replies) < poll.most and not (replies and poll.enough(replies)):
            while left and len(flying) < poll.together:
                flying.append(asyncio.ensure_future(_reply(poll)))
                left -= 1
            replies.append(await flying[0])
            flying.popleft()
    finally:
        for task in flying:
            task.cancel()
        await asyncio.gather(*flying, return_exceptions=True)
    return replies


async def _reply(poll: Poll) -> ModelReply:
    """A model object that raises all the same has failed; its text may hold the conversation."""
    try:
        return await poll.model.complete(poll.request)
    except Exception as error:  # noqa: BLE001 - whatever a model raises, history stays as it is
        return ModelReply(Outcome.FAILED, detail=type(error).__name__)


def _blocking(call: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine from code that waits, also where this thread's event loop is running."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(call)
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(asyncio.run, call).result()
