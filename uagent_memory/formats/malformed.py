"""The reason why one input item is no message; its reader adds where it stands."""

from __future__ import annotations

__all__ = ["MalformedItem"]


class MalformedItem(ValueError):
    """An input item that cannot be read. Never leaves the package: it becomes an InputError."""
