"""Sets of cue classes: what a sentence says that was chosen, found out or learnt."""

from __future__ import annotations

from uagent_memory.analyzer.types import Cue

__all__ = ["CHOSEN", "FOUND", "LEARNT"]

CHOSEN = Cue.DECISION | Cue.REJECTED
"""What was decided, for or against."""
FOUND = Cue.FINDING | Cue.CAUSE
LEARNT = FOUND | CHOSEN | Cue.DEFINITION | Cue.OUTCOME
"""What is known from then on."""
