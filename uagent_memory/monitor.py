"""Performance of compressions over time: five metrics and a warning when one goes astray.

UAgent document, section 9.1. The monitor measures nothing itself and reads no clock: whoever runs a
compression records what it took.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from statistics import fmean, median
from threading import Lock

from pydantic import BaseModel, ConfigDict, Field

from uagent_memory.config import read_toml
from uagent_memory.errors import ConfigError
from uagent_memory.events import emit

__all__ = [
    "Anomaly",
    "AnomalyKind",
    "CompressionPerformanceMonitor",
    "CompressionSession",
    "MonitorSettings",
    "PerformanceMetrics",
]


class MonitorSettings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    window: int = Field(gt=0)
    minimum_sessions: int = Field(gt=0)
    slow_factor: float = Field(gt=1)
    success_rate: float = Field(ge=0, le=1)
    quality_drop: float = Field(ge=0, le=1)

    @classmethod
    def load(cls) -> MonitorSettings:
        return _load()


@cache
def _load() -> MonitorSettings:
    return MonitorSettings.model_validate(read_toml(Path(__file__).with_name("monitor.toml")))


@dataclass(frozen=True, slots=True)
class CompressionSession:
    """One compression that has ended."""

    execution_time: float
    """Seconds."""
    compression_ratio: float
    """Tokens kept / tokens in."""
    quality_score: float
    success: bool
    """Accepted, or kept whole: neither failed nor short of what must be kept."""
    role: str = ""
    to: str = ""


@dataclass(frozen=True, slots=True)
class PerformanceMetrics:
    """The document's five metrics; averages over the remembered sessions, 0 before the first."""

    avg_compression_time: float = 0.0
    avg_compression_ratio: float = 0.0
    avg_quality_score: float = 0.0
    success_rate: float = 0.0
    total_compressions: int = 0


class AnomalyKind(StrEnum):
    SLOW = "slow"
    FAILING = "failing"
    QUALITY_DROP = "quality_drop"


@dataclass(frozen=True, slots=True)
class Anomaly:
    """What went astray: the value seen and the limit it broke."""

    kind: AnomalyKind
    value: float
    limit: float


class CompressionPerformanceMonitor:
    """Remembers the last sessions. May be shared by threads and by tasks of an event loop."""

    def __init__(
        self,
        on_anomaly: Callable[[Anomaly], None] | None = None,
        *,
        settings: MonitorSettings | None = None,
    ) -> None:
        """Watch compressions.

        Args:
            on_anomaly: called once per anomaly, in the recording thread, after the warning is
                logged and outside the lock; what it raises reaches whoever recorded.
            settings: limits; the shipped ones if None.
        """
        if on_anomaly is not None and not callable(on_anomaly):
            raise ConfigError(f"on_anomaly {on_anomaly!r}: give a function of one Anomaly")
        self._on_anomaly = on_anomaly
        self._settings = settings or MonitorSettings.load()
        self._history: deque[CompressionSession] = deque(maxlen=self._settings.window)
        self._total = 0
        self._lock = Lock()

    @property
    def compression_history(self) -> tuple[CompressionSession, ...]:
        """The remembered sessions, oldest first."""
        with self._lock:
            return tuple(self._history)

    @property
    def performance_metrics(self) -> PerformanceMetrics:
        with self._lock:
            return _metrics(self._history, self._total)

    def record(self, session: CompressionSession) -> tuple[Anomaly, ...]:
        """Remember a session; its anomalies are logged, handed to the callback and returned."""
        with self._lock:
            earlier = tuple(past for past in self._history if past.success)
            self._history.append(session)
            self._total += 1
            anomalies = tuple(self._anomalies(session, earlier))
        for anomaly in anomalies:
            self._report(anomaly, session)
        return anomalies

    async def monitor_compression_performance(
        self, compression_session: CompressionSession
    ) -> tuple[Anomaly, ...]:
        """The document's entry point: `record`, which never blocks for long."""
        return self.record(compression_session)

    def _anomalies(
        self, session: CompressionSession, earlier: Sequence[CompressionSession]
    ) -> Iterator[Anomaly]:
        """Speed and quality are compared with the earlier sessions that succeeded."""
        limits = self._settings
        if len(self._history) <= limits.minimum_sessions:
            return
        rate = fmean(past.success for past in self._history)
        if not session.success and rate < limits.success_rate:
            yield Anomaly(AnomalyKind.FAILING, rate, limits.success_rate)
        if not session.success or len(earlier) < limits.minimum_sessions:
            return
        slow = limits.slow_factor * median(past.execution_time for past in earlier)
        if session.execution_time > slow:
            yield Anomaly(AnomalyKind.SLOW, session.execution_time, slow)
        least = fmean(past.quality_score for past in earlier) - limits.quality_drop
        if session.quality_score < least:
            yield Anomaly(AnomalyKind.QUALITY_DROP, session.quality_score, least)

    def _report(self, anomaly: Anomaly, session: CompressionSession) -> None:
        emit(
            "compression_anomaly",
            role=session.role,
            stage="monitor",
            level="warning",
            to=session.to,
            kind=anomaly.kind.value,
            value=anomaly.value,
            limit=anomaly.limit,
        )
        if self._on_anomaly is not None:
            self._on_anomaly(anomaly)


def _metrics(sessions: Sequence[CompressionSession], total: int) -> PerformanceMetrics:
    if not sessions:
        return PerformanceMetrics()
    return PerformanceMetrics(
        avg_compression_time=fmean(past.execution_time for past in sessions),
        avg_compression_ratio=fmean(past.compression_ratio for past in sessions),
        avg_quality_score=fmean(past.quality_score for past in sessions),
        success_rate=fmean(past.success for past in sessions),
        total_compressions=total,
    )
