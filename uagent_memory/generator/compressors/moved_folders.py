"""What became of files that were only read when the folder that holds them was moved or deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from uagent_memory.facts import Change, FileValue
from uagent_memory.ledger import Fact
from uagent_memory.messages import Span

__all__ = ["FolderMove", "folder_moves"]


class FolderMove(NamedTuple):
    """A folder above a file was moved."""

    path: str
    """Of the file now; "" where the folder was deleted, or the file is told by its new name."""
    at: Span


class _Fate(NamedTuple):
    folder: str
    target: str
    seq: int
    at: Span


def folder_moves(facts: Sequence[Fact]) -> Mapping[str, FolderMove]:
    """By file key, for files of which nothing else is known than that they were read before."""
    fates = [fate for fact in facts for fate in _fates(fact)]
    keys = frozenset(fact.key for fact in facts)
    found: dict[str, FolderMove] = {}
    for fact in facts if fates else ():
        if any(seen.change is not Change.READ for seen in fact.history):
            continue
        read = fact.history[-1].seq
        above = (f for f in fates if f.seq > read and fact.key.startswith(f"{f.folder}/"))
        if (fate := next(above, None)) is not None:
            path = fate.target and f"{fate.target}{fact.key.removeprefix(fate.folder)}"
            found[fact.key] = FolderMove("" if path in keys else path, fate.at)
    return found


def _fates(fact: Fact) -> list[_Fate]:
    return [
        _Fate(fact.key, seen.value.renamed_to, seen.seq, seen.span)
        for seen in fact.history
        if isinstance(seen.value, FileValue)
        and (
            seen.change is Change.DELETED
            or (seen.change is Change.RENAMED and seen.value.renamed_to)
        )
    ]
