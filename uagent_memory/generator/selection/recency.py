"""How near the end of a history a message stands."""

from __future__ import annotations

from uagent_memory.generator.settings import GeneratorSettings

__all__ = ["Recency"]


class Recency:
    """Of the messages of one history, by their index."""

    def __init__(self, count: int, settings: GeneratorSettings) -> None:
        self._count = max(count, 1)
        self._boost = settings.worth.recent_boost
        limit = settings.limits.recent
        self._first = next((index for index in range(count) if self.of(index) > limit), count)

    def of(self, index: int) -> float:
        """0 at the start of the history, 1 at its end."""
        return (index + 1) / self._count

    def is_recent(self, index: int) -> bool:
        """It belongs to the current work."""
        return index >= self._first

    def boost(self, index: int) -> float:
        """What it counts more than the first message."""
        return 1.0 + self._boost * self.of(index) ** 2
