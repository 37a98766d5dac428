"""What a candidate is worth by itself, and what it covers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from uagent_memory.generator.candidate import ACT

__all__ = ["Worth"]


class Worth(NamedTuple):
    value: float
    targets: Mapping[str, float]

    def of_acts(self, told: Collection[str]) -> Worth:
        """All that it is worth by itself is that acts are told: that counts once.

        Args:
            told: what of them is told; nothing leaves it as it is.
        """
        if not told:
            return self
        each = self.value / len(told)
        return Worth(0.0, {**self.targets, **{f"{ACT}{key}": each for key in told}})
