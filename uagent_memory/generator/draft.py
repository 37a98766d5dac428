"""What the generator hands on: the proposal of a history, and a draft that fills a budget."""

from __future__ import annotations

from dataclasses import dataclass

from uagent_memory.generator.candidate import Candidate
from uagent_memory.generator.selection.keeping import Required
from uagent_memory.generator.view import GeneratorView
from uagent_memory.render import Frame, Meter
from uagent_memory.segments import Segment

__all__ = ["Draft", "Proposal"]


@dataclass(frozen=True, slots=True)
class Draft:
    """Segments within the budget, and what was chosen for them."""

    segments: tuple[Segment, ...]
    tokens: int
    """Of the whole rendering."""
    chosen: tuple[Candidate, ...]
    required: Required
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """All candidates of one history for one receiver, and what they cost alone."""

    view: GeneratorView
    candidates: tuple[Candidate, ...]
    costs: tuple[int, ...]
    meter: Meter
    frame: Frame
