"""A run of a command or tool: whether it repeats an earlier one, and what it covers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from uagent_memory.analyzer.observations.tables import strings, table

if TYPE_CHECKING:
    from uagent_memory.analyzer.observations.shell.programs import CheckKind

__all__ = ["Run"]


_ALIKE = 2
"""Things that two pieces of code share at least where one is written anew as the other."""


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
    language: str = ""
    """Of what it checks; "" for a project's own task, and where that is not known."""
    about: frozenset[str] = frozenset()
    """What it was called on: its operands, or a tool's arguments."""
    asked: int = -1
    """Position of the message that called for it; -1: just before its result."""
    toolbox: str = ""
    """What several tools work on together, each in its way: "browser"."""
    leaves: bool = False
    """It goes on to another page: what would not work on the one before is over."""
    looks: bool = False
    """It only reads or looks something up."""
    objects: frozenset[str] = frozenset()
    """The arguments that a tool is named for working on, as an order's number."""
    inline: bool = False
    """It ran code typed on the command line: nobody runs that again."""
    code: frozenset[str] = frozenset()
    """What code defines, sets and spells that is not run again but written anew."""

    @property
    def sought(self) -> str:
        """What a look-up finds, whatever it goes by: of `find_user_by_mail` "find_user"."""
        return _sought(self.program)

    def follows(self, other: Run) -> bool:
        """Whether it was called for when the other's result was known."""
        return (self.asked if self.asked >= 0 else self.seq) > other.seq

    def is_beside(self, other: Run) -> bool:
        """Called for together with the other, of the same tool and for the same in part."""
        together = self.asked == other.asked >= 0 and self.program == other.program
        return together and not self.about.isdisjoint(other.about)

    def shares_program(self, other: Run) -> bool:
        """The same program, whatever it was called on."""
        unchecked = not (self.kind or other.kind or self.script or other.script)
        return unchecked and self.program == other.program

    def repeats(self, other: Run) -> bool:
        """The same command or script again, or the same program on the same thing."""
        if self.key == other.key:
            return True
        if self.kind or other.kind:
            return False
        if self.script or other.script:
            return self.script == other.script
        if "" != self.sought == other.sought:
            return True
        same, shared = self.program == other.program, not self.about.isdisjoint(other.about)
        if self.toolbox and self.toolbox == other.toolbox:
            return self.leaves or shared
        converges = self.program in strings("errors", "rules", "converging")
        return same and (converges or shared or not self.about or not other.about)

    def does_otherwise(self, other: Run) -> bool:
        """Another tool does something to what the other could not work on."""
        acts = not (self.looks or other.looks) and self.program != other.program
        return acts and not self.objects.isdisjoint(other.objects)

    def rewrites(self, other: Run) -> bool:
        """Code that is for the most part about the same things as other code."""
        if not self.code or not other.code or self.program != other.program:
            return False
        shared = len(self.code & other.code)
        return shared >= _ALIKE and 2 * shared >= min(len(self.code), len(other.code))

    def covers(self, other: Run, place: str = "") -> bool:
        """Whether it would have met again what the other run met."""
        if self.filter and self.filter not in (other.filter, place):
            return False
        if self.language and other.language and self.language != other.language:
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


@lru_cache(maxsize=1024)
def _sought(program: str) -> str:
    found = re.fullmatch(table("tools")["look_up"], program)
    return next(filter(None, found.groups()), "") if found else ""
