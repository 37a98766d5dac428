"""The knobs for pages that are printed as trees of elements."""

from __future__ import annotations

from uagent_memory.knobs import Knobs

__all__ = ["ScreenRules"]


class ScreenRules(Knobs):
    least: int
    element: str
    target: str
