"""Compressions of a memory and of the engine, as their monitor sees them."""

from __future__ import annotations

import pytest
import structlog

from tests.memory_builders import StandInCompressor
from tests.sessions import team_session
from uagent_memory.context import IsolatedRoleContext
from uagent_memory.engine import EightSegmentCompressionEngine
from uagent_memory.errors import BudgetError, BudgetTooSmall
from uagent_memory.memory import AgentMemory
from uagent_memory.monitor import Anomaly, AnomalyKind, CompressionPerformanceMonitor


async def test_each_compression_is_one_session() -> None:
    """Previews count; a hand-off that is only looked up again was not made again."""
    memory = AgentMemory()
    await memory.append("coder", team_session())
    made = await memory.compress_context("coder", to="tester", budget=900, deliver=False)
    await memory.compress_context("coder", to="tester", budget=900)
    await memory.compress_context("coder", to="tester", budget=900)
    first, second = memory.monitor.compression_history
    assert (first.role, first.to, first.success) == ("coder", "tester", True)
    assert first.execution_time == made.telemetry.seconds > 0
    assert first.compression_ratio == second.compression_ratio == made.actual_ratio
    assert first.quality_score == made.quality_score


async def test_a_compression_that_fails_is_a_session_without_success() -> None:
    """An error of the compressor counts, and reaches the caller; a refused budget is no session."""
    memory = AgentMemory()
    await memory.append("coder", team_session())
    with pytest.raises(BudgetError):
        await memory.compress_context("coder", budget=5)
    assert not memory.monitor.compression_history
    broken = AgentMemory(compressor=StandInCompressor(error=RuntimeError("no")))
    await broken.append("coder", team_session())
    with pytest.raises(RuntimeError):
        await broken.compress_context("coder", to="tester")
    (session,) = broken.monitor.compression_history
    assert not session.success
    assert session.execution_time > 0


async def test_what_does_not_hold_the_must_keep_facts_is_no_success() -> None:
    """A hand-off that had to shorten them is delivered, and counts against the rate."""
    memory = AgentMemory()
    await memory.append("coder", team_session())
    handoff = await memory.compress_context("coder", to="tester", budget=220)
    assert handoff.status == "budget_too_small"
    assert memory.monitor.performance_metrics.success_rate == 0.0


async def test_anomalies_reach_the_callback_and_the_log() -> None:
    """A monitor of the caller's own, shared by two memories, sees the rate fall."""
    seen: list[Anomaly] = []
    monitor = CompressionPerformanceMonitor(seen.append)
    good = AgentMemory(compressor=StandInCompressor(), monitor=monitor)
    bad = AgentMemory(compressor=StandInCompressor(error=RuntimeError("no")), monitor=monitor)
    for memory in (good, bad):
        await memory.append("coder", team_session())
    with structlog.testing.capture_logs() as logs:
        for _ in range(6):
            await good.compress_context("coder", to="tester", deliver=False)
        with pytest.raises(RuntimeError):
            await bad.compress_context("coder", to="tester")
    failing = [anomaly for anomaly in seen if anomaly.kind is AnomalyKind.FAILING]
    assert len(failing) == 1
    (log,) = [log for log in logs if log.get("kind") == AnomalyKind.FAILING]
    assert (log["event"], log["role"], log["to"]) == ("compression_anomaly", "coder", "tester")
    assert monitor.performance_metrics.total_compressions == 7


async def test_the_engines_own_entry_point_records() -> None:
    """On the monitor it was given, a failure too."""
    monitor = CompressionPerformanceMonitor()
    engine = EightSegmentCompressionEngine(monitor=monitor)
    context = IsolatedRoleContext("coder", team_session())
    result = await engine.compress_context(context, role_context={"to": "tester", "budget": 900})
    with pytest.raises(BudgetTooSmall):
        await engine.compress_context(
            context, role_context={"to": "tester", "budget": 220, "strict": True}
        )
    good, failed = engine.monitor.compression_history
    assert (good.role, good.to, good.success) == ("coder", "tester", True)
    assert good.execution_time == result.telemetry.seconds
    assert (failed.to, failed.success) == ("tester", False)
