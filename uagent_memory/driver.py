"""The edge of the core: runs one compression by a clock, and records it on a monitor."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from uagent_memory.brief import Inputs, prepare
from uagent_memory.collector import collector_paused
from uagent_memory.monitor import CompressionPerformanceMonitor, CompressionSession
from uagent_memory.segments import CompressedContext
from uagent_memory.stopwatch import Clock, Stopwatch

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from uagent_memory.drafted import Drafted
    from uagent_memory.engine import EightSegmentCompressionEngine
    from uagent_memory.messages import Message

__all__ = ["draft", "improved", "recorded", "recorded_when_done", "run"]


def run(
    engine: EightSegmentCompressionEngine,
    messages: Sequence[Message],
    inputs: Inputs,
    *,
    clock: Clock = perf_counter,
) -> CompressedContext:
    """Prepare and compress; the result's `telemetry` says what it took.

    Raises:
        InputError, BudgetError, UnknownRole, UnknownReference: as `prepare`.
        BudgetTooSmall: as the engine.
    """
    return draft(engine, messages, inputs, clock=clock).result


def draft(
    engine: EightSegmentCompressionEngine,
    messages: Sequence[Message],
    inputs: Inputs,
    *,
    clock: Clock = perf_counter,
) -> Drafted:
    """The same, with what stands behind the result; its watch runs on for `improved`."""
    watch = Stopwatch(clock)
    with collector_paused():
        drafted = engine.draft(messages, prepare(messages, inputs, watch=watch))
    result = drafted.result.model_copy(update={"telemetry": watch.telemetry()})
    return replace(drafted, result=result)


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


def recorded(
    monitor: CompressionPerformanceMonitor,
    compress: Callable[[], CompressedContext],
    *,
    role: str,
    to: str,
    clock: Clock = perf_counter,
) -> CompressedContext:
    """Compress, and record what it took; a call that fails is a session without success.

    The time is the result's own where it was measured: waiting for a turn does not count.
    """
    started = clock()
    try:
        result = compress()
    except Exception:
        monitor.record(_failed(clock() - started, role, to))
        raise
    monitor.record(_made(result, clock() - started, role, to))
    return result


async def recorded_when_done(
    monitor: CompressionPerformanceMonitor,
    compress: Callable[[], Awaitable[CompressedContext]],
    *,
    role: str,
    to: str,
    clock: Clock = perf_counter,
) -> CompressedContext:
    """The same for a compression that waits for a model; one that is cancelled is no session."""
    started = clock()
    try:
        result = await compress()
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
