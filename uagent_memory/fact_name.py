"""FactName: by what kind and key a fact is found in the ledger."""

from __future__ import annotations

from typing import NamedTuple

from uagent_memory.facts import FactKind

__all__ = ["FactName"]


class FactName(NamedTuple):
    """Two facts with one name are the same fact."""

    kind: FactKind
    key: str
