"""Commands that a program runs in another place: `ssh host "make all"`, `docker exec web ls`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from uagent_memory.analyzer.observations.shell.programs import Program
from uagent_memory.analyzer.observations.shell.shell import Word
from uagent_memory.analyzer.observations.tables import strings

__all__ = ["Carried", "carried"]


class Carried(NamedTuple):
    """The command that is run there."""

    program: str
    """Its program, behind the name of the one that carries it and of the place."""
    operands: tuple[str, ...]


def carried(program: Program, operands: Sequence[Word]) -> Carried | None:
    """What a program runs in another place; None if it runs nothing there.

    Args:
        program: The one that carries it.
        operands: Its words that are no options: first the place, then the command.
    """
    if program.name not in strings("shell", "program", "carriers"):
        return None
    place, *command = [word.text for word in operands] or [""]
    name, *things = " ".join(command).split() or [""]
    if not name:
        return None
    plain = (thing.strip("\"'") for thing in things if not thing.startswith("-"))
    return Carried(f"{program.name} {place} {name}", tuple(filter(None, plain)))
