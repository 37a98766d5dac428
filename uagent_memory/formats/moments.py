"""Times of messages: ISO 8601 or seconds, milli-, micro- or nanoseconds since 1970."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

__all__ = ["moment"]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECONDS_BELOW = 1e11
"""A larger number of seconds lies after the year 5138: it counts thousandths, then millionths."""
STEPS = 3
NUMBER = re.compile(r"[+-]?\d{1,20}(?:\.\d{1,12})?")
SPELLED_UTC = re.compile(r"\s*(?:UTC|GMT)$")
DATE_DIGITS = 8
"""That many digits are a date without hyphens."""
LONGEST = 40


def moment(value: object) -> datetime | None:
    """The aware time that a value gives (naive means UTC); None if it gives none."""
    if isinstance(value, datetime):
        return value if value.tzinfo is not None else value.replace(tzinfo=UTC)
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _since_epoch(value)
    if not isinstance(value, str) or len(value) > LONGEST:
        return None
    text = value.strip()
    if NUMBER.fullmatch(text):
        return _since_epoch(float(text)) if len(text) > DATE_DIGITS else None
    return _iso(SPELLED_UTC.sub("+00:00", text))


def _since_epoch(number: float) -> datetime | None:
    try:
        seconds = float(number)
        for _ in range(STEPS):
            if abs(seconds) >= SECONDS_BELOW:
                seconds /= 1000
        return EPOCH + timedelta(seconds=seconds)
    except (OverflowError, ValueError):
        return None


def _iso(text: str) -> datetime | None:
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError:
        return None
    return parsed if parsed.tzinfo is not None else parsed.replace(tzinfo=UTC)
