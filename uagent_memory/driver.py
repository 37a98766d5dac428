"""The edge of the core: runs one compression by a clock, and records it on a monitor."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from uagent_memory.brief import prepare
from uagent_memory.collector import collector_paused
from uagent_memory.errors import BudgetError, ConfigError, InputError, UnknownReference
from uagent_memory.inputs import Inputs
from uagent_memory.monitor import CompressionPerformanceMonitor, CompressionSession
from uagent_memory.segments import CompressedContext
from uagent_memory.stopwatch import Clock, Stopwatch

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from uagent_memory.drafted import Drafted
    from uagent_memory.engine import EightSegmentCompressionEngine
    from uagent_memory.messages import Message

__all__ = ["improved", "recorded", "run", "timed"]

MISTAKES = (BudgetError, ConfigError, InputError, UnknownReference)
"""Calls that no compression could serve: they say nothing of how well compressing goes."""


def timed(
    engine: EightSegmentCompressionEngine,
    messages: Sequence[Message],
    inputs: Inputs,
    *,
    clock: Clock = perf_counter,
) -> Drafted:
    """Prepare and compress; the result's `telemetry` says what it took.

    Its watch runs on for `improved`.

    Raises:
        InputError, BudgetError, UnknownRole, UnknownReference: as `prepare`.
        BudgetTooSmall: as the engine.
    """
    watch = Stopwatch(clock)
    with collector_paused():
        drafted = engine.draft(messages, prepare(messages, inputs, watch=watch))
    result = drafted.result.model_copy(update={"telemetry": watch.telemetry()})
    return replace(drafted, result=result)


def run(
    engine: EightSegmentCompressionEngine, messages: Sequence[Message], inputs: Inputs
) -> CompressedContext:
    """The result alone."""
    return timed(engine, messages, inputs).result


async def improved(
    make: Callable[[], Drafted], improve: Callable[[Drafted], Awaitable[CompressedContext]]
) -> CompressedContext:
    """Draft in a worker thread, then let a model improve it; `telemetry` says what both took."""
    drafted = await asyncio.to_thread(make)
    watch = drafted.brief.watch
    with watch.stage("rewrite"):
        result = await improve(drafted)
    telemetry = watch.telemetry().model_copy(update={"rewrites": result.telemetry.rewrites})
    return result.model_copy(update={"telemetry": telemetry})


async def recorded(
    monitor: CompressionPerformanceMonitor,
    making: Awaitable[CompressedContext],
    *,
    role: str,
    to: str,
    clock: Clock = perf_counter,
) -> CompressedContext:
    """Await a compression, and record what it took.

    One that fails is a session without success; one that is cancelled, or that the caller's
    mistake forbade, is none. The time is the result's own where it was measured: waiting for a
    turn does not count.
    """
    started = clock()
    try:
        result = await making
    except MISTAKES:
        raise
    except Exception:
        monitor.record(_failed(clock() - started, role, to))
        raise
    monitor.record(_made(result, clock() - started, role, to))
    return result


def _failed(seconds: float, role: str, to: str) -> CompressionSession:
    return CompressionSession(seconds, 0.0, 0.0, success=False, role=role, to=to)


def _made(result: CompressedContext, seconds: float, role: str, to: str) -> CompressionSession:
    return CompressionSession(
        execution_time=result.telemetry.seconds or seconds,
        compression_ratio=result.actual_ratio,
        quality_score=result.quality_score,
        success=result.status != "budget_too_small" and bool(result.markdown.strip()),
        role=role,
        to=to,
    )
