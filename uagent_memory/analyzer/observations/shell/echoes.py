"""What a script prints of its own: which of its commands ran."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from uagent_memory.analyzer.observations.shell.steps import Step, operands

__all__ = ["Echoes", "echoes_of"]

_SEARCHED = 20_000
_SHORTEST = 2


class Echoes(NamedTuple):
    """Steps that print a line of their own, by their number in the script."""

    heard: frozenset[int] = frozenset()
    """The line stands in the output and can only be this step's."""
    silent: frozenset[int] = frozenset()
    """The line is not in the output: the step did not run."""


def _said_by(step: Step) -> str:
    """The line that an `echo` prints, where the script spells it; "" for anything else."""
    if step.program.name != "echo" or step.piped or step.simple.redirects:
        return ""
    words = operands(step.program.arguments)
    if not all(word.plain for word in words):
        return ""
    line = " ".join(word.text for word in words).strip()
    return line if len(line) >= _SHORTEST and "\n" not in line and "\\" not in line else ""


def echoes_of(steps: Sequence[Step], text: str, start: int, end: int) -> Echoes:
    """Which of the script's own lines an output holds."""
    said = {number: line for number, step in enumerate(steps) if (line := _said_by(step))}
    if not said:
        return Echoes()
    stretches = text[start : min(end, start + _SEARCHED)], text[max(start, end - _SEARCHED) : end]
    lines = {line.strip() for stretch in stretches for line in stretch.split("\n")}
    told = Counter(said.values())
    heard = frozenset(n for n, line in said.items() if line in lines and told[line] == 1)
    whole = end - start <= _SEARCHED
    return Echoes(heard, frozenset(n for n in said if whole and said[n] not in lines))
