"""A compression that is awaited and recorded on a monitor."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from uagent_memory.errors import BudgetError, ConfigError, InputError, UnknownReference
from uagent_memory.monitor import CompressionPerformanceMonitor, CompressionSession

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from uagent_memory.segments import CompressedContext
    from uagent_memory.stopwatch import Clock

__all__ = ["recorded"]

MISTAKES = (BudgetError, ConfigError, InputError, UnknownReference)
"""Calls that no compression could serve: they say nothing of how well compressing goes."""


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
