"""The functions and classes that an edit stands in, where a look at the file has shown them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from uagent_memory.analyzer.observations.files.edits import indent
from uagent_memory.analyzer.observations.files.symbols import Definition, definitions
from uagent_memory.analyzer.observations.tables import strings, table
from uagent_memory.facts import Hunk, TextSpan

__all__ = ["Look", "enclosing", "is_holding"]

_CONTINUING = (")", "]", "{", "#", "@")
"""How a line at a definition's own depth begins that still belongs to its head."""


class Look:
    """Numbered lines of a file as they were printed once."""

    def __init__(self, lines: Mapping[int, TextSpan]) -> None:
        self._numbered = lines
        self._found: Sequence[Definition] | None = None

    def holder(self, path: str, stripped: Sequence[str], depth: int) -> TextSpan | None:
        """The name of the definition nearest above these lines that they are deeper than.

        None where the lines do not stand here just once, or not every line between is known.

        Args:
            path: of the file; its extension tells the language.
            stripped: the lines without the blanks around them.
            depth: of the least indented one that is changed.
        """
        places = self._places.get(stripped[0], ())
        sought = list(stripped)
        found = [at for at in places if self._stripped[at : at + len(sought)] == sought]
        if len(found) != 1:
            return None
        at = found[0]
        for one in reversed(self._definitions(path)):
            head = indent(self._lines[one.line].text)
            if one.line < at and head < depth:
                return one.name if self._encloses(one.line, at, head) else None
        return None

    @cached_property
    def _numbers(self) -> Sequence[int]:
        return sorted(self._numbered)

    @cached_property
    def _lines(self) -> Sequence[TextSpan]:
        return [self._numbered[number] for number in self._numbers]

    @cached_property
    def _stripped(self) -> list[str]:
        return [line.text.strip() for line in self._lines]

    @cached_property
    def _places(self) -> Mapping[str, Sequence[int]]:
        places: dict[str, list[int]] = {}
        for at, line in enumerate(self._stripped):
            places.setdefault(line, []).append(at)
        return places

    def _definitions(self, path: str) -> Sequence[Definition]:
        if self._found is None:
            self._found = list(filter(is_holding, definitions(self._lines, path)))
        return self._found

    def _encloses(self, start: int, end: int, head: int) -> bool:
        """All lines between are known, and none of them ends what began at the start."""
        if self._numbers[end] - self._numbers[start] != end - start:
            return False
        between = (line.text for line in self._lines[start + 1 : end] if line.text.strip())
        return all(indent(line) > head or line.lstrip().startswith(_CONTINUING) for line in between)


def is_holding(definition: Definition) -> bool:
    """Whether it defines something that an edit can stand in, such as a function."""
    return definition.sort in strings("symbols", "limits", "holding_sorts")


def enclosing(
    looks: Sequence[Look], path: str, old: str, hunks: Sequence[Hunk]
) -> tuple[TextSpan, ...]:
    """The names of what an edit stands in, each once; nothing where no look tells.

    Args:
        looks: at the file, oldest first.
        path: of the file; its extension tells the language.
        old: the text that was exchanged, whole; "" where only the lines that it changed are known.
        hunks: what the edit took out and put in.
    """
    if old:
        found = [_holder(looks, path, old.split("\n"), hunks)]
    else:
        taken = (hunk for hunk in hunks if hunk.removed)
        found = [_holder(looks, path, [x.text for x in hunk.removed], [hunk]) for hunk in taken]
    return tuple({name.text: name for name in found if name is not None}.values())


def _holder(
    looks: Sequence[Look], path: str, old: Sequence[str], hunks: Sequence[Hunk]
) -> TextSpan | None:
    stripped = [line.strip() for line in old]
    while stripped and not stripped[0]:
        del stripped[0]
    while stripped and not stripped[-1]:
        del stripped[-1]
    changed = [line.text for hunk in hunks for line in (*hunk.removed, *hunk.added)]
    depth = min((indent(line) for line in changed if line.strip()), default=0)
    if not stripped or not depth or len(stripped) > table("symbols")["limits"]["lines"]:
        return None
    names = (look.holder(path, stripped, depth) for look in reversed(looks))
    return next((name for name in names if name is not None), None)
