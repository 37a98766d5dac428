"""A bounded memory of results for equal questions, contents and settings."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict

__all__ = ["ResultCache"]


class ResultCache:
    """The least recently used result goes first. Usable from several threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._known: OrderedDict[bytes, str] = OrderedDict()
        self._lock = threading.Lock()

    @staticmethod
    def key(*parts: str) -> bytes:
        """Different parts, different keys."""
        digest = hashlib.sha256()
        for part in parts:
            data = part.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big") + data)
        return digest.digest()

    def get(self, key: bytes) -> str | None:
        with self._lock:
            found = self._known.get(key)
            if found is not None:
                self._known.move_to_end(key)
            return found

    def put(self, key: bytes, text: str) -> None:
        with self._lock:
            self._known[key] = text
            self._known.move_to_end(key)
            while len(self._known) > self._size:
                self._known.popitem(last=False)

    def __len__(self) -> int:
        return len(self._known)
