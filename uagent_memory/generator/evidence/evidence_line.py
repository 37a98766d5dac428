"""A line that shows something as it stood."""

from __future__ import annotations

from typing import NamedTuple

from uagent_memory.messages import Span

__all__ = ["EvidenceLine"]


class EvidenceLine(NamedTuple):
    """Where it stands, what it says, and what it is worth."""

    span: Span
    text: str
    own: float = 0.0
    """Worth beside that of its terms."""
    telling: float = 1.0
    """Factor on the worth of its terms."""
