"""The time of messages and of what is done to them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

__all__ = ["Clock", "stamp", "utc_clock"]

Clock = Callable[[], datetime]


def utc_clock() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


def stamp(clock: Clock) -> str:
    """As the document writes times, with the zone when it is known."""
    return clock().replace(microsecond=0).isoformat(sep=" ")
