"""Stopwatch: what a compression took, stage by stage.

The stages read no clock. Whoever runs a compression brings one; without it nothing is measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from uagent_memory.segments import Telemetry

__all__ = ["Clock", "Stopwatch"]

Clock: TypeAlias = Callable[[], float]
"""Seconds that never run backwards, such as `time.perf_counter`."""


class Stopwatch:
    """Of one compression; it starts when it is made."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock
        self._started = clock() if clock is not None else 0.0
        self._seconds: dict[str, float] = {}
        self._rounds: Counter[str] = Counter()
        self._messages = (0, 0)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """The time inside counts for `name`, as often as it is entered."""
        if self._clock is None:
            yield
            return
        started = self._clock()
        try:
            yield
        finally:
            self._rounds[name] += 1
            self._seconds[name] = self._seconds.get(name, 0.0) + self._clock() - started

    def note_messages(self, *, read: int, cached: int) -> None:
        """How many messages were read anew, and how many were known from an earlier call."""
        self._messages = (read, cached)

    def telemetry(self) -> Telemetry:
        """The figures up to now; all zero without a clock."""
        if self._clock is None:
            return Telemetry()
        read, cached = self._messages
        return Telemetry(
            seconds=self._clock() - self._started,
            stages=dict(self._seconds),
            passes=self._rounds["generate"],
            messages_read=read,
            messages_cached=cached,
        )
