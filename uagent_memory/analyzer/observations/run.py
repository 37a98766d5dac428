"""A run of a command or tool: whether it repeats an earlier one, and what it covers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uagent_memory.analyzer.observations.programs import CheckKind

__all__ = ["Run"]


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command or tool, as far as it tells which earlier troubles it covers."""

    key: str
    program: str
    seq: int
    """Position of the message that holds its result."""
    kind: CheckKind = ""
    script: str = ""
    """Key of the script file it ran."""
    targets: frozenset[str] = frozenset()
    """Files and folders it was limited to; empty: everything."""
    filter: str = ""
    """Names it was limited to."""

    def repeats(self, other: Run) -> bool:
        """The same command, script or program again."""
        if self.key == other.key:
            return True
        if self.kind or other.kind:
            return False
        if self.script or other.script:
            return self.script == other.script
        return self.program == other.program

    def covers(self, other: Run, place: str = "") -> bool:
        """Whether it would have met again what the other run met."""
        if self.filter and self.filter not in (other.filter, place):
            return False
        if not self.targets:
            return True
        if other.targets and all(self._reaches(target) for target in other.targets):
            return True
        return bool(place) and self._reaches(place)

    def _reaches(self, target: str) -> bool:
        return any(
            target == own or target.startswith((f"{own}/", f"{own}.", f"{own}::"))
            for own in self.targets
        )
