from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import structlog
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.monitor import (
    Anomaly,
    AnomalyKind,
    CompressionPerformanceMonitor,
    CompressionSession,
    PerformanceMetrics,
)

SHARE = st.floats(0, 1)
SESSIONS = st.lists(
    st.builds(CompressionSession, st.floats(0, 60), SHARE, SHARE, st.booleans()), max_size=20
)


def ordinary(**changed: float | bool) -> CompressionSession:
    fields = {
        "execution_time": 1.0,
        "compression_ratio": 0.5,
        "quality_score": 0.8,
        "success": True,
    }
    return CompressionSession(**{**fields, **changed})  # type: ignore[arg-type]


def watched(count: int = 10) -> tuple[CompressionPerformanceMonitor, list[Anomaly]]:
    seen: list[Anomaly] = []
    monitor = CompressionPerformanceMonitor(seen.append)
    for _ in range(count):
        monitor.record(ordinary())
    return monitor, seen


def test_metrics_are_zero_before_the_first_session() -> None:
    """A fresh monitor reports zeros, not an error."""
    assert CompressionPerformanceMonitor().performance_metrics == PerformanceMetrics()


def test_five_metrics_average_the_sessions() -> None:
    """The document's five metrics are averages, the success share and the total."""
    monitor = CompressionPerformanceMonitor()
    monitor.record(CompressionSession(1.0, 0.2, 0.6, success=True))
    monitor.record(CompressionSession(3.0, 0.4, 0.8, success=False))
    metrics = monitor.performance_metrics
    assert metrics.avg_compression_time == pytest.approx(2.0)
    assert metrics.avg_compression_ratio == pytest.approx(0.3)
    assert metrics.avg_quality_score == pytest.approx(0.7)
    assert metrics.success_rate == pytest.approx(0.5)
    assert metrics.total_compressions == 2


def test_only_the_last_hundred_count() -> None:
    """Averages cover the last hundred sessions; the total covers all."""
    monitor = CompressionPerformanceMonitor()
    for index in range(150):
        monitor.record(ordinary(compression_ratio=1.0 if index < 50 else 0.5))
    assert len(monitor.compression_history) == 100
    assert monitor.performance_metrics.avg_compression_ratio == pytest.approx(0.5)
    assert monitor.performance_metrics.total_compressions == 150


@pytest.mark.parametrize(
    ("session", "kind"),
    [
        (ordinary(execution_time=3.5), AnomalyKind.SLOW),
        (ordinary(quality_score=0.55), AnomalyKind.QUALITY_DROP),
    ],
)
def test_an_outlier_is_logged_and_handed_to_the_callback(
    session: CompressionSession, kind: AnomalyKind
) -> None:
    """An outlier gives one warning event and one call."""
    monitor, seen = watched()
    with structlog.testing.capture_logs() as logs:
        returned = monitor.record(session)
    assert [anomaly.kind for anomaly in returned] == [kind]
    assert seen == list(returned)
    assert [(log["event"], log["log_level"], log["kind"]) for log in logs] == [
        ("compression_anomaly", "warning", kind)
    ]
    assert type(logs[0]["kind"]) is str


def test_values_at_the_limit_are_no_anomaly() -> None:
    """Exactly three medians and exactly the allowed drop pass."""
    monitor, seen = watched()
    monitor.record(ordinary(execution_time=3.0, quality_score=0.61))
    assert seen == []


def test_failing_sessions_are_reported_once_the_rate_falls() -> None:
    """One failure in ten stays silent, the second is reported, a later success is not."""
    monitor, seen = watched(9)
    monitor.record(ordinary(success=False))
    assert seen == []
    with structlog.testing.capture_logs():
        monitor.record(ordinary(success=False))
    monitor.record(ordinary())
    assert [anomaly.kind for anomaly in seen] == [AnomalyKind.FAILING]
    assert seen[0].value == pytest.approx(9 / 11)


def test_the_first_sessions_have_nothing_to_be_compared_with() -> None:
    """Too few earlier sessions give no anomaly."""
    monitor, seen = watched(2)
    monitor.record(ordinary(execution_time=100.0, quality_score=0.0, success=False))
    assert seen == []


def test_failures_are_no_measure_of_speed_or_quality() -> None:
    """Calls that failed at once, with quality 0, make no later one slow and no bad one good."""
    monitor, seen = watched()
    with structlog.testing.capture_logs():
        for _ in range(30):
            monitor.record(ordinary(execution_time=0.001, quality_score=0.0, success=False))
        kinds = {anomaly.kind for anomaly in seen}
        assert monitor.record(ordinary()) == ()
        (low,) = monitor.record(ordinary(quality_score=0.55))
    assert kinds == {AnomalyKind.FAILING}
    assert low.kind is AnomalyKind.QUALITY_DROP


async def test_the_documents_entry_point_records() -> None:
    """The async entry point does what `record` does."""
    monitor = CompressionPerformanceMonitor()
    assert await monitor.monitor_compression_performance(ordinary()) == ()
    assert monitor.compression_history == (ordinary(),)


def test_threads_lose_no_session() -> None:
    """Records from several threads all arrive."""
    monitor = CompressionPerformanceMonitor()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(monitor.record, [ordinary()] * 400))
    assert monitor.performance_metrics.total_compressions == 400


@settings(max_examples=100, deadline=None)
@given(SESSIONS)
def test_equal_records_give_equal_reports(sessions: list[CompressionSession]) -> None:
    """The monitor depends on nothing but what was recorded, in order."""
    with structlog.testing.capture_logs():
        one, two = CompressionPerformanceMonitor(), CompressionPerformanceMonitor()
        assert [one.record(s) for s in sessions] == [two.record(s) for s in sessions]
    assert one.performance_metrics == two.performance_metrics
