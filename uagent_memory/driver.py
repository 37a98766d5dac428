"""The edge of the core: runs one compression by a clock, and records it on a monitor."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from uagent_memory.brief import Inputs, prepare
from uagent_memory.collector import collector_paused
from uagent_memory.monitor import CompressionPerformanceMonitor, CompressionSession
from uagent_memory.segments import CompressedContext
from uagent_memory.stopwatch import Clock, Stopwatch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uagent_memory.engine import EightSegmentCompressionEngine
    from uagent_memory.messages import Message

__all__ = ["recorded", "run"]


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
    watch = Stopwatch(clock)
    with collector_paused():
        result = engine.compress(messages, prepare(messages, inputs, watch=watch))
    return result.model_copy(update={"telemetry": watch.telemetry()})


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
        monitor.record(
            CompressionSession(clock() - started, 0.0, 0.0, success=False, role=role, to=to)
        )
        raise
    monitor.record(
        CompressionSession(
            execution_time=result.telemetry.seconds or clock() - started,
            compression_ratio=result.actual_ratio,
            quality_score=result.quality_score,
            success=result.status != "budget_too_small" and bool(result.markdown.strip()),
            role=role,
            to=to,
        )
    )
    return result
