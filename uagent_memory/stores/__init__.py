"""Where a memory's records are kept."""

from __future__ import annotations

from uagent_memory.stores.in_memory import InMemoryStore
from uagent_memory.stores.protocol import Store, StoreConflict

__all__ = ["InMemoryStore", "Store", "StoreConflict"]
