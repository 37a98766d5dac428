"""The names that all changes to a file together brought and took away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from uagent_memory.facts import FileValue, TextSpan

__all__ = ["ChangedNames", "changed_names"]


class ChangedNames(NamedTuple):
    """Each name where it was met last, in the order in which they were met."""

    added: list[TextSpan]
    removed: list[TextSpan]
    rewritten: list[TextSpan]
    """Taken away and brought back."""


def changed_names(changes: Iterable[FileValue]) -> ChangedNames:
    """What is left of the names when all changes are done: one that came and went is not told."""
    added: dict[str, TextSpan] = {}
    removed: dict[str, TextSpan] = {}
    rewritten: dict[str, TextSpan] = {}
    for value in changes:
        for name in value.removed:
            if added.pop(name.text, None) is None:
                rewritten.pop(name.text, None)
                removed[name.text] = name
        for name in value.defined:
            was_there = name.text in rewritten or removed.pop(name.text, None) is not None
            (rewritten if was_there else added)[name.text] = name
    return ChangedNames(list(added.values()), list(removed.values()), list(rewritten.values()))
