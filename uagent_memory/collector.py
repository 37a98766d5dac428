"""The garbage collector waits while a compression makes many small objects that all stay alive."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

__all__ = ["collector_paused"]

_lock = Lock()
_running = 0
_was_enabled = False


@contextmanager
def collector_paused() -> Iterator[None]:
    """No cyclic collection inside, for several threads at once; as it was before after the last."""
    global _running, _was_enabled  # noqa: PLW0603 - the collector is one for the process
    with _lock:
        if not _running:
            _was_enabled = gc.isenabled()
            gc.disable()
        _running += 1
    try:
        yield
    finally:
        with _lock:
            _running -= 1
            if not _running and _was_enabled:
                gc.enable()
