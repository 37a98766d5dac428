"""A lock between processes on an open file; the system takes it off when the file is closed."""

from __future__ import annotations

import sys
from contextlib import suppress

__all__ = ["lock"]

if sys.platform == "win32":
    import msvcrt

    def lock(descriptor: int) -> None:
        """Wait for the lock; a file system that knows none goes without."""
        with suppress(OSError):
            msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)

else:
    import fcntl

    def lock(descriptor: int) -> None:
        """Wait for the lock; a file system that knows none goes without."""
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
