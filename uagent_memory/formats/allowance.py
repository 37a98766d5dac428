"""How much one session may hold: a small packed file may hold what fills the memory."""

from __future__ import annotations

from uagent_memory.errors import InputError
from uagent_memory.formats.shapes import shapes

__all__ = ["Allowance", "check_blank_lines", "check_count", "check_line"]

_MORE = "the setting `input_limit` allows more"


class Allowance:
    """What is read of one session, counted as it comes."""

    def __init__(self, source: str, limit: int) -> None:
        """`limit`: most bytes, unpacked."""
        self._source = source
        self._limit = limit
        self._size = 0
        self._values = 0

    def take(self, raw: bytes) -> None:
        """Count one more line.

        Raises:
            InputError: all together are longer, or hold more values, than the limit has room for.
        """
        self._size += len(raw)
        self._values += _values_in(raw)
        if self._size > self._limit:
            raise InputError(f"it is {_too_long(self._limit)}", source=self._source)
        _check_values(self._values, self._limit, self._source)


def check_line(raw: bytes, number: int, *, limit: int, source: str) -> None:
    """Whether one line may be so long.

    Raises:
        InputError: it is longer, or holds more values, than a session of `limit` bytes may.
    """
    if len(raw) > limit:
        raise InputError(f"the line is {_too_long(limit)}", source=source, line=number)
    _check_values(_values_in(raw), limit, source, line=number)


def check_blank_lines(count: int, *, source: str) -> None:
    """Whether a file may have so many lines without anything.

    Raises:
        InputError: no session has as many.
    """
    most = shapes().limits.blank_lines
    if count > most:
        raise InputError(f"more than {most:,} blank lines: no session has them", source=source)


def check_count(messages: int, *, limit: int, source: str) -> None:
    """Whether a session may have so many messages: each weighs something, however short it is.

    Raises:
        InputError: more than `limit` bytes have room for.
    """
    limits = shapes().limits
    most = max(limit // limits.bytes_a_message, limits.few_messages)
    if messages > most:
        raise InputError(
            f"it has more than {most:,} messages: no session should; {_MORE}, one for every "
            f"{limits.bytes_a_message} bytes",
            source=source,
        )


def _check_values(values: int, limit: int, source: str, *, line: int | None = None) -> None:
    limits = shapes().limits
    most = max(limit // limits.bytes_a_value, limits.few_values)
    if values > most:
        raise InputError(
            f"more than {most:,} lists and objects: no session should have so many; {_MORE}",
            source=source,
            line=line,
        )


def _values_in(raw: bytes) -> int:
    """At most so many lists and objects a JSON text has; each takes more memory than its text."""
    return raw.count(b"[") + raw.count(b"{")


def _too_long(limit: int) -> str:
    return f"longer than {limit:,} bytes, unpacked: no session should be; {_MORE}"
