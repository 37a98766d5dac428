"""Two reports side by side."""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.quality.report import ALL, Figure, Report

__all__ = ["Difference", "differences"]

LEAST = 0.0005
"""Smaller changes are not shown: they vanish in three digits."""


class Difference(NamedTuple):
    name: str
    old: float
    new: float
    n: int
    better: bool

    @property
    def change(self) -> float:
        return self.new - self.old


def differences(old: Report, new: Report) -> list[Difference]:
    """The figures that both have and that differ, largest change first; never the cost.

    Times depend on the machine and on what else it does, so they are left to the reader.
    """
    before = {figure.key: figure for figure in old.figures}
    pairs = ((before[figure.key], figure) for figure in new.figures if figure.key in before)
    found = [
        _difference(one, other)
        for one, other in pairs
        if other.section != "cost" and abs(other.value - one.value) >= LEAST
    ]
    return sorted(found, key=lambda one: (-abs(one.change), one.name))


def _difference(old: Figure, new: Figure) -> Difference:
    better = (new.value < old.value) == new.less_is_better
    where = "" if new.source == ALL else f" {new.source}"
    at = f" at {new.budget:,}" if new.budget else ""
    name = f"{new.compressor}: {new.section} {new.measure}{where}{at}"
    return Difference(name, old.value, new.value, new.n, better)
